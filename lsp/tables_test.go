// This file tests that files that are gone leave nothing behind in the tables of a server.

package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// tableSizes counts the entries of the tables that are kept by path.
func tableSizes(s *server) map[string]int {
	return map[string]int{
		"spellings": len(*s.uris.Load()), "tokens": len(s.tokens.byPath), "answers": len(s.refresher.all), "gaps": len(s.reorder),
	}
}

// TestGoneFilesLeaveNothingBehind: documents with findings that are opened and closed, and
// files and folders with findings that come and go on disk. Each has a name of its own.
func TestGoneFilesLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const text = "a = missing\n"
	if err := os.WriteFile(filepath.Join(dir, "stays.pp"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	uriOf := func(path string) string { return "file://" + filepath.ToSlash(path) }
	synctest.Test(t, func(t *testing.T) {
		var s *server
		c := connect(t, func(made *server) { s = made })
		c.call("initialize", object{"capabilities": object{}, "workspaceFolders": []object{{"uri": uriOf(dir), "name": "w"}}})
		c.notify("initialized", object{})
		round := func(n int) {
			document := uriOf(filepath.Join(dir, fmt.Sprintf("document%d.pp", n)))
			c.open(document, 7, text)
			c.change(document, 9, partial(0, 0, 0, 0, "b = gone\n"))
			c.published(document, 9)
			for _, method := range []string{"textDocument/semanticTokens/full", "textDocument/inlayHint", "textDocument/codeLens", "textDocument/diagnostic"} {
				c.start(method, object{"textDocument": object{"uri": document}, "range": object{"start": object{"line": 0, "character": 0}, "end": object{"line": 1, "character": 0}}})
			}
			c.close(document)
			folder := filepath.Join(dir, fmt.Sprintf("folder%d", n))
			file := filepath.Join(folder, "main.pp")
			event := func(kind int) {
				c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": uriOf(file), "type": kind}, {"uri": uriOf(folder), "type": kind}}})
				synctest.Wait()
			}
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Error(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Error(err)
			}
			event(1)
			if len(publishedIn(t, c.received(), uriOf(file))) == 0 {
				t.Errorf("%s is not checked", file)
			}
			if err := os.RemoveAll(folder); err != nil {
				t.Error(err)
			}
			event(3)
		}
		round(0)
		before := tableSizes(s)
		for n := range 10 {
			round(n + 1)
		}
		if diff := cmp.Diff(before, tableSizes(s)); diff != "" {
			t.Errorf("after ten times the same (-before +now):\n%s", diff)
		}
	})
}

// TestAnswersAboutClosedDocumentsAreNotKept: a document may be closed while a request about it is answered.
func TestAnswersAboutClosedDocumentsAreNotKept(t *testing.T) {
	t.Parallel()
	s := newServer(Options{})
	closed := func(string) bool { return false }
	s.assemble()
	s.tokens.keep("/a.pp", &documentTokens{}, closed)
	s.refresher.put(answerKey{path: "/a.pp"}, answered{}, closed)
	if n := len(s.tokens.byPath) + len(s.refresher.all); n > 0 {
		t.Errorf("%d answers are kept", n)
	}
}
