package workspace_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// EvictUnused forgets programs and schemas that no open document uses. Programs with open documents,
// their components, programs whose project file is open and programs to keep stay as they
// are. The others have the same findings when somebody asks again.
func TestEvictUnused(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/open/main.pp":           "component c \"../inner\" {}\na = b\n",
		"/w/inner/main.pp":          "x = y\n",
		"/w/configured/Pulumi.yaml": "name: p\nruntime: pcl\nmain: src\n", "/w/configured/src/main.pp": "a = b\n",
		"/w/kept/main.pp": "a = b\n",
	}
	for i := range 20 {
		files[fmt.Sprintf("/w/other%d/main.pp", i)] = "component c \"../inner\" {}\nz = nothing\n"
	}
	s := workspace.New(workspace.Options{FS: files})
	s.Apply(workspace.Open{Path: "/w/open/main.pp", Text: files["/w/open/main.pp"]}, workspace.Open{Path: "/w/configured/Pulumi.yaml", Text: files["/w/configured/Pulumi.yaml"]})
	staying := []string{"/w/open", "/w/inner", "/w/configured/src", "/w/kept"}
	before, others := map[string]*analysis.Program{}, []weak.Pointer[analysis.Program]{}
	for _, dir := range staying {
		before[dir] = checked(t, s, dir)
	}
	for i := range 20 {
		others = append(others, weak.Make(checked(t, s, fmt.Sprintf("/w/other%d", i))))
	}
	s.Apply(workspace.EvictUnused{Keep: func(dir string) bool { return dir == "/w/kept" }})
	for _, dir := range staying {
		if s.Snapshot().ProgramIn(dir) != before[dir] {
			t.Errorf("%s is forgotten", dir)
		}
	}
	for range 3 {
		runtime.GC()
	}
	living := 0
	for _, p := range others {
		if p.Value() != nil {
			living++
		}
	}
	if living > 1 {
		t.Errorf("%d of %d programs that are not used are still there", living, len(others))
	}
	for i := range 20 {
		wantCodes(t, s.Snapshot(), fmt.Sprintf("/w/other%d", i), "main.pp:component.errors main.pp:name.undefined")
	}
	s.Apply(workspace.DiskChanged{Paths: []string{"/w/inner/main.pp"}})
	wantCodes(t, s.Snapshot(), "/w/inner", "main.pp:name.undefined")
}

// Idle forgets programs that nobody has asked for since they changed or went, and directories without a program, whoever named them. Everything
// else stays as it is, components that are not there included.
func TestIdle(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/closed/main.pp": "a = b\n", "/w/changed/main.pp": "a = b\n", "/w/gone/main.pp": "a = b\n",
		"/w/user/main.pp": "component c \"../absent\" {}\n",
	}
	s := workspace.New(workspace.Options{FS: files})
	before, left := map[string]*analysis.Program{}, []weak.Pointer[analysis.Program]{}
	for _, dir := range []string{"/w/closed", "/w/user"} {
		before[dir] = checked(t, s, dir)
	}
	for _, dir := range []string{"/w/changed", "/w/gone"} {
		left = append(left, weak.Make(checked(t, s, dir)))
	}
	for i := range 20 { // somebody types the name of a component
		s.Snapshot().ProgramIn(fmt.Sprintf("/w/nothing%d", i))
	}
	delete(files, "/w/gone/main.pp")
	files["/w/changed/main.pp"] = "a = bb\n"
	s.Apply(workspace.DiskChanged{Paths: []string{"/w/gone/main.pp", "/w/changed/main.pp"}}, workspace.Idle{})
	if got, want := s.Snapshot().Folders(), []string{"/w/absent", "/w/closed", "/w/user"}; !slices.Equal(got, want) {
		t.Errorf("the session knows %q, want %q", got, want)
	}
	for dir, program := range before {
		if s.Snapshot().ProgramIn(dir) != program {
			t.Errorf("%s is forgotten", dir)
		}
	}
	for range 3 {
		runtime.GC()
	}
	for _, p := range left {
		if p.Value() != nil {
			t.Errorf("%s is still there", p.Value().Dir)
		}
	}
	wantCodes(t, s.Snapshot(), "/w/changed", "main.pp:name.undefined")
	files["/w/absent/main.pp"] = "output o {\n  value = 1\n}\n"
	s.Apply(workspace.DiskChanged{Paths: []string{"/w/absent/main.pp"}})
	wantCodes(t, s.Snapshot(), "/w/user", "")
}

// checked is the program in a directory, checked.
func checked(t *testing.T, s *workspace.Session, dir string) *analysis.Program {
	t.Helper()
	now := s.Snapshot()
	p := now.ProgramIn(dir)
	if _, err := now.Report(context.Background(), p, nil); err != nil {
		t.Fatal(err)
	}
	return p
}
