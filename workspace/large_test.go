package workspace_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// In a workspace of 10,000 files each directory is listed once to find the programs, and
// folders that are not for people are not entered; each program file is read once, and
// afterwards an edit reads nothing and an event what it is about.
func TestLargeWorkspace(t *testing.T) {
	t.Parallel()
	const dirs, files = 1000, 10
	disk := newMemoryDisk()
	for i := range dirs {
		dir := fmt.Sprintf("/w/team%d/p%d", i%7, i)
		for j := range files {
			text := fmt.Sprintf("x%d = 1\n", j)
			if i%10 == 0 {
				text = "class site {\n  include ntp\n}\n"
			}
			disk.Write(fmt.Sprintf("%s/f%d.pp", dir, j), text)
		}
		disk.Write(dir+"/node_modules/m/f.pp", "x = 1\n")
		disk.Write(dir+"/.git/objects/f.pp", "x = 1\n")
	}
	count := &counted{FS: disk}
	session := workspace.New(workspace.Options{FS: count, Workers: 1})
	now := session.Snapshot()
	search := now.SearchInSteps("/w", "/w/team3")
	for before := 0; search.Step(); before = count.lists {
		if count.lists > before+1 {
			t.Fatal("one step lists several directories")
		}
	}
	if len(search.Dirs()) != dirs || count.lists != dirs+8 || count.reads != dirs {
		t.Errorf("found %d directories with %d lists and %d reads, want %d, %d and one for each repository", len(search.Dirs()), count.lists, count.reads, dirs, dirs+8)
	}
	programs := 0
	for _, dir := range search.Dirs() {
		p := now.ProgramIn(dir)
		if len(p.Files) == 0 {
			continue
		}
		programs++
		if _, err := now.Report(context.Background(), p, nil); err != nil {
			t.Fatal(err)
		}
	}
	if programs != dirs*9/10 || count.reads != dirs+dirs*files {
		t.Errorf("%d programs are PCL, %d files were read; want %d and %d", programs, count.reads, dirs*9/10, dirs+dirs*files)
	}
	const edited = "/w/team1/p1/f0.pp"
	session.Apply(workspace.Open{Path: edited, Text: "x0 = 1\n"})
	session.Snapshot().ProgramIn("/w/team1/p1")
	for name, change := range map[string]struct {
		apply              func()
		lists, reads, most int // as many, and looks at no more paths
	}{
		"an edit": {func() {
			f, _, _, _ := session.Snapshot().File(edited)
			session.Apply(workspace.Edit{Path: edited, File: f.Edited(syntax.Edit{Text: "# why\n"}), Version: 2})
		}, 0, 0, 0},
		"an event": {func() {
			disk.Write("/w/team2/p2/f3.pp", "x3 = 2\n")
			session.Apply(workspace.DiskChanged{Paths: []string{"/w/team2/p2/f3.pp"}})
		}, 1, 1, 30},
	} {
		*count = counted{FS: disk}
		change.apply()
		for _, dir := range search.Dirs() {
			session.Snapshot().ProgramIn(dir)
		}
		if count.lists != change.lists || count.reads != change.reads || count.stats > change.most {
			t.Errorf("%s lists %d directories, reads %d files and looks at %d paths; want %d, %d and at most %d",
				name, count.lists, count.reads, count.stats, change.lists, change.reads, change.most)
		}
	}
}
