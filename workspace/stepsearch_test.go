package workspace_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestSearchInSteps: a search in steps comes to every directory in which Discover finds a program,
// once, and enters no others; it may be left after any step.
func TestSearchInSteps(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/main.pp":                      "x = 1\n",
		"/w/a/b/c/deep.pp":                "x = 1\n",
		"/w/a/empty/":                     "",
		"/w/.hidden/main.pp":              "x = 1\n",
		"/w/node_modules/p/main.pp":       "x = 1\n",
		"/w/manifests/site.pp":            "class site { }\n",
		"/w/project/Pulumi.yaml":          "name: p\nruntime: pcl\nmain: ../.program\n",
		"/w/.program/main.pp":             "x = 1\n",
		"/w/other/Pulumi.yaml":            "name: p\nruntime: nodejs\nmain: ../.hidden\n",
		"/w/notes.txt":                    "",
		"/elsewhere/far/away/from/it.pp":  "x = 1\n",
		"/elsewhere/far/component/one.pp": "x = 1\n",
	}
	snapshot := open(files).Snapshot()
	search := snapshot.SearchInSteps("/w", "/w/a", "/elsewhere/far/away", "/nowhere")
	for seen := 0; search.Step(); seen = len(search.Dirs()) {
		if len(search.Dirs()) < seen {
			t.Fatal("the list has become shorter")
		}
	}
	var got []string
	for _, dir := range search.Dirs() {
		if p := snapshot.ProgramIn(dir); p != nil && len(p.Files) > 0 {
			got = append(got, dir)
		}
	}
	slices.Sort(got)
	found, err := snapshot.Discover("/w", "/elsewhere/far/away")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, target := range found.Targets {
		want = append(want, target.Dir)
	}
	if !slices.Equal(got, want) || len(got) != 4 {
		t.Errorf("the steps lead to\n%s\nand Discover to\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
