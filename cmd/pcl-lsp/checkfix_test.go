package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

const fixedPrograms = `schemas: zoo
-- chain/main.pp --
a = 1

b = a

output kept {
  value = "${toJSON("x")}"
}

output wrong {
  value = nope
}
-- two/one.pp --
output one {
  value = "${toJSON("x")}"
}
-- two/other.pp --
unused = 1
output other {
  value = "${toJSON("y")}"
}
-- spelt/main.pp --
output wrong {
  value = tojson("x")
}
-- broken/main.pp --
output one {
  value = "${toJSON("x")}"
}
-- broken/other.pp --
output other {
-- puppet/site.pp --
include foo
-- user/main.pp --
component part "../inner/node_modules/part" {
}
component near "./near" {
}
-- user/near/main.pp --
output one {
  value = "${toJSON("x")}"
}
-- inner/node_modules/part/main.pp --
output one {
  value = "${toJSON("x")}"
}
`

// inFolders are all files below a directory, by name.
func inFolders(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// changedBy are the files that a command changed, made or removed, with their texts.
func changedBy(t *testing.T, dir string, args []string) (outcome, map[string]string) {
	t.Helper()
	before := inFolders(t, dir)
	got := runIn(t, dir, args)
	changed := inFolders(t, dir)
	for name, text := range before {
		now, there := changed[name]
		if now == text && there {
			delete(changed, name)
		} else if !there {
			changed[name] = "(gone)"
		}
	}
	return got, changed
}

const (
	fixedOne   = "output one {\n  value = toJSON(\"x\")\n}\n"
	fixedOther = "unused = 1\noutput other {\n  value = toJSON(\"y\")\n}\n"
	fixedChain = "a = 1\n\nb = a\n\noutput kept {\n  value = toJSON(\"x\")\n}\n\noutput wrong {\n  value = nope\n}\n"
)

// check --fix says that there is more to do when it gives up, and what to do then.
func TestCheckFixGivesUp(t *testing.T) {
	t.Parallel()
	many := "output o {\n  value = ["
	for i := range 150 {
		many += fmt.Sprintf("1 + { x = %d }, ", i)
	}
	for text, want := range map[string]string{
		many + "]\n}\n":        "pcl-lsp: not all fixes in . were tried, because it has too many findings; fix some by hand, and run the command again\n",
		"a = \"${stack()}\"\n": "",
	} {
		dir := t.TempDir()
		putIn(t, dir, "main.pp", text)
		if first := runIn(t, dir, words("check --fix=all")); !strings.HasSuffix(first.stderr, want) || strings.Contains(first.stderr, "again") != (want != "") {
			t.Errorf("got %s, want %s", first.stderr, want)
		}
	}
}

// TestCheckFixBeyondTheLimit: findings that a limit hides are not new when others are gone, whether they are alike or not, and all
// are fixed. A baseline knows them, and still finds new ones.
func TestCheckFixBeyondTheLimit(t *testing.T) {
	t.Parallel()
	const penSchema = `{"name":"pen","version":"1.0.0","resources":{"pen:index:Pen":{"inputProperties":{"parts":{"type":"array","items":{"$ref":"#/types/pen:index:Part"}}}}},` +
		`"types":{"pen:index:Part":{"type":"object","properties":{"size":{"type":"string"}}}}}`
	inputs := func(from, to int) string {
		text := "resource pen \"pen:index:Pen\" {\n"
		for i := from; i < to; i++ {
			text += fmt.Sprintf("  unknown%d = 1\n", i)
		}
		return text + "}\n"
	}
	misspelt := func(n int) string {
		text := "resource pen \"pen:index:Pen\" {\n  parts = [\n"
		for i := range n {
			text += fmt.Sprintf("    { siez = \"%d\" },\n", i)
		}
		return text + "  ]\n}\n"
	}
	for name, test := range map[string]struct {
		text  string
		fixed int
	}{
		"misspelt names":      {misspelt(1001), 1001},
		"many misspelt names": {misspelt(2500), 2500},
		"equal findings":      {"config c string {\n}\n\noutput o {\n  value = [\n" + strings.Repeat("    \"${c}\",\n", 3000) + "  ]\n}\n", 3000},
	} {
		dir := t.TempDir()
		putIn(t, dir, "schemas/pen-1.0.0.json", penSchema)
		putIn(t, dir, "main.pp", test.text)
		got := runIn(t, dir, words("check --fix=all"))
		if want := fmt.Sprintf("fixed %d finding", test.fixed); !strings.Contains(got.stderr, want) || strings.Contains(got.stdout, "error") {
			t.Errorf("%s: got %s%s, want %s", name, got.stdout, got.stderr, want)
		}
	}
	dir := t.TempDir()
	putIn(t, dir, "schemas/pen-1.0.0.json", penSchema)
	runSteps(t, dir, []step{
		{name: "main.pp", text: inputs(0, 1500), line: "check --write-baseline known.json .", stdout: "1001 findings in the baseline", stderr: "known.json has 1001 findings"},
		{name: "main.pp", text: inputs(10, 1500), line: "check --baseline known.json .", stdout: "no findings in 1 file; 1001 findings in the baseline", stderr: "no longer occur"},
		{name: "main.pp", text: inputs(10, 1500) + "output o {\n  value = nope\n}\n", line: "check --baseline known.json .", code: 1, stdout: "1 error in 1 file (1 file checked); 1001 findings", stderr: "no longer occur"},
	})
}

// What is fixed, what is written, what is said, and what the exit code counts.
func TestCheckFix(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		line           string
		code           int
		changed        map[string]string // but for blank lines at the beginning
		stdout, stderr string            // parts; empty for nothing at all
	}{
		{"check --fix chain", 1, map[string]string{"chain/main.pp": fixedChain}, "1 error, 1 hint in 1 file (1 file checked)\n", "pcl-lsp: fixed 1 finding in chain/main.pp: template.redundant (1)\n"},
		{"check --fix --quiet chain", 1, map[string]string{"chain/main.pp": fixedChain}, "name.undefined", ""},
		{"check --fix two", 0, map[string]string{"two/one.pp": fixedOne, "two/other.pp": fixedOther}, "1 hint in 1 file", "in two/one.pp: template.redundant (1)\npcl-lsp: fixed 1 finding in two/other.pp: template.redundant (1)\n"},
		{"check --fix=all two", 0, map[string]string{"two/one.pp": fixedOne, "two/other.pp": fixedOther}, "1 hint in 1 file", "pcl-lsp: fixed 1 finding in two/other.pp: template.redundant (1)\n"}, // a value that was written stays
		{"check --fix two/one.pp", 0, map[string]string{"two/one.pp": fixedOne}, "no findings", "fixed 1 finding in two/one.pp"},
		{"check --fix --format concise spelt", 1, nil, "spelt/main.pp:2:11: ", ""},
		{"check --fix=all spelt", 0, map[string]string{"spelt/main.pp": "output wrong {\n  value = toJSON(\"x\")\n}\n"}, "no findings", "function.unknown (1)"},
		{"check --fix=unsafe spelt", 0, map[string]string{"spelt/main.pp": "output wrong {\n  value = toJSON(\"x\")\n}\n"}, "no findings", "function.unknown (1)"},
		{"check --fix --diff two", 0, nil, "--- a/two/one.pp\n+++ b/two/one.pp\n@@ -1,3 +1,3 @@\n output one {\n-  value = \"${toJSON(\"x\")}\"\n+  value = toJSON(\"x\")\n }\n", "1 hint in 1 file"},
		{"check --diff two/one.pp", 0, nil, "+++ b/two/one.pp", "pcl-lsp: would fix 1 finding in two/one.pp"},
		// Nothing is written when anything failed to parse.
		{"check --fix broken two", 1, nil, "broken/other.pp:", "pcl-lsp: nothing was fixed: broken/other.pp:1 has a syntax error\n"},
		{"check --fix --diff broken/main.pp", 0, nil, "", "pcl-lsp: nothing was fixed: broken/other.pp:1 has a syntax error\n"},
		{"check --fix --exit-zero chain", 0, map[string]string{"chain/main.pp": fixedChain}, "1 error", "fixed 1 finding"},
		// Components are fixed only below the given paths.
		{"check --fix user", 0, map[string]string{"user/near/main.pp": fixedOne}, "1 hint in 1 file", "fixed 1 finding in user/near/main.pp"},
		{"check --add-ignores chain", 0, map[string]string{"chain/main.pp": "a = 1\n\nb = a\n\noutput kept {\n  value = \"${toJSON(\"x\")}\"\n}\n\noutput wrong {\n  # pcl-lsp:ignore name.undefined\n  value = nope\n}\n"}, "2 hints", "now ignored: 1 finding in chain/main.pp: name.undefined (1)"},
		{"check --fix --add-ignores --ignore-reason later chain", 0, map[string]string{"chain/main.pp": strings.Replace(fixedChain, "  value = nope", "  # pcl-lsp:ignore name.undefined -- later\n  value = nope", 1)}, "1 hint in 1 file", "fixed 1 finding"},
		{"check --ignore-reason later chain", 2, nil, "", "only with --add-ignores"},
		{"check --fix=some chain", 2, nil, "", "--fix=some: use safe or all"},
		{"check --fix --watch chain", 2, nil, "", "--watch does not change files"},
		{"check --fix puppet", 2, nil, "", "no PCL program"},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			dir := unpacked(t, fixture.LoadText(t, fixedPrograms))
			got, changed := changedBy(t, dir, words(test.line))
			if got.code != test.code || !strings.Contains(got.stdout, test.stdout) || !strings.Contains(got.stderr, test.stderr) ||
				test.stdout == "" && got.stdout != "" || test.stderr == "" && got.stderr != "" {
				t.Errorf("got %d\n%s%s", got.code, got.stdout, got.stderr)
			}
			for name, text := range changed {
				changed[name] = strings.TrimLeft(text, "\n")
			}
			if diff := cmp.Diff(test.changed, changed); diff != "" && len(test.changed)+len(changed) > 0 {
				t.Errorf("other files were changed (-want +got):\n%s", diff)
			}
		})
	}
}

