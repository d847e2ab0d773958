package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const documented = `Programs with and without a README.md.
-- Pulumi.yaml --
name: all
runtime: pcl
-- main.pp --
component a "./a" {
  name = "x"
}
-- a/main.pp --
config name string {
}
-- a/README.md --
# About a

    code

~~~md
<!-- pcl-lsp docs -->
~~~

<!-- pcl-lsp docs -->
stale
<!-- end -->

More.
-- elsewhere/b/main.pp --
component c "../../a" {
  name = "y"
}
-- elsewhere/b/README.md --
# About b
-- broken/one/main.pp --
a = 1
-- broken/one/README.md --
<!-- pcl-lsp docs -->
-- broken/two/main.pp --
a = 1
-- broken/two/README.md --
~~~
`

const (
	docsOfA = "# About a\n\n    code\n\n~~~md\n<!-- pcl-lsp docs -->\n~~~\n\n<!-- pcl-lsp docs -->\n\n" +
		"## Inputs\n\n| Name | Type | Default | Description |\n|---|---|---|---|\n| `name` | `string` | *required* |  |\n\n" +
		"## Example\n\n```hcl\ncomponent a \"./a\" {\n  name = \"\"\n}\n```\n\n<!-- end -->\n\nMore.\n"
	docsOfB = "# About b\n\n<!-- pcl-lsp docs -->\n\n## Components\n\n| Source | Names |\n|---|---|\n| `../../a` | `c` |\n\n" +
		"## Example\n\n```hcl\ncomponent b \"./b\" {\n}\n```\n\n<!-- end -->\n"
)

// Which files docs writes, what it prints, and its exit code.
func TestDocs(t *testing.T) {
	t.Parallel()
	const diffOfB = "--- a/elsewhere/b/README.md\n+++ b/elsewhere/b/README.md\n@@ -1 +1,18 @@\n # About b\n+\n+<!-- pcl-lsp docs -->\n+\n+## Components\n+\n+" +
		"| Source | Names |\n+|---|---|\n+| `../../a` | `c` |\n+\n+## Example\n+\n+```hcl\n+component b \"./b\" {\n+}\n+```\n+\n+<!-- end -->\n"
	for _, test := range []struct {
		line           string
		code           int
		changed        map[string]string
		stdout, stderr string
	}{
		{"docs --write a", 0, map[string]string{"a/README.md": docsOfA}, "a/README.md\n", ""},
		// A component elsewhere is not documented.
		{"docs --write elsewhere", 0, map[string]string{"elsewhere/b/README.md": docsOfB}, "elsewhere/b/README.md\n", ""},
		{"docs --check elsewhere", 1, nil, "elsewhere/b/README.md\n", ""},
		{"docs --write --check elsewhere", 1, nil, "elsewhere/b/README.md\n", ""},
		{"docs --diff elsewhere", 0, nil, diffOfB, ""},
		{"docs --check --diff elsewhere", 1, nil, diffOfB, ""},
		{"docs --write broken/one", 3, nil, "", "pcl-lsp: nothing was changed: broken/one/README.md: no line `<!-- end -->` follows the line `<!-- pcl-lsp docs -->`\n"},
		{"docs --write broken/two", 3, nil, "", "pcl-lsp: nothing was changed: broken/two/README.md: its last code block does not end, so nothing can be added\n"},
		{"docs --write", 3, nil, "", "pcl-lsp: nothing was changed: broken/one/README.md: no line `<!-- end -->` follows the line `<!-- pcl-lsp docs -->`\n"},
		{"docs --format json --write a", 2, nil, "", "pcl-lsp: --format json prints; it cannot be used with --write, --check or --diff\n"},
		{"docs --format yaml a", 2, nil, "", "pcl-lsp: unknown format \"yaml\"; choose one of markdown, json\n"},
		{"docs nowhere", 2, nil, "", "pcl-lsp: cannot read nowhere: no such file or directory\n"},
		{"docs a elsewhere", 2, nil, "", "pcl-lsp: name one directory: pcl-lsp docs DIR\n"},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			dir := unpacked(t, fixture.LoadText(t, documented))
			got, changed := changedBy(t, dir, words(test.line))
			if diff := cmp.Diff(outcome{test.code, test.stdout, test.stderr}, got, cmp.AllowUnexported(outcome{})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(test.changed, changed); diff != "" && len(test.changed)+len(changed) > 0 {
				t.Errorf("other files were changed (-want +got):\n%s", diff)
			}
		})
	}
}

// What docs wrote is up to date, also with Windows line endings, and a program without a
// README.md gets one.
func TestDocsAgain(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, documented))
	if err := os.RemoveAll(filepath.Join(dir, "broken")); err != nil {
		t.Fatal(err)
	}
	readme := filepath.Join(dir, "a/README.md")
	windows := strings.ReplaceAll(docsOfA, "\n", "\r\n")
	if err := os.WriteFile(readme, []byte(strings.ReplaceAll(windows, "Inputs", "Stale")), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := runIn(t, dir, words("docs --write")); got.code != 0 || got.stdout != "README.md\na/README.md\nelsewhere/b/README.md\n" {
		t.Errorf("got %+v", got)
	}
	if text, err := os.ReadFile(readme); err != nil || string(text) != windows {
		t.Errorf("%v, got %q, want %q", err, text, windows)
	}
	if got := runIn(t, dir, words("docs --check")); got != (outcome{}) {
		t.Errorf("got %+v", got)
	}
	name := filepath.Base(dir)
	if text, err := os.ReadFile(filepath.Join(dir, "README.md")); err != nil || !strings.HasPrefix(string(text), "# "+name+"\n\n<!-- pcl-lsp docs -->\n\n## Components\n") {
		t.Errorf("%v, got %q", err, text)
	}
}

// A README.md that leads out of the directory is left alone.
func TestDocsThroughLink(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, documented))
	readme := filepath.Join(dir, "a/README.md")
	if err := os.Remove(readme); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../elsewhere/b/README.md", readme); err != nil {
		t.Skip("this file system has no links")
	}
	got, changed := changedBy(t, dir, words("docs --write a"))
	if got.code != 0 || got.stdout != "" || len(changed) > 0 || !strings.HasPrefix(got.stderr, "pcl-lsp: a/README.md is skipped: it is a link to ") {
		t.Errorf("got %+v, changed %v", got, changed)
	}
}

// JSON has what the pages have, and a package without a schema is mentioned.
func TestDocsJSON(t *testing.T) {
	t.Parallel()
	programs := filepath.Join(analysistest.Repository(t), "testdata/programs")
	got := runIn(t, programs, words("docs --format json --schema ../schemas components"))
	var doc docsDocument
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil || got.code != 0 || got.stderr != "" || len(doc.Programs) != 3 {
		t.Fatalf("%v, got %+v", err, got)
	}
	if site := doc.Programs[1]; site.Directory != "components/site" || len(site.Inputs) != 4 || len(site.Outputs) != 3 || site.Outputs[0].Type != "output(id)" || site.Example == "" {
		t.Errorf("got %+v", site)
	}
	dir := unpacked(t, fixture.LoadText(t, "-- main.pp --\nresource r \"none:index:R\" {\n}\nresource s \"none:index:S\" {\n}\noutput o {\n  value = r.id\n}\n"))
	if got = runIn(t, dir, words("docs")); got.code != 0 || strings.Count(got.stderr, "pcl-lsp: types are incomplete: package none has no usable schema: ") != 1 {
		t.Errorf("got %+v", got)
	}
}
