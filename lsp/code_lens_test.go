// This file tests code lenses on the wire, and the settings that choose them.

package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// wireLens is a code lens as JSON.
type wireLens struct {
	Range   wireRange
	Command *struct {
		Title, Command string
		Arguments      []any
	}
	Data object
}

// counted turns on the lenses that are off by default.
var counted = object{"references": true}

const lensProgram = "x = 1\nresource s \"kit:Site\" {\n  title = x\n}\ny = s.url\n"

// lenses returns the resolved titles of the lenses of the main document.
func (c *fakeClient) lenses() string { return c.lensesIn(mainURI) }

// lensesIn returns those of a document.
func (c *fakeClient) lensesIn(uri string) string {
	c.t.Helper()
	var all []wireLens
	c.result("textDocument/codeLens", object{"textDocument": object{"uri": uri}}, &all)
	var titles []string
	for _, l := range all {
		if l.Command == nil {
			c.result("codeLens/resolve", object{"range": object{
				"start": object{"line": l.Range.Start.Line, "character": l.Range.Start.Character},
				"end":   object{"line": l.Range.End.Line, "character": l.Range.End.Character},
			}, "data": l.Data}, &l)
		}
		title := fmt.Sprintf("%d:%s", l.Range.Start.Line, l.Command.Title)
		if l.Command.Command != "" {
			title += fmt.Sprintf(" (%s %v)", l.Command.Command, l.Command.Arguments)
		}
		titles = append(titles, title)
	}
	return strings.Join(titles, ", ")
}

func TestCodeLenses(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initialize("utf-8")
	c.open(mainURI, 1, lensProgram)
	const calm = "1:0 dependents, 1:1 input missing: content"
	all := "0:1 reference, 1:1 reference, 1:0 dependents, 1:1 input missing: content, 4:0 references"
	for _, test := range []struct {
		settings object
		want     string
	}{
		{object{}, calm},
		{object{"references": true}, all},
		{object{"references": false, "dependents": false, "missing": true}, "1:1 input missing: content"},
		{object{"references": false, "dependents": false, "missing": false}, ""},
		{object{"references": nil}, calm},
	} {
		c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"codeLens": test.settings}}})
		if got := c.lenses(); got != test.want {
			t.Errorf("with %v: got %s, want %s", test.settings, got, test.want)
		}
	}
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"codeLens": object{"missing": 1}}}})
	c.warned("pcl.codeLens.missing")
}

// A client that can show places gets them.
func TestCodeLensCommand(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.call("initialize", object{"capabilities": object{}, "initializationOptions": object{"commands": []string{"pcl.showReferences"}, "codeLens": counted}})
	c.notify("initialized", object{})
	c.open(mainURI, 1, "x = 1\ny = x\n")
	want := "0:1 reference (pcl.showReferences [" + mainURI + " map[character:0 line:0] [map[range:map[end:map[character:5 line:1] start:map[character:4 line:1]] uri:" + mainURI + "]]]), 1:0 references"
	if got := c.lenses(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A click adds missing inputs for clients that apply edits.
func TestMissingLensCommand(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initializeWith(object{"workspace": object{"applyEdit": true}})
	c.open(mainURI, 1, lensProgram)
	var all []wireLens
	c.result("textDocument/codeLens", object{"textDocument": object{"uri": mainURI}}, &all)
	i := slices.IndexFunc(all, func(l wireLens) bool { return l.Command != nil && l.Command.Command == applyFix })
	if i < 0 {
		t.Fatalf("no lens has the command: %+v", all)
	}
	if m := c.call("workspace/executeCommand", object{"command": applyFix, "arguments": all[i].Command.Arguments}); m.Error != nil {
		t.Fatalf("got %+v", m.Error)
	}
	asked := c.await("the edit", func(inbox []message) (message, bool) {
		at := slices.IndexFunc(inbox, func(m message) bool { return m.Method == "workspace/applyEdit" })
		if at < 0 {
			return message{}, false
		}
		return inbox[at], true
	})
	if !strings.Contains(string(asked.Params), "content") {
		t.Errorf("asked for %s", asked.Params)
	}
}

// A lens of a document that is gone shows a text.
func TestStaleCodeLens(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	var resolved wireLens
	at := object{"line": 0, "character": 0}
	c.result("codeLens/resolve", object{"range": object{"start": at, "end": at}, "data": object{"uri": mainURI, "kind": "references", "name": "x"}}, &resolved)
	if resolved.Command == nil || resolved.Command.Title != "…" {
		t.Errorf("got %+v", resolved)
	}
}

// A client that supports refreshes is told to refresh when another file uses a name.
func TestCodeLensRefresh(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.call("initialize", object{"capabilities": object{"workspace": object{"codeLens": object{"refreshSupport": true}}}, "initializationOptions": object{"codeLens": counted}})
	c.notify("initialized", object{})
	other := strings.Replace(mainURI, "main.pp", "other.pp", 1)
	c.open(mainURI, 1, "x = 1\n")
	c.open(other, 1, "y = 1\n")
	if got := c.lenses(); got != "0:0 references" {
		t.Fatalf("got %s", got)
	}
	c.change(other, 2, object{"text": "y = x\n"})
	c.await("the refresh", func(inbox []message) (message, bool) {
		return message{}, slices.ContainsFunc(inbox, func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	})
	if got := c.lenses(); got != "0:1 reference" {
		t.Errorf("got %s", got)
	}
}

// Other programs, open or not, use the inputs and outputs of a component. A client that supports refreshes is told when an open program adds a use.
func TestCodeLensesAcrossPrograms(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/app/Pulumi.yaml":   "name: app\nruntime: pcl\n",
		"/w/app/main.pp":       "component c \"../lib\" {\n  size = 1\n}\na = c.url\noutput o {\n  value = c.url\n}\n",
		"/w/other/main.pp":     "component d \"../lib\" {\n  size = 2\n}\nb = d.url\n",
		"/w/other/Pulumi.yaml": "name: other\nruntime: pcl\n",
		"/w/lib/in.pp":         "config size \"int\" {}\noutput url {\n  value = size\n}\n",
	}
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: files}) })
	c.call("initialize", object{
		"capabilities": object{"workspace": object{"codeLens": object{"refreshSupport": true}}}, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}},
		"initializationOptions": object{"codeLens": counted},
	})
	c.notify("initialized", object{})
	const lib, app = "file:///w/lib/in.pp", "file:///w/app/main.pp"
	c.open(lib, 1, files["/w/lib/in.pp"])
	if got := c.lensesIn(lib); got != "0:3 references, 1:3 references" {
		t.Errorf("got %s", got)
	}
	c.open(app, 1, files["/w/app/main.pp"])
	if got := c.lensesIn(app); got != "0:2 references, 0:0 dependents, 3:0 references" {
		t.Errorf("a program that is run: got %s", got)
	}
	if got := c.lensesIn(lib); got != "0:3 references, 1:3 references" {
		t.Errorf("got %s", got)
	}
	c.change(app, 2, object{"text": files["/w/app/main.pp"] + "more = c.url\n"})
	c.await("the refresh", func(inbox []message) (message, bool) {
		return message{}, slices.ContainsFunc(inbox, func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	})
	if got := c.lensesIn(lib); got != "0:3 references, 1:4 references" {
		t.Errorf("got %s", got)
	}
}
