package workspace_test

import (
	"fmt"
	"io/fs"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// Changes of the disk that nobody told of are found: texts, files that come and go, in
// components as well, files that are only named, project and settings files, and rights.
func TestCatchUp(t *testing.T) {
	t.Parallel()
	disk := newMemoryDisk()
	disk.Write("/w/app/main.pp", "component c \"../lib\" {\n}\nx = c.y\ntext = readFile(\"./a.txt\")\n")
	disk.Write("/w/lib/l.pp", "output y {\n  value = 1\n}\n")
	disk.Write("/w/app/a.txt", "")
	s := workspace.New(workspace.Options{FS: disk})
	s.Apply(workspace.Open{Path: "/w/app/main.pp", Text: "component c \"../lib\" {\n}\nx = c.y\ntext = readFile(\"./a.txt\")\n"})
	wantCodes(t, s.Snapshot(), "/w/app", "")
	if s.CatchUp() {
		t.Error("something is found although nothing has changed")
	}
	for _, step := range []struct {
		name   string
		change func()
		want   string
	}{
		{"a component changes", func() { disk.Write("/w/lib/l.pp", "output z {\n  value = 1\n}\n") }, "main.pp:prop.unknown"},
		{"its file goes", func() { disk.Remove("/w/lib/l.pp") }, "main.pp:component.source"},
		{"its directory is spelled otherwise", func() { disk.Rename("/w/lib", "/w/Lib") }, "main.pp:component.path-case"},
		{"it comes back", func() { disk.Write("/w/lib/l.pp", "output y {\n  value = 1\n}\n") }, ""},
		{"it cannot be read", func() { disk.Deny("/w/lib/l.pp", true) }, "main.pp:prop.unknown"},
		{"it can be read", func() { disk.Deny("/w/lib/l.pp", false) }, ""},
		{"it is a file", func() { disk.Remove("/w/lib"); disk.Write("/w/lib", "") }, "main.pp:component.source"},
		{"it is a link", func() {
			disk.Remove("/w/lib")
			disk.Write("/w/real/l.pp", "output y {\n  value = 1\n}\n")
			disk.Link("/w/real", "/w/lib")
		}, ""},
		{"what the link leads to changes", func() { disk.Write("/w/real/l.pp", "output z {\n  value = 1\n}\n") }, "main.pp:prop.unknown"},
		{"and back", func() { disk.Write("/w/real/l.pp", "output y {\n  value = 1\n}\n") }, ""},
		{"a file that is named goes", func() { disk.Remove("/w/app/a.txt") }, "main.pp:file.missing"},
		{"it comes", func() { disk.Write("/w/app/a.txt", "") }, ""},
		{"another file comes", func() { disk.Write("/w/app/b.pp", "x = 1\n") }, "main.pp:name.duplicate"},
		{"settings allow it", func() { disk.Write("/w/.pcl-lsp.yaml", "rules:\n  name.duplicate: off\n") }, ""},
		{"they go", func() { disk.Remove("/w/.pcl-lsp.yaml") }, "main.pp:name.duplicate"},
		{"it goes", func() { disk.Remove("/w/app/b.pp") }, ""},
		{"a manifest comes", func() { disk.Write("/w/app/m.pp", "include foo\n") }, ""},
		{"which the project calls PCL", func() { disk.Write("/w/Pulumi.yaml", "runtime: pcl\n") }, "m.pp:syntax.block.label"},
		{"the project goes", func() { disk.Remove("/w/Pulumi.yaml") }, ""},
	} {
		step.change()
		if found := s.CatchUp(); !found {
			t.Errorf("%s: nothing is found", step.name)
		}
		t.Run(step.name, func(t *testing.T) { wantCodes(t, s.Snapshot(), "/w/app", step.want) })
		if s.CatchUp() {
			t.Errorf("%s: something is found again", step.name)
		}
	}
	disk.Remove("/w/app/a.txt")
	if !s.CatchUp() || s.CatchUp() {
		t.Error("what is found is found again before anybody asks for the program")
	}
	disk.Write("/w/app/main.pp", "an open text wins")
	if s.CatchUp() {
		t.Error("the disk counts for an open document")
	}
}

// counted is a disk that counts what is asked of it.
type counted struct {
	disk.FS
	lists, stats, reads int
}

func (c *counted) ReadDir(dir string) ([]fs.DirEntry, error) {
	c.lists++
	return c.FS.ReadDir(dir)
}

func (c *counted) Stat(p string) (fs.FileInfo, error) {
	c.stats++
	return c.FS.Stat(p)
}

func (c *counted) ReadFile(p string) ([]byte, error) {
	c.reads++
	return c.FS.ReadFile(p)
}

// A look costs the directories in use and some others, however many there are; some
// looks together come to all.
func TestCatchUpGoesRound(t *testing.T) {
	t.Parallel()
	const dirs = 300
	disk := newMemoryDisk()
	for i := range dirs {
		disk.Write(fmt.Sprintf("/w/d%03d/main.pp", i), "x = 1\n")
	}
	count := &counted{FS: disk}
	s := workspace.New(workspace.Options{FS: count, Workers: 1})
	for i := range dirs {
		s.Snapshot().ProgramIn(fmt.Sprintf("/w/d%03d", i))
	}
	*count = counted{FS: disk}
	if s.CatchUp() || count.lists > 32 || count.stats > 32*16 || count.reads > 0 {
		t.Errorf("a look lists %d directories, looks at %d paths and reads %d files", count.lists, count.stats, count.reads)
	}
	for i := range dirs {
		disk.Write(fmt.Sprintf("/w/d%03d/main.pp", i), "x = y\n")
	}
	looks := 0
	for looks < dirs && s.CatchUp() {
		looks++
	}
	if looks != (dirs+31)/32 {
		t.Errorf("after %d looks nothing is found any more", looks)
	}
	for i := range dirs {
		wantCodes(t, s.Snapshot(), fmt.Sprintf("/w/d%03d", i), "main.pp:name.undefined")
	}
}
