// This file tests which programs are checked, and in which order.

package lsp

import (
	"testing"
	"testing/synctest"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// TestOrderOfPrograms: the edited document comes first, then the rest of its program, then the programs of other documents by last use, then the rest of
// the workspace.
func TestOrderOfPrograms(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/a/closed.pp": "output c {\n  value = [x, y]\n}\n", "/w/a/edited.pp": "", "/w/a/open.pp": "", "/w/b/b.pp": "", "/w/c/c.pp": "", "/w/d/d.pp": wrongName,
		"/elsewhere/e.pp": wrongName,
	}
	inBubble(t, files, object{}, func(c *puller) {
		c.expect("before a document is open", c.pushed(), []string{"/w/a/closed.pp name.undefined name.undefined", "/w/d/d.pp name.undefined"})
		for _, path := range []string{"/w/b/b.pp", "/w/a/open.pp", "/w/c/c.pp", "/w/a/edited.pp"} {
			c.open("file://"+path, 1, "x = 1\n")
			synctest.Wait()
		}
		before := len(c.pushed())
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"name.*": "off"}}}})
		c.pushed()
		c.change("file:///w/a/edited.pp", 2, object{"text": "x = 1\ny = 1\nz = 1\n"})
		got := c.pushed()[before:]
		c.expect("with other settings", got[:3], []string{"/w/a/open.pp v1", "/w/a/closed.pp", "/w/d/d.pp"})
		c.expect("after the edit", got[3:], []string{"/w/a/edited.pp v2 unused.local"})
		before = len(c.pushed())
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"unused.*": "warning"}}}})
		c.expect("everything anew", c.pushed()[before:], []string{
			"/w/a/edited.pp v2 unused.local", "/w/a/open.pp v1 name.duplicate",
			"/w/c/c.pp v1 unused.local", "/w/b/b.pp v1 unused.local", "/w/d/d.pp name.undefined",
		})
	})
}

// TestScope: by default the whole workspace is checked, and on demand only the programs of open documents. Findings that are no longer shown are cleared
// once.
func TestScope(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/a/a.pp": "x = 1\n", "/w/a/b.pp": wrongName, "/w/c/c.pp": wrongName, "/v/v.pp": wrongName}
	inBubble(t, files, object{}, func(c *puller) {
		seen := 0
		news := func() []string {
			all := c.pushed()
			defer func() { seen = len(all) }()
			return all[seen:]
		}
		configure := func(settings object) {
			c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": settings}})
		}
		c.expect("by default", news(), []string{"/w/a/a.pp unused.local", "/w/a/b.pp name.undefined", "/w/c/c.pp name.undefined"})
		configure(object{"diagnostics": object{"scope": "open"}})
		c.expect("nothing is open", news(), []string{"/w/a/a.pp", "/w/a/b.pp", "/w/c/c.pp"})
		c.open("file:///w/a/a.pp", 1, "x = 1\n")
		c.expect("one is open", news(), []string{"/w/a/a.pp v1 unused.local", "/w/a/b.pp name.undefined"})
		c.close("file:///w/a/a.pp")
		c.expect("it is closed", news(), []string{"/w/a/a.pp", "/w/a/b.pp"})
		configure(object{"diagnostics": object{"scope": "everything"}})
		c.warned("pcl.diagnostics.scope")
		c.expect("what cannot be used is the default", news(), []string{"/w/a/a.pp unused.local", "/w/a/b.pp name.undefined", "/w/c/c.pp name.undefined"})
		c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{
			"added": []object{{"uri": "file:///v", "name": "v"}}, "removed": []object{{"uri": "file:///w", "name": "w"}},
		}})
		c.expect("another folder", news(), []string{"/w/a/a.pp", "/w/a/b.pp", "/w/c/c.pp", "/v/v.pp name.undefined"})
	})
}

// TestDeleted: findings are cleared once when a file, a directory or the only document of a program is deleted.
func TestDeleted(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/a/a.pp": wrongName, "/w/a/b.pp": wrongName + "x = 1\n", "/w/c/c.pp": wrongName, "/w/c/d/d.pp": wrongName}
	inBubble(t, files, object{}, func(c *puller) {
		c.open("file:///w/a/a.pp", 1, wrongName)
		seen := len(c.pushed())
		gone := func(paths ...string) []string {
			changes := []object{}
			for _, path := range paths {
				delete(files, path)
				changes = append(changes, object{"uri": "file://" + path, "type": 3})
			}
			c.notify("workspace/didChangeWatchedFiles", object{"changes": changes})
			all := c.pushed()
			defer func() { seen = len(all) }()
			return all[seen:]
		}
		c.expect("a file", gone("/w/a/b.pp"), []string{"/w/a/b.pp"})
		c.expect("directories", gone("/w/c/c.pp", "/w/c/d/d.pp"), []string{"/w/c/c.pp", "/w/c/d/d.pp"})
		c.expect("an open document", gone("/w/a/a.pp"), []string{})
		c.close("file:///w/a/a.pp")
		c.expect("which is closed", gone(), []string{"/w/a/a.pp"})
		files["/w/n/new.pp"] = wrongName
		c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": "file:///w/n/new.pp", "type": 1}}})
		c.expect("a new directory", c.pushed()[seen:], []string{"/w/n/new.pp name.undefined"})
	})
}
