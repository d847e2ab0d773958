package workspace_test

import (
	"fmt"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestNames: the names in directories of the project are told, and no others.
func TestNames(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/app/Pulumi.yaml": "name: app\nruntime: pcl\n", "/w/app/main.pp": "a = 1\n", "/w/app/.hidden": "",
		"/w/app/files/motto.txt": "", "/w/secret.txt": "",
	}
	s := workspace.New(workspace.Options{FS: files})
	p := s.Snapshot().Program("/w/app/main.pp")
	for dir, want := range map[string]string{
		"./":        "[{Pulumi.yaml false} {files true} {main.pp false}]",
		"./files/":  "[{motto.txt false}]",
		"./nowhere": "[]", "../": "[]", "/w": "[]", "": "[]",
	} {
		if got := fmt.Sprint(p.NamesIn(dir)); got != want {
			t.Errorf("%q: got %s, want %s", dir, got, want)
		}
	}
}
