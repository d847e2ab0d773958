package workspace_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// open makes a session of files below /w.
func open(files fixture.Files) *workspace.Session {
	return workspace.New(workspace.Options{FS: files})
}

// edit says that a document has another text, of which the session's file keeps what
// is the same if the document is open.
func edit(s *workspace.Session, path, text string, version int) workspace.Edit {
	var before *syntax.File
	if slices.Contains(s.Snapshot().Open(), path) {
		before, _, _, _ = s.Snapshot().File(path)
	}
	return workspace.Edit{Path: path, File: syntax.Parse(path, text, before), Version: version}
}

// codes are the findings of a directory's program: FILE:CODE, sorted.
func codes(t *testing.T, s *workspace.Snapshot, dir string) string {
	t.Helper()
	p := s.ProgramIn(dir)
	if p == nil {
		return "no program"
	}
	byFile, err := s.Diagnose(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range p.Files {
		found, ok := byFile[f.Path]
		if !ok {
			t.Errorf("%s has no entry", f.Path)
		}
		for _, d := range found {
			all = append(all, path.Base(d.Path)+":"+string(d.Code))
		}
	}
	return strings.Join(all, " ")
}

// wantCodes compares the codes in a program, without those about what nothing uses:
// these programs are about files.
func wantCodes(t *testing.T, s *workspace.Snapshot, dir, want string) {
	t.Helper()
	got := slices.DeleteFunc(strings.Fields(codes(t, s, dir)), func(code string) bool { return strings.Contains(code, ":unused.") })
	if strings.Join(got, " ") != want {
		t.Errorf("%s: got %q, want %q", dir, got, want)
	}
}

// A program is made of all files of its directory, and open texts win.
func TestOverlays(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{"/w/a.pp": "a = b\n", "/w/b.pp": "b = 1\n", "/w/notes.txt": ""})
	first := s.Snapshot()
	wantCodes(t, first, "/w", "")
	if first.Program("/w/a.pp") == nil || first.Program("/w/a.pp") != first.Program("/w/../w/b.pp") {
		t.Error("the two files are not in one program")
	}
	for _, none := range []string{"/w/c.pp", "/w/notes.txt", "/x/a.pp", "untitled:1", ""} {
		if first.Program(none) != nil {
			t.Errorf("%q has a program", none)
		}
	}

	second := s.Apply(workspace.Open{Path: "/w/b.pp", Text: "c = 1\n", Version: 3})
	wantCodes(t, second, "/w", "a.pp:name.undefined")
	if file, version, open, ok := second.File("/w/b.pp"); !ok || file.Text() != "c = 1\n" || version != 3 || !open {
		t.Errorf("got %v, version %d, open %v", ok, version, open)
	}
	wantCodes(t, s.Apply(edit(s, "/w/b.pp", "b = 2\n", 4)), "/w", "")
	wantCodes(t, s.Apply(workspace.Open{Path: "/w/new.pp", Text: "b = 1\n"}), "/w", "new.pp:name.duplicate")
	last := s.Apply(workspace.Close{Path: "/w/b.pp"}, workspace.Close{Path: "/w/new.pp"}, workspace.Close{Path: "/w/never.pp"})
	wantCodes(t, last, "/w", "")
	if file, _, open, ok := last.File("/w/b.pp"); !ok || file.Text() != "b = 1\n" || open {
		t.Errorf("after closing: got %v, open %v", ok, open)
	}
	if last.Program("/w/new.pp") != nil {
		t.Error("a file that was never saved is still there after it was closed")
	}
	wantCodes(t, second, "/w", "a.pp:name.undefined") // a snapshot does not change
	if got := second.Open(); !slices.Equal(got, []string{"/w/b.pp"}) {
		t.Errorf("open in the second snapshot: %v", got)
	}
}

