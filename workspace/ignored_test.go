package workspace_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

var ignoredFiles = fixture.Files{
	"/r/.git/HEAD":                      "ref: refs/heads/main\n",
	"/r/.git/info/exclude":              "excluded/\n",
	"/r/.gitignore":                     "build/\n*_gen.pp\n/top\n!kept_gen.pp\nparts/\n",
	"/r/main.pp":                        "component part \"./parts/one\" {\n}\n",
	"/r/parts/one/main.pp":              "x = 1\n",
	"/r/parts/two/main.pp":              "x = 1\n",
	"/r/build/main.pp":                  "x = 1\n",
	"/r/a/build/main.pp":                "x = 1\n",
	"/r/top/main.pp":                    "x = 1\n",
	"/r/a/top/main.pp":                  "x = 1\n",
	"/r/excluded/main.pp":               "x = 1\n",
	"/r/gen/one_gen.pp":                 "x = 1\n",
	"/r/kept/kept_gen.pp":               "x = 1\n",
	"/r/some/one_gen.pp":                "x = 1\n",
	"/r/some/main.pp":                   "y = x\n",
	"/r/nested/.gitignore":              "!build/\n/left\n*.pcl\n",
	"/r/nested/build/main.pp":           "x = 1\n",
	"/r/nested/left/main.pp":            "x = 1\n",
	"/r/nested/in.pcl":                  "x = 1\n",
	"/r/other/.git":                     "gitdir: /r/.git/worktrees/other\n",
	"/r/.git/worktrees/other/HEAD":      "x",
	"/r/.git/worktrees/other/commondir": "../..\n",
	"/r/other/build/main.pp":            "x = 1\n",
	"/r/other/excluded/main.pp":         "x = 1\n",
	"/free/.gitignore":                  "*\n",
	"/free/main.pp":                     "x = 1\n",
}

// TestSearchIgnores: a search leaves out what git ignores, for an editor and for a check alike. What was
// named and what programs use counts all the same.
func TestSearchIgnores(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ roots, want string }{
		{"/r", "/r /r/a/top /r/kept /r/nested/build /r/other/build /r/parts/one /r/some"},
		{"/r/build", "/r/build"},
		{"/r/a", "/r/a/top"},
		{"/r/excluded", "/r/excluded"},
		{"/r/parts", "/r/parts/one /r/parts/two"},
		{"/r/nested", "/r/nested/build"},
		{"/r/other", "/r/other/build"},
		{"/r/a /r/a/build", "/r/a/build /r/a/top"},
		{"/free", "/free"},
	} {
		roots := strings.Fields(test.roots)
		snapshot := open(ignoredFiles).Snapshot()
		found, err := snapshot.Discover(roots...)
		if err != nil {
			t.Fatal(err)
		}
		var dirs []string
		for _, target := range found.Targets {
			dirs = append(dirs, target.Dir)
		}
		if diff := cmp.Diff(test.want, strings.Join(dirs, " ")); diff != "" {
			t.Errorf("%s: %s", test.roots, diff)
		}
		search := snapshot.SearchInSteps(roots...)
		for search.Step() {
		}
		searched := search.Dirs()
		for _, dir := range dirs {
			inside := slices.Contains(searched, dir)
			if used := dir == "/r/parts/one" && test.roots == "/r"; inside == used {
				t.Errorf("%s: a search in steps finds %s: %v", test.roots, dir, inside)
			}
			if root := roots[0]; len(roots) == 1 && strings.HasPrefix(dir, root) && snapshot.SearchReach(root)(dir) != inside {
				t.Errorf("%s: a search enters %s: %v", root, dir, !inside)
			}
		}
		for _, dir := range searched {
			if !slices.Contains(dirs, dir) {
				t.Errorf("%s: only a search in steps finds %s", test.roots, dir)
			}
		}
	}
	all, err := workspace.New(workspace.Options{FS: ignoredFiles, SearchIgnored: true}).Snapshot().Discover("/r")
	if err != nil || len(all.Targets) != 16 {
		t.Errorf("with what is ignored: got %v, %v", all, err)
	}
}
