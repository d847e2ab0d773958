package disk

import (
	"os"
	"testing"
)

// A check tells exactly the changes that a reader relied on.
func TestCheckTellsChanges(t *testing.T) {
	t.Parallel()
	files := map[string]string{"f/a.pp": "one", "f/b.txt": "b", "empty/": ""}
	reads := map[string]func(s *Seen, dir string){
		"existence": func(s *Seen, dir string) { _, _ = s.Stat(dir + "/f/a.pp"); _, _ = s.Stat(dir + "/f/new.pp") },
		"state":     func(s *Seen, dir string) { _, _ = s.StatFile(dir + "/f/a.pp"); _, _ = s.StatFile(dir + "/f") },
		"folder":    func(s *Seen, dir string) { _, _ = s.StatPath(dir + "/f") },
		"names":     func(s *Seen, dir string) { _, _ = s.ReadDir(dir + "/f") },
		"programs":  func(s *Seen, dir string) { _, _ = s.ReadNames(dir+"/f", ".pp .yaml") },
		"no names":  func(s *Seen, dir string) { _, _ = s.ReadNames(dir+"/empty", ".pp") },
		"target":    func(s *Seen, dir string) { _, _ = s.RealPath(dir + "/link"); _, _ = s.RealPath(dir + "/f/new.pp") },
		"text":      func(s *Seen, dir string) { _, _ = s.ReadFile(dir + "/f/a.pp"); _, _ = s.ReadFile(dir + "/f/new.pp") },
	}
	for _, test := range []struct {
		name   string
		change func(dir string)
		tell   []string
	}{
		{"nothing", func(string) {}, nil},
		{"another text", func(dir string) { write(t, dir+"/f/a.pp", "three", false) }, []string{"state", "text"}},
		{"the same text again", func(dir string) { _ = os.Chtimes(dir+"/f/a.pp", longAgo, longAgo) }, []string{"state"}},
		{"a new file", func(dir string) { write(t, dir+"/f/new.pp", "", false) }, []string{"existence", "folder", "names", "programs", "target", "text"}},
		{"a link leads elsewhere", func(dir string) { _ = os.Remove(dir + "/link"); _ = os.Symlink(dir+"/empty", dir+"/link") }, []string{"target"}},
		{"a new file that nobody wants", func(dir string) { write(t, dir+"/f/new.txt", "", false) }, []string{"folder", "names"}},
		{"a file in an empty directory", func(dir string) { write(t, dir+"/empty/x", "", false) }, []string{"no names"}},
		{"a file goes", func(dir string) { _ = os.Remove(dir + "/f/a.pp") }, []string{"existence", "state", "folder", "names", "programs", "text"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := folderOf(t, files)
			if err := os.Symlink(dir+"/f", dir+"/link"); err != nil {
				t.Skip("no symbolic links here:", err)
			}
			seen := map[string]*Seen{}
			for name, read := range reads {
				seen[name] = Watch(Machine{})
				read(seen[name], dir)
			}
			test.change(dir)
			check := NewCheck(Machine{})
			for name, s := range seen {
				want := false
				for _, tells := range test.tell {
					want = want || tells == name
				}
				if got := check.Changed(s); got != want {
					t.Errorf("%s: changed is %t", name, got)
				}
			}
		})
	}
}

// A check takes each look once, and looks past file systems that remember.
func TestCheckLooksOnce(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"a": ""})
	machine := &counting{}
	once := LookOnce(machine)
	var results []*Seen
	for range 10 {
		s := Watch(once)
		_, _ = s.StatFile(dir + "/a")
		_, _ = s.ReadDir(dir)
		results = append(results, s)
	}
	before := machine.looks.Load()
	check := NewCheck(once)
	for _, s := range results {
		if check.Changed(s) {
			t.Error("changed")
		}
	}
	if got := machine.looks.Load() - before; got != 2 {
		t.Errorf("%d looks, want 2", got)
	}
	write(t, dir+"/b", "", false)
	if !NewCheck(once).Changed(results[0]) {
		t.Error("a new name is not seen")
	}
}
