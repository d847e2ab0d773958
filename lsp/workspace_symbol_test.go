// This file tests the search for declarations on the wire.

package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

var searchedFiles = fixture.Files{
	"/w/app/main.pp":     "component c \"../lib\" {\n}\nserver = 1\n",
	"/w/far/deep/far.pp": "config otherServer int {\n}\n",
	"/lib/in.pp":         "never = 1\n",
	"/w/lib/in.pp":       "é_server = 1\n",
}

func searching(t *testing.T, capabilities object) *fakeClient {
	t.Helper()
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: searchedFiles}) })
	c.call("initialize", object{"capabilities": capabilities, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
	c.notify("initialized", object{})
	return c
}

// wireFound is a declaration as JSON.
type wireFound struct {
	Name, ContainerName string
	Kind                int
	Location            struct {
		URI   string
		Range *wireRange
	}
	Data object
}

func (s wireFound) String() string {
	return fmt.Sprintf("%s %d in %s at %s %v", s.Name, s.Kind, s.ContainerName, strings.TrimPrefix(s.Location.URI, "file://"), s.Location.Range)
}

func (c *fakeClient) search(query string) (all []wireFound) {
	c.t.Helper()
	c.result("workspace/symbol", object{"query": query}, &all)
	return all
}

// The whole workspace is searched, open or not, whatever the scope of findings.
func TestWorkspaceSymbols(t *testing.T) {
	t.Parallel()
	c := searching(t, object{})
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"diagnostics": object{"scope": "open"}}}})
	want := []string{
		"server 13 in w/app at /w/app/main.pp 2:0-2:6",
		"é_server 13 in w/lib at /w/lib/in.pp 0:0-0:8",
		"otherServer 8 in w/far/deep at /w/far/deep/far.pp 0:7-0:18",
	}
	if got := fmt.Sprint(c.search("server")); got != fmt.Sprint(want) {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := c.search("nothinghasthis"); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

// A client that resolves places gets them later.
func TestWorkspaceSymbolResolve(t *testing.T) {
	t.Parallel()
	c := searching(t, object{"workspace": object{"symbol": object{
		"resolveSupport": object{"properties": []string{"location.range"}}, "symbolKind": object{"valueSet": []int{8}},
	}}})
	found := c.search("otherServer")
	if len(found) != 1 || found[0].Location.Range != nil || found[0].Kind != 8 {
		t.Fatalf("got %v", found)
	}
	var resolved wireFound
	c.result("workspaceSymbol/resolve", object{
		"name": "otherServer", "kind": 8, "location": object{"uri": found[0].Location.URI}, "data": found[0].Data,
	}, &resolved)
	if got := resolved.String(); got != "otherServer 8 in  at /w/far/deep/far.pp 0:7-0:18" {
		t.Errorf("got %s", got)
	}
}

// Partial results begin with open programs, and nothing is repeated.
func TestPartialWorkspaceSymbols(t *testing.T) {
	t.Parallel()
	c := searching(t, object{})
	c.open("file:///w/lib/in.pp", 1, "é_server = 1\n")
	var last []wireFound
	c.result("workspace/symbol", object{"query": "server", "partialResultToken": "t"}, &last)
	sent := slices.ContainsFunc(c.received(), func(m message) bool {
		return m.Method == "$/progress" && strings.Contains(string(m.Params), "é_server")
	})
	if len(last) != 2 || !sent {
		t.Errorf("sent: %t, got %v", sent, last)
	}
}
