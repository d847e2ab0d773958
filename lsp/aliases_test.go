// This file tests files with two names, files on other machines, and documents that are not files.

package lsp

import (
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"go.lsp.dev/uri"
	"golang.org/x/text/unicode/norm"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// TestTwoNamesOfOneRoot: a directory is reported once if it is in the workspace under two names, or in the workspace under one and open under another.
func TestTwoNamesOfOneRoot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	if err := os.MkdirAll(at("real/app"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"real/app/main.pp": wrongName, "real/app/other.pp": "output p {\n  value = absent\n}\n"} {
		if err := os.WriteFile(at(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"link": "real", "inner": "real/app"} {
		if err := os.Symlink(at(to), at(link)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	spelled := func(name string) string { return string(uri.File(filepath.ToSlash(at(name)))) }
	for _, test := range []struct{ name, folders, open, want string }{
		{"two folders", "link real", "", "/link/app/main.pp name.undefined, /link/app/other.pp name.undefined"},
		{"open outside", "link", "real/app/main.pp", "/real/app/main.pp v1 name.undefined, /real/app/other.pp name.undefined"},
		{"open through a link", "real", "inner/main.pp", "/inner/main.pp v1 name.undefined, /inner/other.pp name.undefined"},
		{"the folder is the program", "inner", "real/app/main.pp", "/real/app/main.pp v1 name.undefined, /real/app/other.pp name.undefined"},
		{"no folder", "", "link/app/main.pp real/app/main.pp", "/link/app/main.pp v1 name.undefined, /link/app/other.pp name.undefined, /real/app/main.pp v1 name.undefined"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := &puller{fakeClient: connect(t, func(s *server) { s.session = workspace.New(workspace.Options{}) })}
				folders := []object{}
				for _, folder := range strings.Fields(test.folders) {
					folders = append(folders, object{"uri": spelled(folder), "name": folder})
				}
				c.call("initialize", object{"capabilities": object{}, "workspaceFolders": folders})
				for _, name := range strings.Fields(test.open) {
					c.open(spelled(name), 1, wrongName)
				}
				c.notify("initialized", object{})
				c.expect("shown", strings.Join(c.shownNow(filepath.ToSlash(dir)), ", "), test.want)
			})
		})
	}
}

// TestLinkInPlaceOfDirectory: a directory that moves and leaves a link is reported under its new name only, as a server reports it that starts then.
func TestLinkInPlaceOfDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	if err := os.MkdirAll(at("w/app/sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"w/app/main.pp", "w/app/sub/main.pp"} {
		if err := os.WriteFile(at(name), []byte(wrongName), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	spelled := func(name string) string { return string(uri.File(filepath.ToSlash(at(name)))) }
	synctest.Test(t, func(t *testing.T) {
		c := &puller{fakeClient: connect(t, func(s *server) { s.session = workspace.New(workspace.Options{}) })}
		c.call("initialize", object{"capabilities": object{}, "workspaceFolders": []object{{"uri": spelled("w"), "name": "w"}}})
		c.notify("initialized", object{})
		shown := func(what, want string) {
			t.Helper()
			c.expect(what, strings.Join(c.shownNow(filepath.ToSlash(dir)), ", "), want)
		}
		shown("a directory", "/w/app/main.pp name.undefined, /w/app/sub/main.pp name.undefined")
		if err := os.Rename(at("w/app"), at("w/moved")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(at("w/moved"), at("w/app")); err != nil {
			t.Skip("no symbolic links here:", err)
		}
		c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": spelled("w/moved"), "type": 1}, {"uri": spelled("w/app"), "type": 2}}})
		shown("a link in its place", "/w/moved/main.pp name.undefined, /w/moved/sub/main.pp name.undefined")
	})
}

// foldedFiles is a file system that folds names.
type foldedFiles struct {
	fixture.Files
	fold func(string) string
}

type foldedInfo struct {
	fs.FileInfo
	path string
}

func (f foldedFiles) ReadDir(dir string) ([]fs.DirEntry, error) {
	return f.Files.ReadDir(f.fold(dir))
}
func (f foldedFiles) ReadFile(p string) ([]byte, error) { return f.Files.ReadFile(f.fold(p)) }
func (f foldedFiles) Stat(p string) (fs.FileInfo, error) {
	info, err := f.Files.Stat(f.fold(p))
	return foldedInfo{info, f.fold(p)}, err
}
func (f foldedFiles) SameFile(a, b fs.FileInfo) bool {
	return a.(foldedInfo).path == b.(foldedInfo).path
}

// expectBy compares what is shown with the first or the second text, depending on whether the file system folds names.
func (c *puller) expectBy(folds bool) func(what, folded, apart string) {
	return func(what, folded, apart string) {
		c.t.Helper()
		if !folds {
			folded = apart
		}
		c.expect(what, strings.Join(c.shownNow(""), ", "), folded)
	}
}

// TestFoldedNames: on a case-insensitive file system, a file is one document of one program, however the client spells it.
func TestFoldedNames(t *testing.T) {
	t.Parallel()
	for _, folds := range []bool{true, false} {
		t.Run(fmt.Sprint(folds), func(t *testing.T) {
			t.Parallel()
			files := fixture.Files{"/w/main.pp": "output o {\n  value = x\n}\n", "/w/b.pp": "x = 1\n"}
			inBubble(t, files, object{}, func(c *puller) {
				expect := c.expectBy(folds)
				expect("closed", "", "")
				c.open("file:///w/B.pp", 1, "x = 2\n")
				expect("another spelling", "", "/w/b.pp name.duplicate")
				c.change("file:///w/B.pp", 2, object{"text": "y = 2\n"})
				expect("edited", "/w/B.pp v2 unused.local, /w/main.pp name.undefined", "/w/B.pp v2 unused.local")
				c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": "file:///w/b.pp", "type": 2}}})
				expect("an event", "/w/B.pp v2 unused.local, /w/main.pp name.undefined", "/w/B.pp v2 unused.local")
				c.close("file:///w/B.pp")
				expect("closed again", "", "")
				c.open("file:///W/main.pp", 1, wrongName)
				expect("the directory in other letters", "/W/b.pp unused.local, /W/main.pp v1 name.undefined", "/W/main.pp v1 name.undefined")
			}, func(s *server) {
				if folds {
					s.session = workspace.New(workspace.Options{FS: foldedFiles{files, strings.ToLower}})
				}
			})
		})
	}
}

// TestComposedNames: the same on a file system that does not distinguish composed and decomposed characters. Its files have composed names.
func TestComposedNames(t *testing.T) {
	t.Parallel()
	const composed, apart = "\u00e9", "e%CC%81"
	for _, folds := range []bool{true, false} {
		t.Run(fmt.Sprint(folds), func(t *testing.T) {
			t.Parallel()
			files := fixture.Files{"/w/" + composed + "/main.pp": "output o {\n  value = x\n}\n", "/w/" + composed + "/" + composed + ".pp": "x = 1\n"}
			inBubble(t, files, object{}, func(c *puller) {
				expect := c.expectBy(folds)
				expect("closed", "", "")
				c.open("file:///w/"+url.PathEscape(composed)+"/"+apart+".pp", 1, "x = 2\n")
				expect("another spelling of the file", "", "/w/%C3%A9/%C3%A9.pp name.duplicate")
				c.close("file:///w/" + url.PathEscape(composed) + "/" + apart + ".pp")
				expect("closed again", "", "")
				c.open("file:///w/"+apart+"/main.pp", 1, wrongName)
				expect("another spelling of the directory", "/w/e%CC%81/%C3%A9.pp unused.local, /w/e%CC%81/main.pp v1 name.undefined", "/w/e%CC%81/main.pp v1 name.undefined")
			}, func(s *server) {
				if folds {
					s.session = workspace.New(workspace.Options{FS: foldedFiles{files, norm.NFC.String}})
				}
			})
		})
	}
}

// asked records the paths that a file system is asked about.
type asked struct {
	disk.FS
	mu    sync.Mutex // guards paths
	paths map[string]bool
}

func (a *asked) note(p string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.paths[p] = true
}

func (a *asked) ReadDir(dir string) ([]fs.DirEntry, error) {
	a.note(dir)
	return a.FS.ReadDir(dir)
}

func (a *asked) ReadFile(p string) ([]byte, error) {
	a.note(p)
	return a.FS.ReadFile(p)
}

func (a *asked) Stat(p string) (fs.FileInfo, error) {
	a.note(p)
	return a.FS.Stat(p)
}

// TestDocumentsThatAreNoFiles: such documents are checked and answered without access to the disk, and the user is told once about each other machine.
func TestDocumentsThatAreNoFiles(t *testing.T) {
	t.Parallel()
	for spelled, told := range map[string]string{
		"untitled:Untitled-1":                       "",
		"untitled:/p/main.pp":                       "",
		"git:/p/main.pp?ref=HEAD":                   "",
		"vscode-notebook-cell:/p/main.pp#W0sZmlsZQ": "",
		"vscode-remote://wsl%2Bubuntu/p/main.pp":    "",
		"file://wsl.localhost/Ubuntu/p/main.pp":     "WSL",
		"file://wsl$/Ubuntu/p/main.pp":              "WSL",
		"file://server/share/main.pp":               "the machine \\\"server\\\"",
		"file:///c%3A/p/main.pp":                    "the Windows drive c:",
		"file:///C:/p/main.pp":                      "the Windows drive c:",
	} {
		if filepath.IsAbs("c:/") && strings.Contains(told, "drive") {
			continue // they are files here
		}
		t.Run(spelled, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				disk := &asked{FS: fixture.Files{"/p/main.pp": "x = 1\n"}, paths: map[string]bool{}}
				c := &puller{fakeClient: connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: disk}) })}
				c.initialize("utf-16")
				for range 2 {
					c.open(spelled, 1, wrongName)
					synctest.Wait()
					if found := c.published(spelled, 1); len(found.Diagnostics) != 1 {
						t.Errorf("published %+v", found)
					}
					c.wantAllAnswered(spelled, wrongName, 20)
					c.notify("textDocument/didSave", object{"textDocument": object{"uri": spelled}})
					c.close(spelled)
				}
				c.open(spelled+"2", 1, wrongName)
				synctest.Wait()
				for p := range disk.paths {
					if !path.IsAbs(p) || strings.HasPrefix(p, "/p") { // some questions are about other places
						t.Errorf("the disk is asked about %q", p)
					}
				}
				messages := []string{}
				for _, m := range c.received() {
					if m.Method == "window/showMessage" {
						messages = append(messages, string(m.Params))
					}
				}
				if len(messages) != min(len(told), 1) || told != "" && !strings.Contains(messages[0], told) {
					t.Errorf("the user is told %q, want %q in one", messages, told)
				}
			})
		})
	}
}

// shownNow returns the findings that a client shows, sorted by file, without a prefix of paths. Files of different directories
// are checked side by side, so the order in which they are published means nothing.
func (c *puller) shownNow(prefix string) []string {
	c.t.Helper()
	last := map[string]string{}
	for _, p := range c.pushed() {
		name, rest, _ := strings.Cut(strings.TrimPrefix(p, prefix), " ")
		last[name] = rest
	}
	all := []string{}
	for _, name := range slices.Sorted(maps.Keys(last)) {
		if fields := strings.Fields(last[name]); len(fields) > 1 || len(fields) == 1 && !strings.HasPrefix(fields[0], "v") {
			all = append(all, name+" "+last[name])
		}
	}
	return all
}
