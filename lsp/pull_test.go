// This file tests findings for clients that pull them.

package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const (
	aURI = "file:///w/a.pp"
	bURI = "file:///w/b.pp"
)

// TestPullIsOffered to clients that pull findings, and to no others.
func TestPullIsOffered(t *testing.T) {
	t.Parallel()
	for announced, want := range map[string]string{
		`{}`: ``,
		`{"textDocument":{"publishDiagnostics":{}}}`: ``,
		`{"textDocument":{"diagnostic":{}}}`:         `{"identifier":"pcl","interFileDependencies":true,"workspaceDiagnostics":true}`,
	} {
		var result struct {
			Capabilities struct{ DiagnosticProvider json.RawMessage }
		}
		connect(t).result("initialize", object{"capabilities": json.RawMessage(announced)}, &result)
		if got := string(result.Capabilities.DiagnosticProvider); got != want {
			t.Errorf("to a client that says %s offered %s, want %s", announced, got, want)
		}
	}
}

// TestPullDocument: an answer has the current findings or says that nothing has changed, and none of it is also published.
func TestPullDocument(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, pulling(object{}), func(c *puller) {
		c.open(aURI, 1, "")
		c.expect("an empty document", c.pull(aURI), "")
		c.expect("again", c.pull(aURI), "=")
		c.change(aURI, 2, object{"text": wrongName})
		c.expect("a finding", c.pull(aURI), "name.undefined")
		c.expect("again", c.pull(aURI), "=")
		c.change(aURI, 3, object{"text": wrongName + "# a comment\n"})
		c.expect("an edit that does not concern it", c.pull(aURI), "=")
		c.change(aURI, 4, object{"text": "\n" + wrongName})
		c.expect("in another place", c.pull(aURI), "name.undefined")
		id := c.ids[aURI]
		c.change(aURI, 5, object{"text": ""})
		c.expect("repaired", c.pull(aURI), "")
		c.change(aURI, 6, object{"text": "\n" + wrongName})
		c.pull(aURI)
		c.expect("the id of the same findings", c.ids[aURI], id)
		c.close(aURI)
		c.expect("a file that is nowhere", c.pull(aURI), "")
		c.expect("a document of another kind", c.pull("file:///w/notes.txt"), "")
		c.expect("no document", c.take("", c.call("textDocument/diagnostic", object{})), "error -32602 ")
		c.expect("published", c.pushed(), []string{})
		c.expect("refreshes", c.refreshes(), 0)
	})
}

// TestPullRelated: an answer brings changed findings of other open documents to a client that accepts them, which then needs no refresh.
func TestPullRelated(t *testing.T) {
	t.Parallel()
	for _, takes := range []bool{true, false} {
		inBubble(t, nil, pulling(object{"relatedDocumentSupport": takes}), func(c *puller) {
			c.open(aURI, 1, "x = 1\n")
			c.open(bURI, 1, "output o {\n  value = x\n}\n")
			c.pull(aURI)
			c.expect("at first", c.pull(bURI), "")
			c.change(aURI, 2, object{"text": "y = 1\n"})
			want, refreshes := "unused.local + /w/b.pp name.undefined", 0
			if !takes {
				want, refreshes = "unused.local", 1
			}
			c.expect("refreshes by an edit of another document", c.refreshes(), refreshes)
			before := c.ids[aURI]
			c.expect("after the edit", c.pull(aURI), want)
			c.expect("again", c.pull(aURI), "=")
			c.ids[aURI] = before
			if takes {
				c.expect("when the answer was not taken", c.pull(aURI), want)
				c.expect("the other document", c.pull(bURI), "=")
			} else {
				c.expect("the other document", c.pull(bURI), "name.undefined")
			}
			c.close(bURI)
			c.change(aURI, 3, object{"text": "z = 1\n"})
			c.expect("without the other document", c.pull(aURI), "unused.local")
			c.expect("refreshes in the end", c.refreshes(), refreshes)
		})
	}
}

