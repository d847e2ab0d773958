// This file implements the disk of a soak: programs, schemas, and branches that replace
// hundreds of files.

package lsp

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/edits"
)

// soakDisk is a folder of files, with the changes that the server was not told about.
// Names are paths below it, which may lead through links.
type soakDisk struct {
	edits.Folder
	events []object
	branch int
	first  map[string]string // the files as they were in the beginning; there were no links
}

const (
	// soakDirs are the folders that branches change.
	soakDirs = 60
	// soakSchema is the schema that is upgraded.
	soakSchema = "w/schemas/cloudy-1.4.0.json"
	// soakPuppet is a file of another language with the same ending, in a folder without a project.
	soakPuppet = "u/manifests/site.pp"
)

func newSoakDisk(t *testing.T) *soakDisk {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := &soakDisk{Folder: edits.Folder{T: t, Root: root}, branch: -1}
	for _, program := range []string{"webshop", "components", "multifile", "config", "expressions", "secrets"} {
		d.copy("../testdata/programs/"+program, "w/"+program)
	}
	d.copy("../testdata/schemas", "w/schemas")
	d.write(soakPuppet, "node 'web' {\n  package { 'nginx':\n    ensure => installed,\n  }\n  include nginx\n}\n")
	d.write("v/other.pp", "resource s \"cloudy:data/secret:Secret\" {\n  value = wrong\n}\n")
	for thing, texts := range soakLookups(d.text(soakSchema)) {
		d.write(soakOutside+"/"+thing, texts[0])
	}
	d.checkout(0)
	d.events, d.first = nil, map[string]string{}
	for _, name := range d.names() {
		if text, err := os.ReadFile(d.path(name)); err == nil { // directories have none
			d.first[name] = string(text)
		}
	}
	return d
}

// restore restores the initial state.
func (d *soakDisk) restore() {
	there := d.names()
	slices.Reverse(there) // directories come after what is in them
	for _, name := range there {
		_, wanted := d.first[name]
		link := d.isLink(name)
		if link || !wanted && !d.holdsFirst(name) {
			d.remove(name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.first)) {
		d.write(name, d.first[name])
	}
}

// holdsFirst reports whether a name is a directory in which there were files in the beginning.
func (d *soakDisk) holdsFirst(name string) bool {
	info, err := os.Lstat(d.path(name))
	return err == nil && info.IsDir() && slices.ContainsFunc(slices.Collect(maps.Keys(d.first)), func(file string) bool { return strings.HasPrefix(file, name+"/") })
}

func (d *soakDisk) copy(from, to string) {
	d.T.Helper()
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
		d.T.Fatal(err)
	}
}

func (d *soakDisk) path(name string) string { return d.Root + "/" + name }
func (d *soakDisk) uri(name string) string  { return "file://" + d.path(name) }

// names are all files, directories and links, sorted.
func (d *soakDisk) names() []string {
	all := d.Paths()[1:]
	for i, p := range all {
		all[i] = strings.TrimPrefix(p, d.Root+"/")
	}
	return all
}

// text is the text of a file; empty if there is none.
func (d *soakDisk) text(name string) string {
	text, _ := os.ReadFile(d.path(name))
	return string(text)
}

func (d *soakDisk) there(name string) bool {
	_, err := os.Lstat(d.path(name))
	return err == nil
}

func (d *soakDisk) isLink(name string) bool {
	info, err := os.Lstat(d.path(name))
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// event is a change that a client may report: 1 for created, 2 for changed, 3 for deleted. Clients watch directories, not links to them.
func (d *soakDisk) event(name string, kind int) {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(d.path(name))); err == nil {
		d.events = append(d.events, object{"uri": "file://" + dir + "/" + path.Base(name), "type": kind})
	}
}

// events of a directory are about itself and all that is in it.
func (d *soakDisk) eventBelow(name string, kind int) {
	_ = filepath.WalkDir(d.path(name), func(p string, _ fs.DirEntry, err error) error {
		d.event(strings.TrimPrefix(p, d.Root+"/"), kind)
		return err // of what is not there
	})
}

func (d *soakDisk) write(name, text string) {
	kind := 1
	if old, err := os.ReadFile(d.path(name)); err == nil {
		if kind = 2; string(old) == text {
			return
		}
	}
	d.Write(d.path(name), text)
	if real, err := filepath.EvalSymlinks(d.path(name)); err == nil {
		d.event(strings.TrimPrefix(real, d.Root+"/"), kind)
	}
}

func (d *soakDisk) remove(name string) {
	if d.there(name) {
		d.eventBelow(name, 3)
		d.Remove(d.path(name))
	}
}

func (d *soakDisk) rename(from, to string) {
	if d.there(from) && !d.there(to) {
		d.eventBelow(from, 3)
		d.Rename(d.path(from), d.path(to))
		d.eventBelow(to, 1)
	}
}

// programs returns the files of programs, sorted: also those in directories that a link leads to.
func (d *soakDisk) programs() []string {
	var all []string
	for _, name := range d.names() {
		found := []string{d.path(name)}
		if d.isLink(name) {
			below, _ := filepath.Glob(d.path(name) + "/*") // the pattern is valid
			found = append(found, below...)
		}
		for _, p := range found {
			if info, err := os.Stat(p); strings.HasSuffix(p, ".pp") && err == nil && info.Mode().IsRegular() {
				all = append(all, strings.TrimPrefix(p, d.Root+"/"))
			}
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { return name == soakPuppet || strings.HasPrefix(name, soakAside) })
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
	for _, name := range d.names() {
		info, err := os.Lstat(d.path(name))
		if _, wanted := want[name]; strings.HasPrefix(name, "w/many/") && !wanted && err == nil && info.Mode().IsRegular() {
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
