package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const selectedPrograms = `-- p/main.pp --
unused = 1
BadName = nope

output out {
  value = BadName
}
-- broken/main.pp --
unused = 1
output out {
-- team/.pcl-lsp.yaml --
rules:
  unused.*: off
  name.style: information
-- team/main.pp --
unused = 1
BadName = 1

output out {
  value = BadName
}
-- chain/main.pp --
a = nope

output out {
  value = "${a}"
}
`

// --select limits what is reported, --ignore leaves out, and both count for the exit code.
func TestCheckSelect(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, selectedPrograms))
	for _, test := range []struct {
		line string
		code int
		want string // the severities and codes
	}{
		{"check p", 1, "hint unused.local, error name.undefined"},
		{"check --select unused.* p", 0, "hint unused.local"},
		{"check --select unused.* --ignore unused.local p", 0, ""},
		{"check --select unused.*,name.style p", 0, "hint unused.local, warning name.style"},
		{"check --select unused.* --select name.undefined p", 1, "hint unused.local, error name.undefined"},
		{"check --select * p", 1, "hint unused.local, error name.undefined"},
		{"check --select name.style --rule name.style=error p", 1, "error name.style"},
		{"check --select category:unused p", 0, "hint unused.local"},
		{"check --select category:style --ignore unused.local p", 0, "warning name.style"},
		{"check --ignore category:unused p", 1, "error name.undefined"},
		{"check --ignore name.* p", 0, "hint unused.local"},
		{"check --ignore name.*,unused.local p", 0, ""},
		{"check --ignore name.* --rule name.undefined=warning p", 0, "hint unused.local, warning name.undefined"},
		{"check --select name.* broken", 1, "error syntax.block.unclosed"},
		{"check team", 0, "information name.style"},
		{"check --select unused.local,name.style team", 0, "hint unused.local, information name.style"},
	} {
		got := runIn(t, dir, append(words(test.line), "--format", "concise", "--quiet"))
		var found []string
		for line := range strings.Lines(got.stdout) {
			_, rest, _ := strings.Cut(line, ": ")
			severity, rest, _ := strings.Cut(rest, ": ")
			found = append(found, severity+" "+strings.TrimSuffix(rest[strings.LastIndex(rest, "[")+1:], "]\n"))
		}
		if list := strings.Join(found, ", "); got.code != test.code || list != test.want || got.stderr != "" {
			t.Errorf("pcl-lsp %s: got %d, %s%s; want %d, %s", test.line, got.code, list, got.stderr, test.code, test.want)
		}
	}
	for line, want := range map[string]string{
		"check --select unusd.* p":              `--select unusd.*: there is no code "unusd.*"; did you mean unused.*?`,
		"check --select unused.local,nope p":    `--select nope: there is no code "nope"`,
		"check --select category:secret p":      `--select category:secret: unknown category "secret"; did you mean secrets?; choose one of correctness, secrets, security, deprecation, unused, style`,
		"check --ignore category:correctness p": "syntax errors are always errors",
		"check --ignore unused.locl p":          `--ignore unused.locl: there is no code "unused.locl"; did you mean unused.local?`,
		"check --ignore syntax.* p":             "--ignore syntax.*: syntax errors are always errors",
	} {
		if got := runIn(t, dir, words(line)); got.code != exitUsage || !strings.Contains(got.stderr, want) || got.stdout != "" {
			t.Errorf("pcl-lsp %s: got %+v, want %s", line, got, want)
		}
	}
}

// Only selected findings are fixed, and the harm that a fix may do counts although nobody
// selected it.
func TestCheckSelectFixes(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, selectedPrograms))
	for _, test := range []struct{ line, file, want string }{
		{"check --quiet --fix --select unused.* chain", "chain/main.pp", "a = nope\n\noutput out {\n  value = \"${a}\"\n}\n"},
	} {
		got := runIn(t, dir, words(test.line))
		text, err := os.ReadFile(filepath.Join(dir, test.file))
		if err != nil || string(text) != test.want || got.stdout != "" || got.code != exitClean {
			t.Errorf("pcl-lsp %s: got %+v, %v\n%s\nwant\n%s", test.line, got, err, text, test.want)
		}
	}
	text := "unused = 1\n\noutput out {\n  value = nope\n}\n"
	if got := runStdin(t, dir, text, "check --add-ignores --ignore-reason later --select name.* --quiet - --stdin-filename q/main.pp"); !strings.Contains(got.stdout, "\n  # pcl-lsp:ignore name.undefined -- later\n  value = nope\n") {
		t.Errorf("got %+v", got)
	}
}

// The help lists all categories, and every code has one of them.
func TestCategories(t *testing.T) {
	t.Parallel()
	count := 0
	for _, c := range codes.Categories() {
		count += len(codes.InCategory(c))
		if !strings.Contains(helpText("check"), string(c)) {
			t.Errorf("the help does not name %s", c)
		}
	}
	if count != len(codes.All()) {
		t.Errorf("%d codes are in categories, of %d", count, len(codes.All()))
	}
}
