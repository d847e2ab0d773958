package workspace_test

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// Who may read a file changes without its time, and is seen all the same when
// everything is compared with the disk.
func TestRights(t *testing.T) {
	t.Parallel()
	disk := newMemoryDisk()
	disk.Write("/w/a.pp", "a = b\n")
	disk.Write("/w/b.pp", "b = 1\n")
	s := workspace.New(workspace.Options{FS: disk})
	for range 2 {
		wantCodes(t, s.Snapshot(), "/w", "")
		disk.Deny("/w/b.pp", true)
		now := s.Apply(workspace.DiskChanged{})
		wantCodes(t, now, "/w", "a.pp:name.undefined")
		if got := fmt.Sprint(now.Problems("/w")); !strings.Contains(got, "/w/b.pp: permission denied") {
			t.Errorf("problems are %s", got)
		}
		disk.Deny("/w/b.pp", false)
		s.Apply(workspace.DiskChanged{})
	}
	disk.Deny("/w", true)
	now := s.Apply(workspace.DiskChanged{})
	if got := fmt.Sprint(now.Problems("/w")); now.ProgramIn("/w") != nil || !strings.Contains(got, "permission denied") {
		t.Errorf("a directory that cannot be listed has a program, or the problems %s", got)
	}
	wantCodes(t, s.Apply(workspace.Open{Path: "/w/a.pp", Text: "a = 1\n"}), "/w", "")
}

// A file that could not be read is read as soon as it can be, also if nobody reports that and nothing else about it changes.
func TestUnreadableComesBack(t *testing.T) {
	t.Parallel()
	disk := &failing{memoryDisk: newMemoryDisk(), path: "/w/b.pp"}
	disk.Write("/w/a.pp", "a = b\n")
	disk.Write("/w/b.pp", "b = 1\n")
	s := workspace.New(workspace.Options{FS: disk})
	wantCodes(t, s.Snapshot(), "/w", "a.pp:name.undefined")
	if s.CatchUp() {
		t.Error("a file that still cannot be read counts as changed")
	}
	disk.path = ""
	for s.CatchUp() {
	}
	wantCodes(t, s.Snapshot(), "/w", "")
}

// failing is a disk on which one file is there and cannot be read.
type failing struct {
	*memoryDisk
	path string
}

func (f *failing) ReadFile(p string) ([]byte, error) {
	if p == f.path {
		return nil, &fs.PathError{Op: "read", Path: p, Err: syscall.EIO}
	}
	return f.memoryDisk.ReadFile(p)
}

// racing is a disk on which something happens after a directory was listed, before its
// files are looked at, or after that, before they are read.
type racing struct {
	*memoryDisk
	listed, looked func()
}

func (r *racing) ReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := r.memoryDisk.ReadDir(dir)
	r.once(&r.listed)
	return entries, err
}

func (r *racing) ReadFile(p string) ([]byte, error) {
	r.once(&r.looked)
	return r.memoryDisk.ReadFile(p)
}

func (r *racing) once(f *func()) {
	if do := *f; do != nil {
		*f = nil
		do()
	}
}

// What vanishes, or becomes something else, between listing and reading, is a problem
// of that file alone until the next event; an open text wins.
func TestChangedWhileRead(t *testing.T) {
	t.Parallel()
	const vanishing = "/w/b.pp"
	for name, happens := range map[string]func(d *memoryDisk){
		"vanishes":  func(d *memoryDisk) { d.Remove(vanishing) },
		"directory": func(d *memoryDisk) { d.Remove(vanishing); d.Write(vanishing+"/inner.pp", "") },
		"pipe":      func(d *memoryDisk) { d.Remove(vanishing); d.Pipe(vanishing) },
		"huge":      func(d *memoryDisk) { d.Remove(vanishing); d.Huge(vanishing) },
		"denied":    func(d *memoryDisk) { d.Deny(vanishing, true) },
		"circle":    func(d *memoryDisk) { d.Remove(vanishing); d.Link(vanishing, vanishing) },
		"all goes":  func(d *memoryDisk) { d.Remove("/w") },
	} {
		for _, early := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, early %t", name, early), func(t *testing.T) {
				t.Parallel()
				disk := &racing{memoryDisk: newMemoryDisk()}
				disk.Write("/w/a.pp", "a = b\n")
				disk.Write(vanishing, "b = 1\n")
				do := func() { happens(disk.memoryDisk) }
				if early {
					disk.listed = do
				} else {
					disk.looked = do
				}
				s := workspace.New(workspace.Options{FS: disk, Workers: 1})
				now := s.Snapshot()
				want, problems := "a.pp:name.undefined", 1
				if name == "all goes" {
					want, problems = "", 2
				} else if name == "directory" && early {
					problems = 0 // nothing was lost
				}
				wantCodes(t, now, "/w", want)
				if got := now.Problems("/w"); len(got) != problems {
					t.Errorf("problems are %v, want %d", got, problems)
				}
				now = s.Apply(workspace.Open{Path: "/w/a.pp", Text: "a = b\n"}, workspace.Open{Path: vanishing, Text: "b = 1\n"}, workspace.DiskChanged{})
				wantCodes(t, now, "/w", "")
				if got := now.Problems("/w"); len(got) > 0 {
					t.Errorf("open documents have the problems %v", got)
				}
				disk.Remove(vanishing)
				disk.Write(vanishing, "b = 1\n")
				wantCodes(t, s.Apply(workspace.Close{Path: vanishing}), "/w", "")
			})
		}
	}
}

