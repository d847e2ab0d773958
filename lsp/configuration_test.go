// This file tests that the server asks clients for their settings.

package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// reply answers a request of the server.
func (c *fakeClient) reply(m message, result any) {
	c.t.Helper()
	body, err := json.Marshal(object{"jsonrpc": "2.0", "id": m.ID, "result": result})
	if err != nil {
		c.t.Fatal(err)
	}
	c.frame(string(body))
}

// asked waits for the nth request of the server with a method.
func (c *fakeClient) askedFor(method string, nth int) message {
	c.t.Helper()
	return c.await(method, func(inbox []message) (message, bool) {
		seen := 0
		for _, m := range inbox {
			if m.Method == method && len(m.ID) > 0 {
				if seen++; seen == nth {
					return m, true
				}
			}
		}
		return message{}, false
	})
}

// becomes waits until the finding of a document has a severity; 0 stands for no finding.
func (c *fakeClient) becomes(uri string, want protocol.DiagnosticSeverity) {
	c.t.Helper()
	c.await("another severity", func(inbox []message) (message, bool) {
		all := publishedIn(c.t, inbox, uri)
		if len(all) == 0 {
			return message{}, false
		}
		last := all[len(all)-1].Diagnostics
		return message{}, len(last) == 0 && want == 0 || len(last) == 1 && last[0].Severity == want
	})
}

// TestSettingsAreAskedFor: at the start and at every change, for the first folder. An answer replaces all earlier settings, and an empty answer does
// not.
func TestSettingsAreAskedFor(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.call("initialize", object{
		"capabilities":          object{"workspace": object{"configuration": true, "workspaceFolders": true, "didChangeConfiguration": object{"dynamicRegistration": true}}},
		"workspaceFolders":      []object{{"uri": "file:///p", "name": "p"}, {"uri": "file:///q", "name": "q"}},
		"initializationOptions": object{"rules": object{"name.undefined": "hint"}},
	})
	c.notify("initialized", object{})
	registered := c.askedFor("client/registerCapability", 1)
	if got := string(registered.Params); !strings.Contains(got, `"registerOptions":{"section":"pcl"}`) || !strings.Contains(got, "workspace/didChangeConfiguration") {
		t.Errorf("got %s", got)
	}
	c.reply(registered, nil)
	first := c.askedFor("workspace/configuration", 1)
	if got := string(first.Params); got != `{"items":[{"scopeUri":"file:///p","section":"pcl"}]}` {
		t.Errorf("got %s", got)
	}
	c.reply(first, []any{object{}})
	c.open(mainURI, 1, wrongName)
	c.becomes(mainURI, protocol.DiagnosticSeverityHint)
	for i, test := range []struct {
		answer any
		want   protocol.DiagnosticSeverity
	}{
		{object{"rules": object{"name.undefined": "warning"}}, protocol.DiagnosticSeverityWarning},
		{nil, protocol.DiagnosticSeverityWarning},
		{object{"rules": object{"name.undefined": "off"}}, 0},
		{object{}, protocol.DiagnosticSeverityError},
	} {
		c.notify("workspace/didChangeConfiguration", object{"settings": nil})
		c.reply(c.askedFor("workspace/configuration", i+2), []any{test.answer})
		c.becomes(mainURI, test.want)
	}
	c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []object{}, "removed": []object{{"uri": "file:///p", "name": "p"}}}})
	if got := string(c.askedFor("workspace/configuration", 6).Params); !strings.Contains(got, "file:///q") {
		t.Errorf("got %s", got)
	}
}

// TestSettingsAreNotAskedFor: clients that do not support it are not asked, and clients that fail to answer keep their first settings.
func TestSettingsAreNotAskedFor(t *testing.T) {
	t.Parallel()
	c := connect(t).initialize("utf-8")
	c.open(mainURI, 1, wrongName)
	c.becomes(mainURI, protocol.DiagnosticSeverityError)
	c.alive()
	for _, m := range c.received() {
		if m.Method == "workspace/configuration" || m.Method == "client/registerCapability" {
			t.Errorf("the server sent %s", m.Method)
		}
	}

	c = connect(t).initializeWith(object{"workspace": object{"configuration": true}})
	c.frame(`{"jsonrpc":"2.0","id":` + string(c.askedFor("workspace/configuration", 1).ID) + `,"error":{"code":-32601,"message":"no"}}`)
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"rules": object{"name.undefined": "warning"}}}})
	c.reply(c.askedFor("workspace/configuration", 2), []any{})
	c.open(mainURI, 1, wrongName)
	c.becomes(mainURI, protocol.DiagnosticSeverityWarning)
}
