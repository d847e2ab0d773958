// This file tests that no request waits for schemas, except for completions that come from them.

package lsp

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// slowSchemas arrive when the gate opens.
type slowSchemas struct {
	from analysis.Schemas
	gate chan struct{}
}

func (s *slowSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	<-s.gate
	return s.from.Package(ref)
}

// slowly gives a server schemas behind a gate.
func slowly(t *testing.T, gate chan struct{}) func(*server) {
	session := workspace.New(workspace.Options{Schemas: &slowSchemas{analysistest.RepositorySchemas(t), gate}})
	return func(s *server) {
		s.session = session
		s.opts.LoadInBackground = true
	}
}

const needsSchema = "resource net \"cloudy:net/network:Network\" {\n  cidr = \"10.0.0.0/8\"\n}\noutput o {\n  value = net.arn\n}\n"

// TestNobodyWaitsForSchemas: while a schema is being loaded, requests are answered, and findings that need it are missing. They appear when it has
// arrived.
func TestNobodyWaitsForSchemas(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	c := connect(t, slowly(t, gate)).initializeWith(object{"window": object{"workDoneProgress": true}})
	c.open(mainURI, 1, needsSchema)
	var hover struct{ Contents struct{ Value string } }
	c.result("textDocument/hover", object{"textDocument": object{"uri": mainURI}, "position": object{"line": 4, "character": 11}}, &hover)
	if hover.Contents.Value == "" {
		t.Error("no hover while the schema is being loaded")
	}
	if first := c.published(mainURI, 1).Diagnostics; len(first) != 0 {
		t.Errorf("published %+v before the schema was there", first)
	}
	asked := c.await("a question for progress", func(inbox []message) (message, bool) {
		for _, m := range inbox {
			if m.Method == "window/workDoneProgress/create" {
				return m, true
			}
		}
		return message{}, false
	})
	c.frame(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"result":null}`)
	c.await("progress that begins", begun("begin"))
	close(gate)
	c.await("a finding by the schema", func(inbox []message) (message, bool) {
		all := publishedIn(t, inbox, mainURI)
		return message{}, len(all) > 1 && len(all[len(all)-1].Diagnostics) > 0
	})
	c.await("progress that ends", begun("end"))
}

// TestCompletionWaitsForSchemas: a list of types comes when their schema has arrived, also if the user goes on typing, and the client can end the waiting.
func TestCompletionWaitsForSchemas(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	c := connect(t, slowly(t, gate)).initialize("utf-16")
	const text = "resource net \"cloudy:\" {\n}\n"
	c.open(mainURI, 1, text)
	at := object{"textDocument": object{"uri": mainURI}, "position": object{"line": 0, "character": 21}}
	patient, cancelled := c.start("textDocument/completion", at), c.start("textDocument/completion", at)
	c.notify("$/cancelRequest", object{"id": cancelled})
	if m := c.answer(cancelled); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("a cancelled request is answered %+v", m)
	}
	c.notify("textDocument/didChange", object{"textDocument": object{"uri": mainURI, "version": 2}, "contentChanges": []object{{"text": "n" + text}}})
	close(gate)
	if m := c.answer(patient); !strings.Contains(string(m.Result), "cloudy:net") {
		t.Errorf("got %s", m.Result)
	}
}

// begun finds a step of a progress indicator.
func begun(kind string) func(inbox []message) (message, bool) {
	return func(inbox []message) (message, bool) {
		for _, m := range inbox {
			if m.Method == "$/progress" && strings.Contains(string(m.Params), `"kind":"`+kind+`"`) {
				return m, true
			}
		}
		return message{}, false
	}
}

// TestQuickSchemasDoNotFlicker: findings wait for a schema that arrives at once, and are published in one step.
func TestQuickSchemasDoNotFlicker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		close(gate)
		c := connect(t, slowly(t, gate)).initialize("utf-8")
		c.open(mainURI, 1, needsSchema)
		if first := c.published(mainURI, 1).Diagnostics; len(first) != 1 {
			t.Errorf("the first findings are %+v, want the misspelled input", first)
		}
	})
}

// TestEndWhileLoading: a server that shuts down does not wait for a schema.
func TestEndWhileLoading(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	t.Cleanup(func() { close(gate) })
	c := connect(t, slowly(t, gate)).initialize("utf-8")
	c.open(mainURI, 1, needsSchema)
	c.result("textDocument/hover", object{"textDocument": object{"uri": mainURI}, "position": object{"line": 4, "character": 11}}, new(any))
	c.call("shutdown", nil)
	c.notify("exit", nil)
	if code, err := c.ended(); code != 0 || err != nil {
		t.Errorf("ended with %d, %v", code, err)
	}
}