// The text of an open document counts whatever becomes of its file and directory, and
// they count again when it is closed.
func TestOpenTextWins(t *testing.T) {
	t.Parallel()
	const file = "/w/app/a.pp"
	for name, happens := range map[string]func(d *memoryDisk){
		"deleted":                   func(d *memoryDisk) { d.Remove(file) },
		"with its directory":        func(d *memoryDisk) { d.Remove("/w") },
		"renamed":                   func(d *memoryDisk) { d.Rename(file, "/w/app/z.txt") },
		"a directory":               func(d *memoryDisk) { d.Remove(file); d.Write(file+"/x.pp", "") },
		"in a file":                 func(d *memoryDisk) { d.Remove("/w/app"); d.Write("/w/app", "") },
		"a pipe":                    func(d *memoryDisk) { d.Remove(file); d.Pipe(file) },
		"huge":                      func(d *memoryDisk) { d.Remove(file); d.Huge(file) },
		"denied":                    func(d *memoryDisk) { d.Deny(file, true) },
		"in a denied directory":     func(d *memoryDisk) { d.Deny("/w/app", true) },
		"a link to nothing":         func(d *memoryDisk) { d.Remove(file); d.Link("/nowhere", file) },
		"of another language":       func(d *memoryDisk) { d.Write(file, "include foo\n") },
		"in a link to nothing":      func(d *memoryDisk) { d.Remove("/w/app"); d.Link("/nowhere", "/w/app") },
		"in a link to a directory":  func(d *memoryDisk) { d.Rename("/w/app", "/w/real"); d.Link("/w/real", "/w/app") },
		"in a link to its own path": func(d *memoryDisk) { d.Remove("/w/app"); d.Link("/w/app", "/w/app") },
	} {
		for _, told := range []string{"told", "told of all", "not told"} {
			t.Run(name+", "+told, func(t *testing.T) {
				t.Parallel()
				disk := newMemoryDisk()
				disk.Write(file, "a = 1\n")
				disk.Write("/w/user/u.pp", "component c \"../app\" {\n}\nx = c.y\n")
				s := workspace.New(workspace.Options{FS: disk})
				tell := func() {
					switch told {
					case "told":
						s.Apply(workspace.DiskChanged{Paths: []string{file, "/w/app", "/w/app/z.txt", "/w"}})
					case "told of all":
						s.Apply(workspace.DiskChanged{})
					default:
						s.CatchUp()
					}
				}
				wantCodes(t, s.Snapshot(), "/w/user", "u.pp:prop.unknown")
				s.Apply(workspace.Open{Path: file, Text: "output y {\n  value = nope\n}\n"})
				wantCodes(t, s.Snapshot(), "/w/app", "a.pp:name.undefined")
				happens(disk)
				tell()
				wantCodes(t, s.Snapshot(), "/w/app", "a.pp:name.undefined")
				s.Apply(workspace.Open{Path: file, Text: "output y {\n  value = 1\n}\n"})
				wantCodes(t, s.Snapshot(), "/w/app", "")
				if f, _, open, ok := s.Snapshot().File(file); !open || !ok || f.Text() != "output y {\n  value = 1\n}\n" {
					t.Error("the text is not that of the editor")
				}
				s.Apply(workspace.Close{Path: file})
				fresh := workspace.New(workspace.Options{FS: disk}).Snapshot()
				if got, want := codes(t, s.Snapshot(), "/w/app"), codes(t, fresh, "/w/app"); got != want {
					t.Errorf("closed: got %q, want %q as a fresh session", got, want)
				}
			})
		}
	}
}
