// This file tests type definitions and the documents of schemas on the wire.

package lsp

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

const (
	schemaOfSecret = "pcl-schema:/cloudy/1.4.0/resource/cloudy%3Adata/secret%3ASecret.pp"
	secretProgram  = "resource s \"cloudy:data/secret:Secret\" {\n  value = \"x\"\n}\nresource b \"cloudy:storage/bucket:Bucket\" {}\nx = 1\n"
)

func (c *fakeClient) typeAt(uri string, line, character int) (found []protocol.Location) {
	c.t.Helper()
	c.result("textDocument/typeDefinition", object{
		"textDocument": object{"uri": uri}, "position": object{"line": line, "character": character},
	}, &found)
	return found
}

func (c *fakeClient) content(method, uri string) string {
	c.t.Helper()
	var content struct{ Text string }
	c.result(method, object{"uri": uri}, &content)
	return content.Text
}

// lineOf returns a line of a text.
func lineOf(text string, line uint32) string {
	lines := strings.Split(text, "\n")
	return strings.TrimSpace(lines[min(int(line), len(lines)-1)])
}

// A client that shows contents is led to the line of a property, and from there to the types that it names.
func TestTypeDefinition(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*fakeClient{
		"by capability": connect(t, withSchemas(t)).initializeWith(object{"workspace": object{"textDocumentContent": object{}}}),
		"by option":     connect(t, withSchemas(t)),
	} {
		method := "workspace/textDocumentContent"
		if name == "by option" {
			method = "pcl/schemaDocument"
			c.call("initialize", object{"capabilities": object{}, "initializationOptions": object{"schemaDocuments": true}})
			c.notify("initialized", object{})
		}
		c.open(mainURI, 1, secretProgram)
		head, property := c.typeAt(mainURI, 0, 9), c.typeAt(mainURI, 1, 4)
		if len(head) != 1 || len(property) != 1 || string(head[0].URI) != schemaOfSecret || head[0].URI != property[0].URI {
			t.Fatalf("%s: got %v and %v", name, head, property)
		}
		text := c.content(method, schemaOfSecret)
		if got := lineOf(text, head[0].Range.Start.Line); got != "resource cloudy:data:Secret {" {
			t.Errorf("%s: the head is %q", name, got)
		}
		if got := lineOf(text, property[0].Range.Start.Line); !strings.HasPrefix(got, "value = ") {
			t.Errorf("%s: the property is %q", name, got)
		}
		for _, asked := range []string{"textDocument/definition", "textDocument/declaration"} { // a token is declared in the schema alone
			var found []protocol.Location
			c.result(asked, object{"textDocument": object{"uri": mainURI}, "position": object{"line": 0, "character": 16}}, &found)
			if len(found) != 1 || found[0] != head[0] {
				t.Errorf("%s: the %s of a token is %v, want %v", name, asked, found, head[0])
			}
		}
		bucket := c.typeAt(mainURI, 3, 9)
		document := string(bucket[0].URI)
		text = c.content(method, document)
		at := slices.IndexFunc(strings.Split(text, "\n"), func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "lifecycleRules = list") })
		inside := c.typeAt(document, at, 8)
		if len(inside) != 1 || string(inside[0].URI) != document || lineOf(text, inside[0].Range.Start.Line) != "type cloudy:storage:LifecycleRule {" {
			t.Errorf("%s: got %v", name, inside)
		}
		if got := c.typeAt(mainURI, 4, 0); got != nil {
			t.Errorf("%s: an int leads to %v", name, got)
		}
	}
}

// A document of the server is not a program, even if an editor opens it.
func TestSchemaDocumentsAreNoPrograms(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t), func(s *server) { s.opts.DocumentFolder = "/cache/documents" }).initialize("utf-8")
	for _, uri := range []string{schemaOfSecret, "file:///cache/documents/x.pcl"} {
		c.open(uri, 1, "a = nothing\n")
		c.change(uri, 2, object{"text": "b = nothing\n"})
		c.close(uri)
	}
	c.open(mainURI, 1, "a = nothing\n")
	c.published(mainURI, 1)
	for _, m := range c.received() {
		if m.Method == "textDocument/publishDiagnostics" && !strings.Contains(string(m.Params), mainURI) {
			t.Errorf("published %s", m.Params)
		}
	}
}

// Other clients get a file if one can be saved.
func TestKeptSchemaDocument(t *testing.T) {
	t.Parallel()
	kept := make(chan string, 1)
	c := connect(t, withSchemas(t), func(s *server) {
		s.opts.KeepDocument = func(name, text string) (string, error) {
			kept <- name + "\n" + text
			return "/cache/documents/d.pcl", nil
		}
	}).initialize("utf-8")
	c.open(mainURI, 1, secretProgram)
	if got := c.typeAt(mainURI, 0, 9); len(got) != 1 || got[0].URI != "file:///cache/documents/d.pcl" {
		t.Fatalf("got %v", got)
	}
	if text := <-kept; !strings.HasPrefix(text, "cloudy/1.4.0/resource/cloudy:data/secret:Secret\n# ") {
		t.Errorf("kept %q", text)
	}
	without := connect(t, withSchemas(t)).initialize("utf-8")
	without.open(mainURI, 1, secretProgram)
	if got := without.typeAt(mainURI, 0, 9); got != nil {
		t.Errorf("got %v", got)
	}
}

// An unknown document says so; a URI of another kind is an error.
func TestUnknownSchemaDocuments(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initialize("utf-8")
	c.open(mainURI, 1, secretProgram)
	for _, uri := range []string{"pcl-schema:/cloudy/9.9.9/resource/cloudy:data/secret:Secret.pp", "pcl-schema:/x", "pcl-schema:/cloudy/1.4.0/other/x.pp"} {
		if got := c.content("pcl/schemaDocument", uri); got != unknownDocument {
			t.Errorf("%s: got %q", uri, got)
		}
	}
	if got := c.call("pcl/schemaDocument", object{"uri": "file:///etc/passwd"}); got.errorCode() != -32602 {
		t.Errorf("got %+v", got)
	}
}
