package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const untidyPrograms = `Unformatted texts.
-- good/main.pp --
output a {
  value = 1
}
-- untidy/main.pp --
output a {
    value=1
}
-- untidy/sub/other.pp --
output   b {
  value = 1
}
-- broken/main.pp --
output a {
    value=1
}
-- broken/other.pp --
output b {
-- puppet/site.pp --
include   foo
-- pages/a.md --
- In a list:

  ` + "```pcl" + `
  a = <<-X
    x
  X

  output b {
      value = a
  }
  ` + "```" + `

` + "```pcl ignore" + `
a=…
` + "```" + `
-- pages/bad/b.md --
text

` + "```pp" + `
a   = 1

b =
` + "```" + `
`

// Which files fmt formats, what it prints, and its exit code.
func TestFmt(t *testing.T) {
	t.Parallel()
	const tidy, tidyOther = "output a {\n  value = 1\n}\n", "output b {\n  value = 1\n}\n"
	for _, test := range []struct {
		line           string
		code           int
		changed        map[string]string
		stdout, stderr string
	}{
		{"fmt untidy good", 0, map[string]string{"untidy/main.pp": tidy, "untidy/sub/other.pp": tidyOther}, "untidy/main.pp\nuntidy/sub/other.pp\n", ""},
		{"fmt untidy/main.pp", 0, map[string]string{"untidy/main.pp": tidy}, "untidy/main.pp\n", ""},
		{"fmt untidy/**/o*.pp", 0, map[string]string{"untidy/sub/other.pp": tidyOther}, "untidy/sub/other.pp\n", ""},
		{"fmt --check untidy good", 1, nil, "untidy/main.pp\nuntidy/sub/other.pp\n", ""},
		{"fmt --check good", 0, nil, "", ""},
		{"fmt --diff untidy/main.pp", 0, nil, "--- a/untidy/main.pp\n+++ b/untidy/main.pp\n@@ -1,3 +1,3 @@\n output a {\n-    value=1\n+  value = 1\n }\n", ""},
		{"fmt --check --diff untidy/sub", 1, nil, "--- a/untidy/sub/other.pp\n+++ b/untidy/sub/other.pp\n@@ -1,3 +1,3 @@\n-output   b {\n+output b {\n   value = 1\n }\n", ""},
		// Nothing is written when anything failed to parse.
		{"fmt", 3, nil, "", "pcl-lsp: not formatted: broken/other.pp:1 has a syntax error\npcl-lsp: nothing was changed\n"},
		{"fmt --check broken", 3, nil, "broken/main.pp\n", "pcl-lsp: not formatted: broken/other.pp:1 has a syntax error\n"},
		{"fmt broken/main.pp", 0, map[string]string{"broken/main.pp": tidy}, "broken/main.pp\n", ""},
		{"fmt pages/a.md", 0, map[string]string{"pages/a.md": "- In a list:\n\n  ```pcl\n  a = <<-X\n    x\n  X\n\n  output b {\n    value = a\n  }\n  ```\n\n```pcl ignore\na=…\n```\n"}, "pages/a.md\n", ""},
		{"fmt --check pages", 3, nil, "pages/a.md\n", "pcl-lsp: not formatted: pages/bad/b.md:6 has a syntax error\n"},
		{"fmt puppet", 2, nil, "", "pcl-lsp: no PCL program at or below puppet: there is no .pp file that is PCL\n"},
		{"fmt puppet/site.pp", 2, nil, "", "pcl-lsp: puppet/site.pp does not look like PCL; if it is, put a Pulumi.yaml with `runtime: pcl` beside it\n"},
		{"fmt nowhere", 2, nil, "", "pcl-lsp: cannot read nowhere: no such file or directory\n"},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			dir := unpacked(t, fixture.LoadText(t, untidyPrograms))
			got, changed := changedBy(t, dir, words(test.line))
			if want := (outcome{test.code, test.stdout, test.stderr}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if diff := cmp.Diff(test.changed, changed); diff != "" && len(test.changed)+len(changed) > 0 {
				t.Errorf("other files were changed (-want +got):\n%s", diff)
			}
		})
	}
}

// Standard input is printed formatted, or unchanged if it has a syntax error.
func TestFmtStdin(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		line, text, stdout, stderr string
		code                       int
	}{
		{"fmt -", "\uFEFFoutput   a {\r\n}\r\n", "\uFEFFoutput a {\r\n}\r\n", "", 0},
		{"fmt --check -", "output   a {\n}\n", "", "", 1},
		{"fmt --diff - --stdin-filename x.pp", "a   = 1\n", "--- a/x.pp\n+++ b/x.pp\n@@ -1 +1 @@\n-a   = 1\n+a = 1\n", "", 0},
		{"fmt - --stdin-filename x.pp", "query   q {\n}\n", "query   q {\n}\n", "pcl-lsp: standard input for x.pp does not look like PCL; if it is, put a Pulumi.yaml with `runtime: pcl` next to the file\n", 2},
		{"fmt -", "output   a {\n", "output   a {\n", "pcl-lsp: not formatted: stdin.pp:1 has a syntax error\n", 3},
		{"fmt - x.pp", "", "", "pcl-lsp: - is standard input and cannot be used with other paths\n", 2},
	} {
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), words(test.line), strings.NewReader(test.text), &stdout, &stderr, environment{dir: t.TempDir(), variable: func(string) string { return "" }})
		if got, want := (outcome{code, stdout.String(), stderr.String()}), (outcome{test.code, test.stdout, test.stderr}); got != want {
			t.Errorf("%s: got %+v, want %+v", test.line, got, want)
		}
	}
}
