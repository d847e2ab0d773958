// This file implements the disk of a soak: programs, schemas, and branches that replace
// hundreds of files.

package lsp

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// soakDisk is a folder of files, with the changes that the server was not told about.
type soakDisk struct {
	t      *testing.T
	root   string
	files  map[string]string // texts, by path below root
	events []object
	branch int
	first  map[string]string // as it was in the beginning
}

const (
	// soakDirs are the folders that branches change.
	soakDirs = 60
	// soakSchema is the schema that is upgraded.
	soakSchema = "w/schemas/cloudy-1.4.0.json"
	// soakPuppet is a file of another language with the same ending.
	soakPuppet = "w/manifests/site.pp"
)

func newSoakDisk(t *testing.T) *soakDisk {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := &soakDisk{t: t, root: root, files: map[string]string{}, branch: -1}
	for _, program := range []string{"webshop", "components", "multifile", "config", "expressions", "secrets"} {
		d.copy("../testdata/programs/"+program, "w/"+program)
	}
	d.copy("../testdata/schemas", "w/schemas")
	d.write(soakPuppet, "node 'web' {\n  package { 'nginx':\n    ensure => installed,\n  }\n  include nginx\n}\n")
	d.write("v/other.pp", "resource s \"cloudy:data/secret:Secret\" {\n  value = wrong\n}\n")
	d.checkout(0)
	d.events, d.first = nil, maps.Clone(d.files)
	return d
}

// restore restores the initial state.
func (d *soakDisk) restore() {
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		if _, wanted := d.first[name]; !wanted {
			d.remove(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.first)) {
		d.write(name, d.first[name])
	}
}

func (d *soakDisk) copy(from, to string) {
	d.t.Helper()
	err := filepath.WalkDir(from, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		rest, _ := filepath.Rel(from, path) // it is below
		d.write(to+"/"+filepath.ToSlash(rest), string(text))
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *soakDisk) path(name string) string { return d.root + "/" + name }
func (d *soakDisk) uri(name string) string  { return "file://" + d.path(name) }

// event is a change that a client may report: 1 for created, 2 for changed, 3 for deleted.
func (d *soakDisk) event(name string, kind int) {
	d.events = append(d.events, object{"uri": d.uri(name), "type": kind})
}

func (d *soakDisk) write(name, text string) {
	kind := 1
	if old, there := d.files[name]; there {
		if kind = 2; old == text {
			return
		}
	}
	err := os.MkdirAll(filepath.Dir(d.path(name)), 0o755)
	if err == nil {
		err = os.WriteFile(d.path(name), []byte(text), 0o644)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	d.files[name] = text
	d.event(name, kind)
}

func (d *soakDisk) remove(name string) {
	if _, there := d.files[name]; !there {
		return
	}
	if err := os.Remove(d.path(name)); err != nil {
		d.t.Fatal(err)
	}
	delete(d.files, name)
	d.event(name, 3)
}

func (d *soakDisk) rename(from, to string) {
	text := d.files[from]
	d.remove(from)
	d.write(to, text)
}

// programs returns the files of programs, sorted.
func (d *soakDisk) programs() []string {
	var all []string
	for name := range maps.Keys(d.files) {
		if strings.HasSuffix(name, ".pp") && name != soakPuppet {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// checkout replaces the files that differ between branches.
func (d *soakDisk) checkout(branch int) {
	d.branch = branch
	want := map[string]string{}
	for dir := range soakDirs {
		for file := range 4 {
			if (dir+branch)%9 == 0 && file == 3 {
				continue // not on this branch
			}
			name := fmt.Sprintf("w/many/d%02d/f%d.pp", dir, file)
			want[name] = fmt.Sprintf("resource s%d \"cloudy:data/secret:Secret\" {\n  value = \"on branch %d\"\n}\n\noutput o%d {\n  value = s%d.%s\n}\n",
				file, branch*((dir+file)%3), file, file, []string{"name", "value", "nothing"}[(dir*branch+file)%3])
		}
		if (dir+branch)%4 == 0 {
			want[fmt.Sprintf("w/many/d%02d/Pulumi.yaml", dir)] = fmt.Sprintf("name: d%d\nruntime: pcl\n", dir)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		if _, wanted := want[name]; strings.HasPrefix(name, "w/many/") && !wanted {
			d.remove(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		d.write(name, want[name])
	}
}

// upgrade changes the schema and says how.
func (d *soakDisk) upgrade(random *rand.Rand, original string) string {
	switch random.IntN(6) {
	case 0:
		d.remove(soakSchema)
		return "is removed"
	case 1:
		d.write(soakSchema, original[:random.IntN(len(original))])
		return "is cut off"
	case 2:
		d.write(soakSchema, strings.Replace(original, `"1.4.0"`, `"1.5.0"`, 1))
		return "is of another version"
	case 3:
		d.write(soakSchema, strings.ReplaceAll(original, "cloudy:data/secret:Secret", "cloudy:data/hidden:Hidden"))
		return "has another resource"
	}
	d.write(soakSchema, original)
	return "is back"
}

// lookedFor makes or removes what is looked for in a folder and in those above it, and says what.
func (d *soakDisk) lookedFor(random *rand.Rand, original string) string {
	texts := map[string]string{
		".git/HEAD": "", ".pcl-lsp.yaml": "rules:\n  unused.*: hint\n  name.undefined: information\n", "Pulumi.dev.yaml": "config:\n  name: x\n",
		"schemas/cloudy-1.4.0.json":      strings.ReplaceAll(original, "cloudy:data/secret:Secret", "cloudy:data/nearer:Nearer"),
		".pcl/schemas/cloudy-1.4.0.json": strings.ReplaceAll(original, "cloudy:data/secret:Secret", "cloudy:data/hidden:Hidden"),
	}
	kind := choose(random, slices.Sorted(maps.Keys(texts)))
	name := choose(random, []string{"w", "w/webshop", "w/secrets", "w/many", "w/many/d01"}) + "/" + kind
	if _, there := d.files[name]; there && name != soakSchema {
		d.remove(name)
		return name + " goes"
	}
	d.write(name, texts[kind])
	return name + " comes"
}