// An edit parses the edited file alone, keeps its other items, and leaves other
// directories alone.
func TestEditIsIncremental(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{
		"/w/a.pp": "one = 1\n\ntwo = 2\n", "/w/b.pp": "b = 1\n",
		"/w/other/o.pp": "o = 1\n", "/user/u.pp": "component c \"../w\" {\n}\n", "/above/u.pp": "component c \"../user\" {\n}\n",
	})
	for _, dir := range []string{"/w", "/w/other", "/user", "/above"} {
		wantCodes(t, s.Snapshot(), dir, "")
	}
	before := s.Apply(workspace.Open{Path: "/w/a.pp", Text: "one = 1\n\ntwo = 2\n"})
	after := s.Apply(edit(s, "/w/a.pp", "one = 1\n\ntwo = 3\n", 0))
	p, q := before.ProgramIn("/w"), after.ProgramIn("/w")
	if p == q {
		t.Fatal("the program is still the one from before the edit")
	}
	if p.Files[1] != q.Files[1] {
		t.Error("b.pp was parsed again")
	}
	if p.Files[0].Item(0).Item != q.Files[0].Item(0).Item || p.Files[0].Item(1).Item == q.Files[0].Item(1).Item {
		t.Error("not exactly the second item of a.pp was parsed again")
	}
	if before.ProgramIn("/w/other") != after.ProgramIn("/w/other") {
		t.Error("a program that does not use the directory was made anew")
	}
	for _, dir := range []string{"/user", "/above"} {
		if before.ProgramIn(dir) == after.ProgramIn(dir) {
			t.Errorf("%s uses the edited directory and was not made anew", dir)
		}
	}
	same := s.Apply(workspace.Open{Path: "/w/a.pp", Text: "one = 1\n\ntwo = 3\n", Version: 9})
	if same.ProgramIn("/w") != q {
		t.Error("a text that did not change made a new program")
	}
}

// A program sees its components as they are in the same snapshot.
func TestComponents(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/main.pp":      "component c \"./inner\" {\n  size = 1\n}\nx = c.y\n",
		"/w/inner/in.pp":  "config size number {\n}\noutput y {\n  value = size\n}\n",
		"/w/empty/":       "",
		"/w/plain/readme": "",
		"/e/main.pp":      "component c \"../w/empty\" {\n}\ncomponent d \"../w/plain\" {\n}\ncomponent e \"../nowhere\" {\n}\n",
	}
	s := open(files)
	first := s.Snapshot()
	wantCodes(t, first, "/w", "")
	wantCodes(t, first, "/e", "main.pp:component.source main.pp:component.source")
	second := s.Apply(edit(s, "/w/inner/in.pp", "config sise number {\n}\n", 0))
	wantCodes(t, second, "/w", "main.pp:attr.unknown main.pp:prop.unknown")
	wantCodes(t, first, "/w", "")
	third := s.Apply(workspace.Close{Path: "/w/inner/in.pp"}, workspace.Open{Path: "/nowhere/new.pp", Text: ""})
	wantCodes(t, third, "/w", "")
	wantCodes(t, third, "/e", "main.pp:component.source")
}

// A directory that was not read when it was changed is seen by its users all the
// same.
func TestUnreadComponent(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{
		"/w/main.pp": "component c \"./b\" {\n}\nx = c.y\n",
		"/w/b/b.pp":  "component d \"../c\" {\n}\noutput y {\n  value = d.z\n}\n",
		"/w/c/c.pp":  "output z {\n  value = 1\n}\n",
	})
	if s.Snapshot().Program("/w/main.pp") == nil {
		t.Fatal("no program")
	}
	edited := s.Apply(edit(s, "/w/c/c.pp", "output other {\n  value = 1\n}\n", 0))
	wantCodes(t, edited, "/w", "main.pp:component.errors")
	wantCodes(t, edited, "/w/b", "b.pp:prop.unknown")
}

func TestDiskChanges(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/a.pp": "a = b\n", "/w/b.pp": "b = 1\n", "/w/sub/s.pp": "s = 1\n"}
	s := open(files)
	wantCodes(t, s.Snapshot(), "/w", "")
	wantCodes(t, s.Snapshot(), "/w/sub", "")

	files["/w/b.pp"] = "c = 1\n"
	wantCodes(t, s.Snapshot(), "/w", "")
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/b.pp"}}), "/w", "a.pp:name.undefined")
	files["/w/b.pp"] = "b = [1]\n"
	wantCodes(t, s.Apply(workspace.DiskChanged{}), "/w", "")
	delete(files, "/w/b.pp")
	wantCodes(t, s.Apply(workspace.DiskChanged{}), "/w", "a.pp:name.undefined")
	files["/w/new.pp"] = "b = 1\n"
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/new.pp"}}), "/w", "")

	s.Apply(workspace.Open{Path: "/w/new.pp", Text: "b = 2\n"})
	files["/w/new.pp"] = "nothing = 1\n"
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/new.pp"}}), "/w", "")
	wantCodes(t, s.Apply(workspace.Close{Path: "/w/new.pp"}), "/w", "a.pp:name.undefined")

	delete(files, "/w/sub/s.pp")
	wantCodes(t, s.Apply(workspace.DiskChanged{Paths: []string{"/w/sub"}}), "/w/sub", "no program")
}