// TestRefresh: a client is told to refresh when, and only when, something has changed that it cannot know, and not again before it confirms.
func TestRefresh(t *testing.T) {
	t.Parallel()
	files := fixture.Files{"/w/b.pp": "x = 1\n"}
	inBubble(t, files, pulling(object{}), func(c *puller) {
		c.open(aURI, 1, "output o {\n  value = x\n}\n")
		c.expect("at first", c.pull(aURI), "")
		c.expect("refreshes before anything happens", c.refreshes(), 0)
		changed := func() {
			c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": bURI, "type": 2}}})
			synctest.Wait()
		}
		files["/w/b.pp"] = "z = 1\n"
		changed()
		files["/w/b.pp"] = "yy = 1\n"
		changed()
		files["/w/b.pp"] = "x = 1\n"
		changed()
		c.expect("refreshes by files on disk, right in the end", c.refreshes(), 2)
		c.expect("then", c.pull(aURI), "=")
		files["/w/b.pp"] = "zz = 1\n"
		changed()
		c.expect("refreshes by a file on disk", c.refreshes(), 3)
		c.expect("then", c.pull(aURI), "name.undefined")
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"name.*": "off"}}}})
		c.expect("refreshes by settings", c.refreshes(), 4)
		c.expect("then", c.pull(aURI), "")
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"name.*": "off", "unused.local": "hint"}}}})
		c.notify("textDocument/didSave", object{"textDocument": object{"uri": aURI}})
		c.change(aURI, 2, object{"text": wrongName + "q = 1\n"})
		c.expect("refreshes by nothing, and by the client's own edit", c.refreshes(), 4)
	})
}

// TestRefreshBesidesEdits: a client that pulls only what it shows has documents of which it never pulled the newest version. It is told to refresh all the
// same when something else changes, once.
func TestRefreshBesidesEdits(t *testing.T) {
	t.Parallel()
	for _, takes := range []bool{true, false} {
		files := fixture.Files{"/w/c.pp": "x = 1\n"}
		inBubble(t, files, pulling(object{"relatedDocumentSupport": takes}), func(c *puller) {
			c.open(aURI, 1, "output o {\n  value = x\n}\n")
			c.open(bURI, 1, "output p {\n  value = 1\n}\n")
			c.expect("at first", c.pull(aURI), "")
			c.expect("the other document at first", c.pull(bURI), "")
			c.change(bURI, 2, object{"text": "output p {\n  value = 2\n}\n"}) // in a tab behind, such as by a rename
			c.expect("refreshes by an edit that changes nothing", c.refreshes(), 0)
			for i, text := range []string{"y = 1\n", "x = 1\n"} {
				files["/w/c.pp"] = text
				c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": "file:///w/c.pp", "type": 2}}})
				c.expect("refreshes by a file on disk", c.refreshes(), i+1)
				got, _, _ := strings.Cut(c.pull(aURI), "+")
				c.expect("then", strings.TrimSpace(got), []string{"name.undefined", ""}[i])
			}
			c.change(bURI, 3, object{"text": "x = 2\n"})
			c.change(bURI, 4, object{"text": "output p {\n  value = 3\n}\n"})
			c.expect("refreshes in the end", c.refreshes(), 2)
		})
	}
}