// With standard input the fixed text goes to standard output and the report to standard
// error; the file stays. A text that cannot be fixed is printed as it is.
func TestCheckFixStdin(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, fixedPrograms))
	for _, test := range []struct {
		line, text string
		code       int
		stdout     string
		stderr     string
	}{
		{"check - --fix --stdin-filename two/one.pp", "\uFEFFoutput one {\r\n  value = \"${toJSON(\"z\")}\"\r\n}\r\n", 0, "\uFEFFoutput one {\r\n  value = toJSON(\"z\")\r\n}\r\n", "fixed 1 finding in two/one.pp"},
		{"check - --fix --stdin-filename new/x.pp", "output one {\n  value = nope\n}\n", 1, "output one {\n  value = nope\n}\n", "new/x.pp:2:11: error[name.undefined]"},
		{"check - --fix --stdin-filename new/x.pp", "output one {\n  value =\n", 1, "output one {\n  value =\n", "nothing was fixed: new/x.pp:"},
		{"check - --diff --stdin-filename two/one.pp --quiet", fixedOne, 0, "", ""},
	} {
		var stdout, stderr bytes.Buffer
		before := inFolders(t, dir)
		code := run(context.Background(), words(test.line), strings.NewReader(test.text), &stdout, &stderr, environment{dir: dir, variable: func(string) string { return "" }})
		if code != test.code || stdout.String() != test.stdout || !strings.Contains(stderr.String(), test.stderr) {
			t.Errorf("%s: got %d, %q\n%s", test.line, code, stdout.String(), stderr.String())
		}
		if diff := cmp.Diff(before, inFolders(t, dir)); diff != "" {
			t.Errorf("files were changed: %s", diff)
		}
	}
}

