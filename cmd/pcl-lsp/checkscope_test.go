package main

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const scopedPrograms = `schemas: zoo
-- .pcl-lsp.yaml --
exclude: [gen, "**/*_gen.pp"]
overrides:
  - paths: [legacy]
    mode: lenient
    rules:
      unused.*: off
-- main.pp --
component lib "./gen/lib" {
}
output y {
  value = lib.y
}
-- gen/lib/main.pp --
output y {
  value = 1
}
unused = 1
-- gen/main.pp --
output a {
  value = nope
}
-- app/main.pp --
a = 1
-- app/main_gen.pp --
output b {
  value = nope
}
-- legacy/main.pp --
output c {
  value = nope
}
d = 1
-- strict/.pcl-lsp.yaml --
failOn: warning
-- strict/main.pp --
resource a "nowhere:index:A" {
}
-- lax/.pcl-lsp.yaml --
failOn: none
-- lax/main.pp --
output e {
  value = nope
}
-- needy/.pcl-lsp.yaml --
schemas:
  require: true
-- needy/main.pp --
resource a "nowhere:index:A" {
}
`

// Settings say what is excluded, what differs in some folders, and what makes a check
// fail. Flags go before them.
func TestCheckScope(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, scopedPrograms))
	for _, test := range []struct {
		line           string
		code           int
		stdout, stderr string // stdout to its end
	}{
		{"check .", 3, "1 error, 3 warnings, 1 hint in 5 files (6 files checked); 3 files excluded\n", "package nowhere has no usable schema"},
		{"check main.pp", 0, "no findings in 1 file\n", ""},
		{"check gen", 0, "no findings in 0 files; 2 files excluded\n", ""},
		{"check gen/main.pp", 0, "no findings in 0 files; 1 file excluded\n", ""},
		{"check app", 0, "1 hint in 1 file (1 file checked); 1 file excluded\n", ""},
		{"check legacy", 0, "1 warning in 1 file (1 file checked)\n", ""},
		{"check --mode strict legacy", 1, "1 error in 1 file (1 file checked)\n", ""},
		{"check --rule unused.*=hint legacy", 0, "1 warning, 1 hint in 1 file (1 file checked)\n", ""},
		{"check strict", 1, "1 warning in 1 file (1 file checked)\n", ""},
		{"check --fail-on error strict", 0, "1 warning in 1 file (1 file checked)\n", ""},
		{"check lax", 0, "1 error in 1 file (1 file checked)\n", ""},
		{"check --fail-on error lax", 1, "1 error in 1 file (1 file checked)\n", ""},
		{"check lax strict", 1, "1 error, 1 warning in 2 files (2 files checked)\n", ""},
		{"check needy", 3, "1 warning in 1 file (1 file checked)\n", "package nowhere has no usable schema"},
		{"check --exit-zero needy", 3, "1 warning in 1 file (1 file checked)\n", "package nowhere has no usable schema"},
	} {
		got := runIn(t, dir, words(test.line))
		if got.code != test.code || !strings.HasSuffix(got.stdout, test.stdout) || !strings.Contains(got.stderr, test.stderr) || (test.stderr == "") != (got.stderr == "") {
			t.Errorf("%s: got %d\n%s%s\nwant %d\n%s%s", test.line, got.code, got.stdout, got.stderr, test.code, test.stdout, test.stderr)
		}
	}
}

// The JSON summary counts what was left out.
func TestCheckScopeJSON(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, scopedPrograms))
	if got := runIn(t, dir, words("check --format json app")); !strings.Contains(got.stdout, `"excluded": 1`) {
		t.Error(got.stdout)
	}
}

// A check that is remembered has what settings say of it: what fails, what is excluded and
// which schema is missing. Flags count anew.
func TestCheckScopeRemembered(t *testing.T) {
	t.Parallel()
	dir, cache := unpacked(t, fixture.LoadText(t, scopedPrograms)), t.TempDir()
	for _, test := range []struct {
		line string
		code int
	}{
		{"check strict", 1}, {"check --fail-on error strict", 0}, {"check lax", 0}, {"check --fail-on error lax", 1}, {"check needy", 3}, {"check app", 0},
	} {
		env := environment{dir: dir, cache: cache + "/indexes", variable: func(string) string { return "" }}
		first := runWith(t, words(test.line), env)
		again := runWith(t, words(test.line), env)
		if first != again || first.code != test.code {
			t.Errorf("%s: want %d\n%+v\n%+v", test.line, test.code, first, again)
		}
	}
}
