package workspace_test

import (
	"context"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// A file of inputs is a program of its own, known by its path. It sees no other file, and a change
// of it on disk or in an editor is seen as that of a program is.
func TestInputsAreProgramsOfTheirOwn(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/p/main.pp": "a = 1\noutput b { value = a }\n", "/p/x.pcl": "# pcl: m:n:O create --stateless\nv = a\n", "/p/y.pcl": "v = 1\n", "/p/printer.pcl": "\x1b%-12345X@PJL\n",
		"/p/.pcl-lsp.yaml": "rules: {inputs.token: off}\n",
	}
	s := workspace.New(workspace.Options{FS: files})
	wantCodes(t, s.Snapshot(), "/p", "")
	wantCodes(t, s.Snapshot(), "/p/x.pcl", "x.pcl:package.unknown x.pcl:name.undefined")
	wantCodes(t, s.Snapshot(), "/p/y.pcl", "")
	found, err := s.Snapshot().Discover("/p")
	if err != nil || len(found.Targets) != 3 {
		t.Fatalf("found %v, %v", found, err)
	}
	if p := s.Snapshot().Program("/p/y.pcl"); p == nil || p.Dir != "/p/y.pcl" || len(p.Files) != 1 {
		t.Errorf("program %v", p)
	}
	if p := s.Snapshot().Program("/p/printer.pcl"); p != nil {
		t.Error("a file for a printer is a program")
	}
	s.Apply(workspace.Open{Path: "/p/y.pcl", Text: "v = [\n", Version: 1})
	wantCodes(t, s.Snapshot(), "/p/y.pcl", "y.pcl:syntax.tuple")
	s.Apply(workspace.Close{Path: "/p/y.pcl"})
	wantCodes(t, s.Snapshot(), "/p/y.pcl", "")
	files["/p/y.pcl"] = "v = (\n"
	s.Apply(workspace.DiskChanged{Paths: []string{"/p/y.pcl"}})
	wantCodes(t, s.Snapshot(), "/p/y.pcl", "y.pcl:syntax.paren")
	delete(files, "/p/y.pcl")
	s.Apply(workspace.DiskChanged{Paths: []string{"/p/y.pcl"}})
	if p := s.Snapshot().Program("/p/y.pcl"); p != nil {
		t.Error("a deleted file is a program")
	}
	if all, err := s.Snapshot().Diagnose(context.Background(), s.Snapshot().ProgramIn("/p")); err != nil || len(all["/p/main.pp"]) != 0 {
		t.Errorf("the program beside them: %v, %v", all, err)
	}
}
