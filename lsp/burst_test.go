// This file tests many events and many folders at once.

package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestBurstOfEvents: after 5,000 events like those of a branch switch, with files that are changed, deleted and created again, renamed or not reported,
// the client shows what it would show with a fresh server.
func TestBurstOfEvents(t *testing.T) {
	t.Parallel()
	branch := func(n int) fixture.Files {
		files := fixture.Files{}
		for i := range 40 {
			files[fmt.Sprintf("/w/d%d/a%d.pp", i, n*(i%3))] = fmt.Sprintf("x%d = y\n", n)
			if i%4 != n {
				files[fmt.Sprintf("/w/d%d/b.pp", i)] = "y = 1\n"
			}
		}
		return files
	}
	shown := func(c *puller) (all []string) {
		all = c.shownNow("")
		slices.Sort(all)
		return all
	}
	files := branch(1)
	disk := &sharedFiles{files: files}
	inBubble(t, nil, object{"workspace": object{"didChangeWatchedFiles": object{"dynamicRegistration": false}}}, func(c *puller) {
		c.pushed()
		for _, n := range []int{2, 1, 3, 2} {
			next, events := branch(n), []object{}
			for p := range files {
				events = append(events, object{"uri": "file://" + p, "type": 3})
			}
			files = next
			disk.become(files)
			for p := range files {
				events = append(events, object{"uri": "file://" + p, "type": 1}, object{"uri": "file://" + p, "type": 2})
			}
			for len(events) < 5000 {
				events = append(events, events...)
			}
			c.notify("workspace/didChangeWatchedFiles", object{"changes": events[:2500]})
			for _, e := range events[2500:2600] {
				c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{e}})
			}
			c.notify("workspace/didChangeWatchedFiles", object{"changes": events[2600:5000]})
		}
		got := shown(c)
		fresh := &puller{fakeClient: connect(c.t, disk.served)}
		fresh.call("initialize", object{"capabilities": object{}, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
		fresh.notify("initialized", object{})
		if want := shown(fresh); !slices.Equal(got, want) || len(want) < 10 {
			t.Errorf("got %d %v\nwant %d %v", len(got), got, len(want), want)
		}
	}, disk.served)
}

// TestSixtyFolders: in each of 60 partly nested folders, a name leads into its own program while folders come and go and requests run.
func TestSixtyFolders(t *testing.T) {
	t.Parallel()
	files, dirs := fixture.Files{}, []string{}
	for i := range 60 {
		dir := fmt.Sprintf("/v/f%d", i)
		if i%3 == 2 {
			dir = fmt.Sprintf("/v/f%d/inner", i-1)
		}
		dirs = append(dirs, dir)
		files[dir+"/a.pp"], files[dir+"/b.pp"] = "output o {\n  value = x\n}\n", "x = 1\n"
		files[dir+"/Pulumi.yaml"] = "name: p\nruntime: pcl\n"
	}
	inBubble(t, files, object{}, func(c *puller) {
		ids := map[int]string{}
		for i, dir := range dirs {
			folder := []object{{"uri": "file://" + dir, "name": "f"}}
			c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": folder, "removed": []object{}}})
			c.open("file://"+dir+"/a.pp", 1, files[dir+"/a.pp"])
			for _, asked := range dirs[:i+1] {
				ids[c.start("textDocument/definition", object{
					"textDocument": object{"uri": "file://" + asked + "/a.pp"}, "position": object{"line": 1, "character": 10},
				})] = asked
			}
			if i%2 == 1 {
				c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []object{}, "removed": folder}})
			}
		}
		for id, dir := range ids {
			if got := string(c.answer(id).Result); !strings.Contains(got, "\"file://"+dir+"/b.pp\"") {
				t.Fatalf("in %s the name leads to %s", dir, got)
			}
		}
		c.expect("nothing is wrong", c.shownNow(""), []string{})
	})
}
