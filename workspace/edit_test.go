package workspace_test

import (
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file checks what an edit of an open document costs.

// countedFS counts what is asked of a file system.
type countedFS struct {
	disk.FS
	asked *atomic.Int64
}

func (c countedFS) ReadDir(name string) ([]fs.DirEntry, error) {
	c.asked.Add(1)
	return c.FS.ReadDir(name)
}

func (c countedFS) ReadFile(name string) ([]byte, error) {
	c.asked.Add(1)
	return c.FS.ReadFile(name)
}

func (c countedFS) Stat(name string) (fs.FileInfo, error) {
	c.asked.Add(1)
	return c.FS.Stat(name)
}

// typed is the change that inserts a text into an open document.
func typed(t testing.TB, s *workspace.Session, path string, at int, text string) workspace.Edit {
	t.Helper()
	file, version, open, _ := s.Snapshot().File(path)
	if !open {
		t.Fatalf("%s is not open", path)
	}
	return workspace.Edit{Path: path, File: file.Edited(syntax.Edit{Span: syntax.Span{Start: at, End: at}, Text: text}), Version: version + 1}
}

// An edit of an open document looks at no disk, and its file is the program's.
func TestEditReadsNothing(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/Pulumi.yaml": "name: x\nruntime: pcl\n", "/w/a.pp": "a = readFile(\"./a.txt\")\n", "/w/b.pp": "b = a\n", "/w/a.txt": "",
		"/user/u.pp": "component c \"../w\" {\n}\n",
	}
	counted := countedFS{files, &atomic.Int64{}}
	s := workspace.New(workspace.Options{FS: counted})
	wantCodes(t, s.Apply(workspace.Open{Path: "/w/a.pp", Text: files["/w/a.pp"], Version: 1}), "/w", "")
	wantCodes(t, s.Snapshot(), "/user", "")

	counted.asked.Store(0)
	now := s.Apply(typed(t, s, "/w/a.pp", 0, "c = d\n"))
	wantCodes(t, now, "/w", "a.pp:name.undefined")
	wantCodes(t, now, "/user", "u.pp:component.errors")
	if n := counted.asked.Load(); n > 0 {
		t.Errorf("the disk was asked %d times", n)
	}
	file, version, open, _ := now.File("/w/a.pp")
	if used, _ := now.ProgramIn("/w").File("/w/a.pp"); used != file || version != 2 || !open {
		t.Errorf("version %d, open %v; the file is the program's: %v", version, open, used == file)
	}
	if file.Parsed() != 1 {
		t.Errorf("%d items were parsed, want 1", file.Parsed())
	}

	delete(files, "/w/a.txt") // which nobody says
	wantCodes(t, s.Apply(typed(t, s, "/w/a.pp", 0, "\n")), "/w", "a.pp:name.undefined")
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/b.pp"}}), "/w", "a.pp:name.undefined a.pp:file.missing")
}

// What is around a program may change after an edit that nobody has looked at yet.
func TestSurroundingsOfUnaskedEdits(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/app/a.pp": "a = readFile(\"./a.txt\")\n", "/w/a.txt": ""}
	s := open(files)
	wantCodes(t, s.Apply(workspace.Open{Path: "/w/app/a.pp", Text: files["/w/app/a.pp"], Version: 1}), "/w/app", "")
	s.Apply(typed(t, s, "/w/app/a.pp", 0, "\n"))
	delete(files, "/w/a.txt")
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/a.txt"}}), "/w/app", "a.pp:file.missing")
}

// A document becomes PCL, or ceases to be, as it is typed.
func TestEditsMakePCL(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{"/w/a.pp": "a = 1\n", "/w/c.pp": "c = 1\n"})
	programs := func(now *workspace.Snapshot) string {
		var names []string
		for _, f := range now.ProgramIn("/w").Files {
			names = append(names, f.Path)
		}
		return strings.Join(names, " ")
	}
	now := s.Apply(workspace.Open{Path: "/w/b.pp", Text: "b = 1\n"})
	for _, step := range []struct{ insert, want string }{
		{"", "/w/a.pp /w/b.pp /w/c.pp"},
		{"include foo\n", "/w/a.pp /w/c.pp"},
		{"# one\n", "/w/a.pp /w/c.pp"},
		{"config x string {\n}\n", "/w/a.pp /w/b.pp /w/c.pp"},
	} {
		if step.insert != "" {
			now = s.Apply(typed(t, s, "/w/b.pp", 0, step.insert))
		}
		if got := programs(now); got != step.want {
			t.Errorf("after %q: %s, want %s", step.insert, got, step.want)
		}
	}
}

// BenchmarkApply applies an edit of a file of many items in a workspace of many
// directories, and asks for nothing.
func BenchmarkApply(b *testing.B) {
	for _, n := range []int{50, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			files := fixture.Files{"/w/a.pp": strings.Repeat("resource r \"a:b:C\" {\n  size = 1\n}\n", n)}
			for i := range 20 {
				files[fmt.Sprintf("/p%d/a.pp", i)] = "a = 1\n"
			}
			s := open(files)
			for i := range 20 {
				s.Snapshot().ProgramIn(fmt.Sprintf("/p%d", i))
			}
			s.Apply(workspace.Open{Path: "/w/a.pp", Text: files["/w/a.pp"]})
			s.Snapshot().ProgramIn("/w")
			edits := [2]workspace.Edit{typed(b, s, "/w/a.pp", 0, "x = 1\n"), typed(b, s, "/w/a.pp", 0, "y = 1\n")}
			for i := 0; b.Loop(); i++ {
				s.Apply(edits[i%2])
			}
		})
	}
}
