package workspace_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// What stops the run of a program in a file below it comes and goes with that file, on disk and in an editor.
func TestFilesBelowCount(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/p/Pulumi.yaml": "name: x\nruntime: pcl\n", "/p/main.pp": "output o {\n  value = 1\n}\n", "/p/a/b/x.pp": "y = 1\n", "/p/a/.hidden/x.pp": "y = (\n", "/q/main.pp": "z = 1\n", "/q/a/x.pp": "y =\n"}
	s := workspace.New(workspace.Options{FS: files})
	const broken = "main.pp:file.below"
	wantCodes(t, s.Snapshot(), "/p", "")
	wantCodes(t, s.Snapshot(), "/q", "") // nobody runs it
	s.Apply(workspace.Open{Path: "/p/a/b/x.pp", Text: "y =\n", Version: 1})
	wantCodes(t, s.Snapshot(), "/p", broken)
	s.Apply(workspace.Close{Path: "/p/a/b/x.pp"})
	wantCodes(t, s.Snapshot(), "/p", "")
	files["/p/new/x.pp"] = "y = [\n"
	s.Apply(workspace.DiskChanged{Paths: []string{"/p/new/x.pp", "/p/new"}})
	wantCodes(t, s.Snapshot(), "/p", broken)
	files["/p/new/x.pp"] = "y = []\n"
	s.Apply(workspace.DiskChanged{Paths: []string{"/p/new/x.pp"}})
	wantCodes(t, s.Snapshot(), "/p", "")
	files["/p/new/x.pp"] = "y = (\n"
	s.Apply(workspace.DiskChanged{Paths: []string{"/p/new/x.pp"}})
	wantCodes(t, s.Snapshot(), "/p", broken)
	delete(files, "/p/new/x.pp")
	s.Apply(workspace.DiskChanged{Paths: []string{"/p/new/x.pp"}})
	wantCodes(t, s.Snapshot(), "/p", "")
}
