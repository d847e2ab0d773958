package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const oldPrograms = `schemas: zoo
-- infra/a/main.pp --
output one {
  value = nope
}
output two {
  value = [gone, gone]
}
-- infra/b/main.pp --
unused = 1
`

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// step is one command in a directory whose files change in between.
type step struct {
	name, text     string // a file that is written before; empty for none
	line           string
	code           int
	stdout, stderr string // parts; empty for nothing at all
}

func runSteps(t *testing.T, dir string, steps []step) {
	t.Helper()
	for _, s := range steps {
		if s.name != "" {
			write(t, dir, s.name, s.text)
		}
		got := runIn(t, dir, words(s.line))
		if got.code != s.code || !strings.Contains(got.stdout, s.stdout) || !strings.Contains(got.stderr, s.stderr) ||
			(s.stdout == "") != (got.stdout == "") || (s.stderr == "") != (got.stderr == "") {
			t.Errorf("%s: got %d\n%s%s\nwant %d\n%s%s", s.line, got.code, got.stdout, got.stderr, s.code, s.stdout, s.stderr)
		}
	}
}

// What a baseline has is not reported, wherever its lines are moved; what it does not have
// is, a further one of the same kind too. What no longer occurs is told.
func TestBaseline(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, oldPrograms))
	const moved = "# moved\n\noutput two {\n  value = [gone,   gone]\n}\n\noutput one {\n  value = nope\n}\n"
	runSteps(t, dir, []step{
		{line: "check --baseline known.json .", code: 2, stderr: "--baseline known.json: no such file"},
		{line: "check --write-baseline known.json .", stdout: "no findings in 2 files; 4 findings in the baseline", stderr: "known.json has 4 findings"},
		{line: "check --baseline known.json .", stdout: "no findings in 2 files; 4 findings in the baseline"},
		{line: "check --baseline known.json --quiet --format concise ."},
		{name: "infra/a/main.pp", text: moved, line: "check --baseline known.json .", stdout: "no findings in 2 files; 4 findings"},
		{line: "check --baseline known.json infra/b", stdout: "no findings in 1 file; 1 finding in the baseline"},
		{name: "infra/a/main.pp", text: strings.Replace(moved, "gone]", "gone, gone]", 1), line: "check --format concise --baseline known.json .", code: 1, stdout: "infra/a/main.pp:4:26: error"},
		{name: "infra/a/main.pp", text: strings.Replace(moved, "nope", "other", 1), line: "check --baseline known.json .", code: 1, stdout: "1 error in 1 file (2 files checked); 3 findings in the baseline",
			stderr: "these entries of known.json no longer occur; --write-baseline removes them:\n  infra/a/main.pp: \"`nope` is not declared\" [name.undefined]\n"},
		{line: "check --baseline known.json --write-baseline known.json --format concise .", code: 1, stdout: "`other` is not declared", stderr: "known.json has 4 findings"},
		{line: "check --baseline known.json .", stdout: "no findings in 2 files; 4 findings in the baseline"},
		{name: "infra/b/main.pp", text: "output b {\n  value = [\n}\n", line: "check --write-baseline known.json infra/b", code: 1, stdout: "1 error", stderr: "known.json has 3 findings"},
		{line: "check --baseline known.json .", code: 1, stdout: "1 error in 1 file (2 files checked); 3 findings in the baseline"},
		{name: "infra/b/main.pp", text: "output b {\n  value = 1\n}\n", line: "check --baseline known.json .", stdout: "no findings"},
	})
	text, err := os.ReadFile(filepath.Join(dir, "known.json"))
	if err != nil || strings.Count(string(text), "\n{\"file\":\"infra/a/main.pp\",\"code\":\"name.undefined\",") != 3 {
		t.Errorf("%s%v", text, err)
	}
	if got := runIn(t, filepath.Join(dir, "infra", "a"), words("check --baseline ../../known.json")); got.code != 0 || got.stderr != "" {
		t.Errorf("from another folder: %+v", got)
	}
	if err := os.RemoveAll(filepath.Join(dir, "infra", "a")); err != nil {
		t.Fatal(err)
	}
	runSteps(t, dir, []step{
		{line: "check --baseline known.json .", stdout: "no findings", stderr: "infra/a/main.pp: \"`other` is not declared\" [name.undefined]"},
		{line: "check --write-baseline known.json .", stdout: "no findings", stderr: "known.json has 0 findings"},
	})
}

// A file that is no baseline is neither used nor written over.
func TestBaselineRefused(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, oldPrograms))
	runSteps(t, dir, []step{
		{name: "x.json", text: "{\n\"rules\": 1}\n", line: "check --baseline x.json .", code: 2, stderr: "--baseline x.json: line 2: not a baseline"},
		{line: "check --write-baseline x.json .", code: 2, stderr: "--write-baseline x.json: line 2: not a baseline"},
		{line: "check --write-baseline infra/a/main.pp .", code: 2, stderr: "not a baseline"},
		{line: "check --write-baseline y.json --watch .", code: 2, stderr: "--write-baseline and --watch"},
		{line: "check --write-baseline y.json --stdin-filename infra/a/main.pp -", code: 2, stderr: "cannot be used with standard input"},
		{line: "check --write-baseline no/y.json .", code: 3, stderr: "cannot write the baseline"},
	})
	if text, _ := os.ReadFile(filepath.Join(dir, "x.json")); string(text) != "{\n\"rules\": 1}\n" {
		t.Errorf("written over: %s", text)
	}
}

// In SARIF what a baseline does not have is new.
func TestBaselineInSARIF(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, oldPrograms))
	runSteps(t, dir, []step{
		{line: "check --write-baseline known.json --quiet infra/b", stdout: ""},
		{line: "check --format sarif .", code: 1, stdout: "nope"},
		{line: "check --baseline known.json --format sarif .", code: 1, stdout: "\"baselineState\": \"new\""},
	})
	if got := runIn(t, dir, words("check --format sarif .")); strings.Contains(got.stdout, "baselineState") {
		t.Error("a state without a baseline")
	}
	if got := runIn(t, dir, words("check --baseline known.json --format sarif .")); strings.Count(got.stdout, "baselineState") != 3 || strings.Contains(got.stdout, "unused.local\",\n          \"ruleIndex") {
		t.Error(got.stdout)
	}
}