// A document that is no file is a program of its own.
func TestUntitled(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{"/w/a.pp": "a = 1\n"})
	now := s.Apply(workspace.Open{Path: "untitled:Untitled-1", Text: "component c \"/w\" {\n}\nb = a\n"})
	p := now.Program("untitled:Untitled-1")
	if p == nil || len(p.Files) != 1 {
		t.Fatalf("got %v", p)
	}
	wantCodes(t, now, "untitled:Untitled-1", "untitled:Untitled-1:component.source untitled:Untitled-1:name.undefined")
	if s.Apply(workspace.Close{Path: "untitled:Untitled-1"}).Program("untitled:Untitled-1") != nil {
		t.Error("still there after it was closed")
	}
}

// Invariant: a snapshot that was reached by changes answers like one that was made
// from the final files and texts.
func TestChangesEqualAFreshStart(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	dirs := []string{"/w", "/w/a", "/w/b", "/w/a/c"}
	texts := []string{
		"", "x = 1\n", "config size number {\n}\n", "output y {\n  value = x\n}\n", "x = \"open\ny = x\n",
		"component c \"./a\" {\n  size = 1\n}\nz = c.y\n", "component c \"../b\" {\n}\n", "component d \"..\" {\n}\nq = d.z.w\n",
		"component e \"./c\" {\n}\n", "class foo {\n  include bar\n}\n", "component f \"./A\" {\n}\n",
		"r = readFile(\"./f0.pp\")\ns = fileArchive(\"./a\")\nt = fileAsset(\"../b\")\n",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		files, opened := fixture.Files{}, map[string]string{}
		s := open(files)
		for step := range 25 {
			file := path.Join(dirs[r.IntN(len(dirs))], fmt.Sprintf("f%d.pp", r.IntN(2)))
			text := texts[r.IntN(len(texts))]
			switch r.IntN(4) {
			case 0:
				opened[file] = text
				s.Apply(edit(s, file, text, 0))
			case 1:
				delete(opened, file)
				s.Apply(workspace.Close{Path: file})
			case 2:
				files[file] = text
				s.Apply(workspace.DiskChanged{Paths: []string{file}})
			case 3:
				delete(files, file)
				s.Apply(workspace.DiskChanged{Paths: []string{file}})
			}
			if r.IntN(3) == 0 {
				continue // some states nobody looks at
			}
			fresh := open(files)
			for file, text := range opened {
				fresh.Apply(workspace.Open{Path: file, Text: text})
			}
			got, want := dump(t, s.Snapshot(), dirs), dump(t, fresh.Snapshot(), dirs)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("round %d, step %d: open %q, on disk %q (-fresh +changed):\n%s", round, step, opened, files, diff)
			}
		}
	}
}

func dump(t *testing.T, s *workspace.Snapshot, dirs []string) string {
	t.Helper()
	var b strings.Builder
	for _, dir := range dirs {
		p := s.ProgramIn(dir)
		if p == nil {
			fmt.Fprintf(&b, "%s: no program\n", dir)
			continue
		}
		d, err := analysis.DumpProgram(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.MarshalIndent(d, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s: %s\n", dir, text)
	}
	return b.String()
}

// Invariant: a folder that was read refers to no snapshot.
func TestSnapshotsAreFreed(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{"/w/a/a.pp": "a = 1\n", "/w/b/b.pp": "component c \"../c\" {\n}\n", "/w/c/c.pp": ""})
	var old []weak.Pointer[workspace.Snapshot]
	for i := range 100 {
		dir := []string{"/w/a", "/w/b", "/w/c"}[i%3]
		now := s.Apply(edit(s, path.Join(dir, "edited.pp"), fmt.Sprintf("x = %d\n", i), 0))
		for _, dir := range []string{"/w/a", "/w/b", "/w/c"} {
			codes(t, now, dir)
		}
		old = append(old, weak.Make(now))
	}
	runtime.GC()
	alive := 0
	for _, w := range old {
		if w.Value() != nil {
			alive++
		}
	}
	if alive > 2 { // the current one, and perhaps one that is still on the stack
		t.Errorf("%d of %d snapshots are alive", alive, len(old))
	}
	runtime.KeepAlive(s)
}

// Readers and writers may come at the same time.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	s := open(fixture.Files{"/w/a.pp": "a = c.y\ncomponent c \"./in\" {\n}\n", "/w/in/in.pp": "output y {\n  value = 1\n}\n"})
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 50 {
				s.Apply(edit(s, "/w/in/in.pp", fmt.Sprintf("output y {\n  value = %d\n}\n", i*n), 0))
			}
		})
		all.Go(func() {
			for range 50 {
				wantCodes(t, s.Snapshot(), "/w", "")
			}
		})
	}
	all.Wait()
}