// Line endings, the byte order mark and the mode stay; a link too.
func TestCheckFixKeeps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "main.pp")
	if err := os.WriteFile(file, []byte("\uFEFFa = 1\r\noutput one {\r\n  value = \"${toJSON(\"x\")}\"\r\n}\r\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	if got := runIn(t, dir, words("check --fix=all")); got.code != exitClean {
		t.Fatalf("got %+v", got)
	}
	text, err := os.ReadFile(file)
	if err != nil || string(text) != "\uFEFFa = 1\r\noutput one {\r\n  value = toJSON(\"x\")\r\n}\r\n" {
		t.Errorf("got %q, %v", text, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
}

// A file that cannot be written leaves all as they are; that is status 3, and what was
// found is printed.
func TestCheckFixCannotWrite(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, fixedPrograms))
	if err := os.Chmod(filepath.Join(dir, "two", "one.pp"), 0o444); err != nil {
		t.Fatal(err)
	}
	before := inFolders(t, dir)
	got := runIn(t, dir, words("check --fix two"))
	if got.code != exitUnchecked || !strings.Contains(got.stderr, "nothing was fixed: cannot write two/one.pp: it is read-only") || !strings.Contains(got.stdout, "3 hints in 2 files") {
		t.Errorf("got %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	if diff := cmp.Diff(before, inFolders(t, dir)); diff != "" {
		t.Errorf("files were changed: %s", diff)
	}
}

// patch makes of what --diff prints the files that --fix writes.
func TestCheckDiffApplies(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("patch is not installed")
	}
	applied, fixed := unpacked(t, fixture.LoadText(t, fixedPrograms)), unpacked(t, fixture.LoadText(t, fixedPrograms))
	diff := runIn(t, applied, words("check --fix=all --diff chain two spelt user"))
	runIn(t, fixed, words("check --fix=all chain two spelt user"))
	cmd := exec.Command("patch", "-p1")
	cmd.Dir, cmd.Stdin = applied, strings.NewReader(diff.stdout)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, diff.stdout)
	}
	if diff := cmp.Diff(inFolders(t, fixed), inFolders(t, applied)); diff != "" {
		t.Errorf("the files differ (-fixed +patched):\n%s", diff)
	}
}

