package disk

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"testing"
	"time"
)

// lists counts how often a directory of the machine is listed.
type lists struct {
	Machine
	n int
}

func (l *lists) ReadDir(dir string) ([]fs.DirEntry, error) {
	l.n++
	return l.Machine.ReadDir(dir)
}

// listingWith is a file system that knows some listings. What exists counts as old.
func listingWith(earlier *Listings) *Once {
	o := ListOnce(&lists{}, earlier)
	o.since += int64(time.Hour)
	return o
}

// again are listings after they were kept.
func again(t *testing.T, l *Listings) *Listings {
	t.Helper()
	read := NewListings(path.Clean, path.Clean)
	if rest, ok := read.Read(string(l.Append(nil)) + "rest"); !ok || rest != "rest" {
		t.Fatalf("read %t, %q left", ok, rest)
	}
	return read
}

func none() *Listings { return NewListings(path.Clean, path.Clean) }

// A directory is listed again if a name in it came or went, and otherwise has the same entries.
func TestListsWhatChanged(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(dir string) error
		lists  int
	}{
		"nothing":                      {func(string) error { return nil }, 0},
		"the text of a file":           {func(dir string) error { return os.WriteFile(dir+"/a.pp", []byte("y"), 0o600) }, 0},
		"a file that came":             {func(dir string) error { return os.WriteFile(dir+"/b.pp", nil, 0o600) }, 1},
		"a file that went":             {func(dir string) error { return os.Remove(dir + "/a.pp") }, 1},
		"another name":                 {func(dir string) error { return os.Rename(dir+"/a.pp", dir+"/c.pp") }, 1},
		"another file in place of one": {func(dir string) error { return os.Rename(dir+"/sub/x.pp", dir+"/a.pp") }, 2},
		"a folder in place of a file": {func(dir string) error {
			return replaced(dir+"/a.pp", func(p string) error { return os.Mkdir(p, 0o700) })
		}, 1},
		"a link in place of a folder": {func(dir string) error {
			return replaced(dir+"/sub", func(p string) error { return os.Symlink(dir+"/none", p) })
		}, 2},
		"another folder in place of one": {func(dir string) error {
			return replaced(dir+"/sub", func(p string) error { return os.Mkdir(p, 0o700) })
		}, 2},
		"other rights of a folder": {func(dir string) error { return os.Chmod(dir+"/sub", 0o750) }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := folderOf(t, map[string]string{"a.pp": "x", "sub/x.pp": ""})
			dirs := []string{dir, dir + "/sub"}
			first := listingWith(none())
			for _, d := range dirs {
				_, _ = first.ReadDir(d)
			}
			time.Sleep(20 * time.Millisecond) // the clocks of file systems tick slowly
			if err := test.change(dir); err != nil {
				t.Skip(err)
			}
			second := listingWith(again(t, first.Listings([]string{dir})))
			for _, d := range dirs {
				got, err := second.ReadDir(d)
				want, wantErr := Machine{}.ReadDir(d)
				if !slices.EqualFunc(got, want, sameEntry) || (err == nil) != (wantErr == nil) {
					t.Errorf("%s: %v (%v), want %v (%v)", d, got, err, want, wantErr)
				}
			}
			if got := second.base.(*lists).n; got != test.lists {
				t.Errorf("%d directories were listed, want %d", got, test.lists)
			}
		})
	}
}

// replaced removes what is at a path and puts something in its place.
func replaced(p string, put func(p string) error) error {
	if err := os.RemoveAll(p); err != nil {
		return err
	}
	return put(p)
}

func sameEntry(x, y fs.DirEntry) bool {
	a, err := x.Info()
	b, wantErr := y.Info()
	return x.Name() == y.Name() && x.Type() == y.Type() && x.IsDir() == y.IsDir() && err == nil && wantErr == nil && os.SameFile(a, b)
}

// Listings are kept of directories that a check searches or has searched, as long as they exist and
// have not changed just now.
func TestListingsThatAreKept(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"one/a": "", "two/b": "", "three/c": "", "elsewhere/": ""})
	first := listingWith(none())
	for _, d := range []string{dir, dir + "/one", dir + "/two", dir + "/three", dir + "/elsewhere", dir + "/none"} {
		_, _ = first.ReadDir(d)
	}
	below := []string{dir + "/one", dir + "/two", dir + "/three"}
	keeps := func(what string, l *Listings, want ...string) {
		t.Helper()
		var got []string
		for name := range l.records {
			got = append(got, path.Base(name))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v are kept, want %v", what, got, want)
		}
	}
	kept := again(t, first.Listings(below))
	keeps("first", kept, "one", "three", "two")
	if !first.HasNewListings(below) {
		t.Error("they are not new")
	}
	if err := os.RemoveAll(dir + "/two"); err != nil {
		t.Fatal(err)
	}
	second := listingWith(kept)
	_, _ = second.ReadDir(dir)
	_, _ = second.ReadDir(dir + "/one")
	if second.HasNewListings(below) {
		t.Error("they are new again")
	}
	keeps("later", second.Listings(below), "one", "three")
	fresh := ListOnce(Machine{}, none())
	_, _ = fresh.ReadDir(dir + "/one")
	keeps("too fresh", fresh.Listings(below))
	write(t, dir+"/one/new", "", false)
	changed := listingWith(kept)
	changed.since -= int64(time.Hour)
	_, _ = changed.ReadDir(dir + "/one")
	keeps("changed just now", changed.Listings(below), "three", "two")
}

// Whatever is in the place of listings, reading it ends.
func FuzzReadListings(f *testing.F) {
	dir := f.TempDir()
	l := listingWith(none())
	_, _ = l.ReadDir(dir)
	f.Add(string(l.Listings([]string{dir}).Append(nil)))
	f.Fuzz(func(t *testing.T, text string) {
		l := none()
		if _, ok := l.Read(text); ok {
			for name, record := range l.records {
				l.in(name, (&Reader{Text: record}).stamp())
			}
		}
	})
}
