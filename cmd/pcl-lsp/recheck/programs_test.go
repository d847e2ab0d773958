package recheck

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// paths are paths as a working directory /w/d sees them, by the names in a memory.
var paths = map[string]string{
	"a/b.pp": "/w/d/a/b.pp", "a": "/w/d/a", ".": "/w/d", "..": "/w", "../..": "/", "../x": "/w/x", "../../y": "/y", "../../y/z": "/y/z", "~": "/home", "~/.pulumi": "/home/.pulumi",
	"/abs/x": "/abs/x", "a/.pcl/schemas": "/w/d/a/.pcl/schemas",
}

// A path has a name that leads back to it, whole and in two parts.
func TestNames(t *testing.T) {
	t.Parallel()
	p := Place{Dir: "/w/d", Home: "/home"}
	for name, path := range paths {
		if dir, base := cut(name); p.path(name) != path || in(p.path(dir), base) != path {
			t.Errorf("%s is %s, and in parts %s", name, p.path(name), in(p.path(dir), base))
		}
		if got := p.name(path); p.path(got) != path {
			t.Errorf("%s is called %s", path, got)
		}
	}
	if got := p.name("/abs/x"); got != "/abs/x" && got != "../../abs/x" {
		t.Errorf("a path elsewhere is called %s", got)
	}
}

// A result that is kept again with another one, by a check that did not look at it, still counts; one whose directory
// is gone does not take room.
func TestKeptAgain(t *testing.T) {
	t.Parallel()
	dir := filepath.ToSlash(t.TempDir())
	m := Memory{Dir: filepath.Join(t.TempDir(), "memory")}
	open := func() *Programs {
		return Open(m, "question", Place{Dir: dir, Variable: func(string) string { return "" }})
	}
	keep := func(p *Programs, name string) {
		t.Helper()
		seen := disk.Watch(p.FS())
		if _, err := seen.ReadFile(dir + "/" + name + "/main.pp"); err != nil {
			t.Fatal(err)
		}
		_, _ = seen.Stat(dir + "/" + name + "/Pulumi.yaml")
		_, _ = seen.ReadNames(dir+"/"+name, ".pp")
		p.Keep(name, name, []*disk.Seen{seen})
	}
	recalls := func(p *Programs, name string) bool {
		var value string
		return p.Recall(name, &value) && value == name
	}
	for _, name := range []string{"a", "b", "c"} {
		if err := os.MkdirAll(dir+"/"+name, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/"+name+"/main.pp", []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		p := open()
		keep(p, name)
		p.Save()
	}
	if err := os.RemoveAll(dir + "/c"); err != nil {
		t.Fatal(err)
	}
	p := open()
	keep(p, "b")
	p.Save()
	p = open()
	if !recalls(p, "a") || !recalls(p, "b") || recalls(p, "c") || len(p.old.Results) != 2 || len(p.old.Looks) != 1 {
		t.Errorf("%d results are kept, with %d kinds of looks", len(p.old.Results), len(p.old.Looks))
	}
	if err := os.WriteFile(dir+"/a/Pulumi.yaml", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if p = open(); recalls(p, "a") || !recalls(p, "b") {
		t.Error("what was absent does not count")
	}
}

// Whatever is in the place of a pack, reading it ends, and so does looking again.
func FuzzReadPack(f *testing.F) {
	f.Add(`{"Depth":3,"Salt":"s","Looks":[[{"Path":"x","Kind":3,"Endings":".pp"}]],"Questions":[{"Dir":"a"}],"Results":{"a":{"Questions":[0],"Value":{}}}}`)
	f.Add(`{"Questions":[{"Looks":7}],"Results":{"a":{"Questions":[-1]}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		m := Memory{Dir: filepath.Join(t.TempDir(), "memory")}
		about, _ := jsonv2.Marshal("question")
		if err := m.Keep(about, []byte(text)); err != nil {
			t.Fatal(err)
		}
		p := Open(m, "question", Place{Dir: "/nowhere/" + strings.Repeat("a/", 3), Variable: func(string) string { return "" }})
		for name := range p.old.Results {
			p.Recall(name, new(any))
		}
		p.Save()
	})
}