// TestPullWorkspace: the first pull is answered at once, later ones when there is something new, and each finding is reported once.
func TestPullWorkspace(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/a.pp": "x = wrong\n", "/w/sub/b.pp": "x = 1\noutput o {\n  value = x\n}\n", "/w/sub/c.pp": wrongName, "/v/a.pp": wrongName,
		"/w/.pcl-lsp.yaml": "rules: 7\n",
	}
	inBubble(t, files, pulling(object{}), func(c *puller) {
		c.expect("pushed before the client asks", c.pushed(), []string{
			"/w/a.pp unused.local name.undefined", "/w/.pcl-lsp.yaml settings.invalid", "/w/sub/c.pp name.undefined",
		})
		first := c.startWorkspace(nil)
		c.expect("at first", c.takeWorkspace(first), "/w/.pcl-lsp.yaml settings.invalid; /w/a.pp unused.local name.undefined; /w/sub/c.pp name.undefined")
		c.expect("taken back", c.pushed()[3:], []string{"/w/.pcl-lsp.yaml", "/w/a.pp", "/w/sub/c.pp"})
		second := c.startWorkspace(nil)
		c.expect("nothing new", c.takeWorkspace(second), "held")
		c.open("file:///w/sub/b.pp", 4, files["/w/sub/b.pp"])
		c.expect("an open document without findings", c.takeWorkspace(second), "held")
		c.change("file:///w/sub/b.pp", 5, object{"text": "y = 1\n"})
		c.expect("an edit", c.takeWorkspace(second), "/w/sub/b.pp v5 unused.local")
		delete(c.ids, "file:///w/sub/b.pp") // the client has it from the document
		third := c.startWorkspace(nil)
		c.expect("the same again", c.takeWorkspace(third), "held")
		delete(files, "/w/sub/c.pp")
		c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": "file:///w/sub/c.pp", "type": 3}}})
		c.expect("a deleted file", c.takeWorkspace(third), "/w/sub/c.pp")
		fourth := c.startWorkspace(nil)
		c.expect("after it", c.takeWorkspace(fourth), "held")
		c.notify("$/cancelRequest", object{"id": fourth})
		c.expect("cancelled", c.takeWorkspace(fourth), "error -32800")
		fifth := c.startWorkspace(nil)
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"diagnostics": object{"scope": "open"}}}})
		c.expect("what is not open any more", c.takeWorkspace(fifth), "/w/a.pp")
		c.expect("pushed since", len(c.pushed()), 6)
		sixth := c.startWorkspace(nil)
		c.call("shutdown", nil)
		c.expect("at the end", c.takeWorkspace(sixth), "")
	})
}

// TestPullWorkspaceInParts: a client that accepts partial results gets findings as they are found, under its token, and an empty answer at the end.
func TestPullWorkspaceInParts(t *testing.T) {
	t.Parallel()
	for _, token := range []any{"a token", 17} {
		inBubble(t, fixture.Files{"/w/a/a.pp": wrongName, "/w/b/b.pp": wrongName}, pulling(object{}), func(c *puller) {
			parts := func() (all []string) {
				synctest.Wait()
				for _, m := range c.received() {
					var p struct {
						Token any
						Value json.RawMessage
					}
					if m.Method == "$/progress" && json.Unmarshal(m.Params, &p) == nil && fmt.Sprint(p.Token) == fmt.Sprint(token) {
						all = append(all, c.takeItems(p.Value))
					}
				}
				return all
			}
			first := c.startWorkspace(object{"partialResultToken": token})
			c.expect("at first", c.takeWorkspace(first), "")
			c.expect("parts", parts(), []string{"/w/a/a.pp name.undefined; /w/b/b.pp name.undefined"})
			second := c.startWorkspace(object{"partialResultToken": token})
			c.expect("nothing new", c.takeWorkspace(second), "held")
			c.open("file:///w/c/c.pp", 1, wrongName)
			c.expect("something new", c.takeWorkspace(second), "")
			c.expect("parts", parts()[1:], []string{"/w/c/c.pp v1 name.undefined"})
		})
	}
}

// TestPullStorm: of many pulls of successive versions, the last is answered for the last version. Pulls that are given up say that the client may pull
// again, and canceled ones that they are canceled.
func TestPullStorm(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, pulling(object{}), func(c *puller) {
		c.open(aURI, 0, "")
		var ids []int
		for version := 1; version <= 200; version++ {
			c.change(aURI, version, object{"text": strings.Repeat("\n", version) + wrongName})
			ids = append(ids, c.startPull(aURI))
			if version%3 == 0 {
				c.notify("$/cancelRequest", object{"id": ids[len(ids)-1]})
			}
		}
		seen := map[string]int{}
		for _, id := range ids {
			m, ok := c.answered(id)
			if !ok {
				t.Fatalf("no answer to %d", id)
			}
			seen[c.take(aURI, m)]++
		}
		allowed := []string{"name.undefined", `error -32802 {"retriggerRequest":true}`, "error -32800 "}
		for got, n := range seen {
			if !slices.Contains(allowed, got) {
				t.Errorf("%d answers are %q", n, got)
			}
		}
		c.expect("the last", c.take(aURI, c.answer(ids[len(ids)-1])), "name.undefined")
		var last struct{ Items []struct{ Range wireRange } }
		if err := json.Unmarshal(c.answer(ids[len(ids)-1]).Result, &last); err != nil || last.Items[0].Range.Start.Line != 201 {
			t.Errorf("the last answer is %+v, want a finding in line 201", last)
		}
		c.expect("refreshes", c.refreshes(), 0)
	})
}