// Fixing never brings an error or a text that cannot be parsed, and to fix twice is to fix
// once: with safe fixes and with all.
func TestCheckFixLaws(t *testing.T) {
	testsize.Full(t, "it fixes hundreds of programs")
	t.Parallel()
	for _, dir := range []string{"testdata/fix", "testdata/check"} {
		fixture.Run(t, dir, fixingTwiceIsOnce)
	}
}

func fixingTwiceIsOnce(t *testing.T, f *fixture.Fixture) {
	for _, choice := range []string{"--fix", "--fix=all"} {
		dir := unpacked(t, f)
		before := errorLines(runIn(t, dir, words("check --format concise")))
		first := runIn(t, dir, words("check --format concise "+choice))
		if after := errorLines(first); len(after) > len(before) {
			t.Errorf("%s: there were %d errors, and now\n%s", choice, len(before), strings.Join(after, "\n"))
		}
		if again, changed := changedBy(t, dir, words("check --format concise "+choice)); len(changed) > 0 || again.stdout != first.stdout {
			t.Errorf("%s: the second time %v is changed\n%s\n%s", choice, changed, cmp.Diff(first.stdout, again.stdout), again.stderr)
		}
	}
}

func errorLines(o outcome) []string {
	lines := strings.Split(o.stdout, "\n")
	return slices.DeleteFunc(lines, func(line string) bool { return !strings.Contains(line, ": error: ") })
}
