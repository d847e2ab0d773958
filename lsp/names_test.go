// This file tests files and folders with several names.

package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestSpellingsOfFolders: a folder is one folder, however its URI is spelled.
func TestSpellingsOfFolders(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/a.pp": wrongName, "/a b/é/a.pp": wrongName}
	inBubble(t, files, object{}, func(c *puller) {
		seen := len(c.pushed())
		folders := func(added, removed []string) []string {
			event := object{"added": []object{}, "removed": []object{}}
			for kind, uris := range map[string][]string{"added": added, "removed": removed} {
				for _, spelled := range uris {
					event[kind] = append(event[kind].([]object), object{"uri": spelled, "name": "x"})
				}
			}
			c.notify("workspace/didChangeWorkspaceFolders", object{"event": event})
			all := c.pushed()
			defer func() { seen = len(all) }()
			return all[seen:]
		}
		c.expect("the same folder again", folders([]string{"file:///w/", "file:///%77", "file:///x/../w//", "file://localhost/w"}, nil), []string{})
		c.expect("two spellings of another", folders([]string{"file:///a%20b/%C3%A9/", "file:///a b/é"}, nil), []string{"/a%20b/%C3%A9/a.pp name.undefined"})
		c.expect("one inside of it", folders([]string{"file:///a%20b"}, nil), []string{})
		c.expect("of which one goes", folders(nil, []string{"file:///a%20b/%c3%a9"}), []string{})
		c.expect("and the other", folders(nil, []string{"file:///a b/"}), []string{"/a%20b/%C3%A9/a.pp"})
		c.expect("what was given twice goes at once", folders(nil, []string{"file:///w/."}), []string{"/w/a.pp"})
	})
}

// TestSpellingIsTaken: a file that is opened under another spelling of its URI has findings under that spelling only.
func TestSpellingIsTaken(t *testing.T) {
	t.Parallel()
	inBubble(t, fixture.Files{"/w/a b.pp": wrongName}, object{}, func(c *puller) {
		shown := func() string {
			c.pushed()
			last := map[string]int{}
			for _, m := range c.received() {
				if m.Method == "textDocument/publishDiagnostics" {
					var p struct {
						URI         string
						Diagnostics []struct{}
					}
					if err := json.Unmarshal(m.Params, &p); err != nil {
						t.Fatal(err)
					}
					last[p.URI] = len(p.Diagnostics)
				}
			}
			var all []string
			for spelled, n := range last {
				if n > 0 {
					all = append(all, fmt.Sprint(spelled, " ", n))
				}
			}
			slices.Sort(all)
			return strings.Join(all, ", ")
		}
		c.expect("at first", shown(), "file:///w/a%20b.pp 1")
		c.open("file:///w/a b.pp", 1, wrongName)
		c.expect("opened", shown(), "file:///w/a b.pp 1")
		c.open("file:///w/./a%20b.pp", 1, wrongName)
		c.expect("opened again", shown(), "file:///w/./a%20b.pp 1")
		c.change("file:///w/a b.pp", 2, object{"text": wrongName + wrongName})
		c.expect("edited under the other name", shown(), "file:///w/./a%20b.pp 3")
		c.close("file:///w/a%20b.pp")
		c.expect("closed", shown(), "file:///w/./a%20b.pp 1")
	})
}

// TestLinkedFolder: in a folder behind a symbolic link, everything has the names that the client uses. Two names are two documents, each with its own
// text.
func TestLinkedFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	put := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("real/app/main.pp", wrongName)
	put("real/app/other.pp", "x = 1\n")
	put("real/lib/l.pp", "output y {\n  value = 1\n}\n")
	put("real/user/u.pp", "component c \"./inner\" {\n}\noutput o {\n  value = c.y\n}\n")
	for link, to := range map[string]string{"link": "real", "real/user/inner": "real/lib", "real/circle": "real"} {
		if err := os.Symlink(at(to), at(link)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	spelled := func(name string) string { return string(uri.File(filepath.ToSlash(at(name)))) }
	synctest.Test(t, func(t *testing.T) {
		c := &puller{fakeClient: connect(t, func(s *server) { s.session = workspace.New(workspace.Options{}) })}
		c.call("initialize", object{"capabilities": object{}, "workspaceFolders": []object{{"uri": spelled("link") + "/", "name": "w"}}})
		c.notify("initialized", object{})
		seen := 0
		news := func() string {
			all := c.pushed()
			defer func() { seen = len(all) }()
			return strings.ReplaceAll(strings.Join(all[seen:], ", "), filepath.ToSlash(dir), "")
		}
		c.expect("at first", news(), "/link/app/main.pp name.undefined, /link/app/other.pp unused.local")
		c.open(spelled("link/app/main.pp"), 1, "y = x\n")
		c.expect("open", news(), "/link/app/main.pp v1 unused.local, /link/app/other.pp")
		c.open(spelled("real/app/main.pp"), 1, wrongName)
		c.expect("open under the other name", news(), "/real/app/main.pp v1 name.undefined")
		c.change(spelled("link/app/main.pp"), 2, object{"text": "y = xx\n"})
		c.expect("edited", news(), "/link/app/main.pp v2 unused.local name.undefined, /link/app/other.pp unused.local")
		put("real/app/main.pp", "y = xxx\n")
		c.notify("textDocument/didSave", object{"textDocument": object{"uri": spelled("link/app/main.pp")}})
		c.expect("saved", news(), "")
		c.close(spelled("real/app/main.pp"))
		c.expect("the other name is closed", news(), "/real/app/main.pp")
		put("real/lib/l.pp", "output other {\n  value = 1\n}\n")
		c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": spelled("link/lib/l.pp"), "type": 2}}})
		c.expect("a component that is a link", news(), "/link/user/u.pp prop.unknown")
	})
}