// TestOlderPullIsGivenUp: a pull of an older version than another one is answered at once, with the advice to pull again.
func TestOlderPullIsGivenUp(t *testing.T) {
	t.Parallel()
	var gate chan struct{}
	inBubble(t, nil, pulling(object{}), func(c *puller) {
		c.open(aURI, 1, needsSchema)
		older := c.startPull(aURI)
		if _, answered := c.answered(older); answered {
			t.Error("answered while the schema is being loaded")
		}
		c.change(aURI, 2, object{"text": needsSchema + "\n"})
		newer := c.startPull(aURI)
		m, _ := c.answered(older)
		c.expect("the older", c.take("", m), `error -32802 {"retriggerRequest":true}`)
		close(gate)
		m, _ = c.answered(newer)
		c.expect("the newer, with the schema", c.take(aURI, m), "attr.unknown")
		c.expect("refreshes", c.refreshes(), 0)
	}, func(s *server) {
		gate = make(chan struct{}) // of the bubble
		slowly(t, gate)(s)
	})
}

// TestPullWithSlowSchemas: an answer does not wait long, and the client is told to refresh when the schemas arrive.
func TestPullWithSlowSchemas(t *testing.T) {
	t.Parallel()
	var gate chan struct{}
	inBubble(t, nil, pulling(object{}), func(c *puller) {
		c.open(aURI, 1, needsSchema)
		c.expect("without the schema", c.pull(aURI), "")
		c.expect("refreshes", c.refreshes(), 0)
		close(gate)
		c.expect("refreshes when the schema is there", c.refreshes(), 1)
		c.expect("with the schema", c.pull(aURI), "attr.unknown")
	}, func(s *server) {
		gate = make(chan struct{}) // of the bubble
		slowly(t, gate)(s)
	})
}

// TestPullOfDocumentsOnly: findings of files that the client has not open are published if it does not pull them.
func TestPullOfDocumentsOnly(t *testing.T) {
	t.Parallel()
	inBubble(t, fixture.Files{"/w/a.pp": "x = wrong\n", "/w/b.pp": wrongName}, pulling(object{}), func(c *puller) {
		all := []string{"/w/a.pp unused.local name.undefined", "/w/b.pp name.undefined"}
		c.expect("at first", c.pushed(), all)
		c.open(aURI, 1, "x = wrong\n")
		all = append(all, "/w/a.pp")
		c.expect("opened", c.pushed(), all)
		c.change(aURI, 2, object{"text": "y = wrong\n"})
		c.expect("edited", c.pushed(), all)
		c.close(aURI)
		all = append(all, "/w/a.pp unused.local name.undefined")
		c.expect("closed", c.pushed(), all)
	})
}

// TestRefreshOnTheWire: the server tells the client with a request, and the client confirms it.
func TestRefreshOnTheWire(t *testing.T) {
	t.Parallel()
	c := connect(t).initializeWith(pulling(object{}))
	c.open(aURI, 1, wrongName)
	c.call("textDocument/diagnostic", object{"textDocument": object{"uri": aURI}})
	for n, severity := range []string{"hint", "warning"} {
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"name.*": severity}}}})
		m := c.await("request to ask again", func(inbox []message) (message, bool) {
			seen := 0
			for _, m := range inbox {
				if m.Method == "workspace/diagnostic/refresh" {
					if seen++; seen > n {
						return m, true
					}
				}
			}
			return message{}, false
		})
		c.frame(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":null}`)
	}
}
