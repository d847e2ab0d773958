// This file tests the request for dependency graphs.

package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
)

// TestDependencyGraph: the answer follows each edit, equals the output of the command, and has places in the encoding of the client.
func TestDependencyGraph(t *testing.T) {
	t.Parallel()
	for encoding, end := range map[string]int{"utf-8": 22, "utf-16": 20, "utf-32": 19} {
		c := connect(t, withSchemas(t)).initialize(encoding)
		c.open(mainURI, 1, "config a string {\n}\n\noutput \"o😀\" {\n  value = \"😀 ${a} ${a}\"\n}\n")
		var doc depgraph.Document
		c.result(methodDependencyGraph, object{"textDocument": object{"uri": mainURI}}, &doc)
		if len(doc.Nodes) != 2 || len(doc.Edges) != 1 || doc.Edges[0].From != "config:a" || doc.Edges[0].To != "output:o😀" || doc.Nodes[0].URI != mainURI {
			t.Errorf("%s: got %+v", encoding, doc)
		}
		use := doc.Edges[0].Uses[0].Range.(map[string]any)["end"].(map[string]any)
		if int(use["line"].(float64)) != 4 || int(use["character"].(float64)) != end-3 {
			t.Errorf("%s: the use ends at %v, want line 4, character %d", encoding, use, end-3)
		}
		c.change(mainURI, 2, object{"text": "output b {\n  value = 1\n}\n"})
		var text string
		c.result(methodDependencyGraph, object{"textDocument": object{"uri": mainURI}, "format": "text"}, &text)
		if text != "outputs\n  output b\n" {
			t.Errorf("%s: after the edit got %q", encoding, text)
		}
	}
}

// TestDependencyGraphFormats: each text equals the golden file of the command.
func TestDependencyGraphFormats(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initialize("utf-16")
	dir, err := filepath.Abs("../testdata/programs/components")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "main.pp"))
	if err != nil {
		t.Fatal(err)
	}
	uri := "file://" + filepath.ToSlash(dir) + "/main.pp"
	c.open(uri, 1, string(text))
	for _, format := range []string{"text", "mermaid", "json"} {
		want, err := os.ReadFile("../testdata/depgraph/programs/components." + format)
		if err != nil {
			t.Fatal(err)
		}
		params := object{"textDocument": object{"uri": uri}, "format": format}
		if format == string(depgraph.JSON) {
			var got, golden depgraph.Document
			c.result(methodDependencyGraph, params, &got)
			if err := json.Unmarshal(want, &golden); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(edgesOf(golden.DocumentGraph), edgesOf(got.DocumentGraph)); diff != "" {
				t.Errorf("%s differs:\n%s", format, diff)
			}
			continue
		}
		var got string
		if c.result(methodDependencyGraph, params, &got); got != string(want) {
			t.Errorf("%s differs:\n%s", format, cmp.Diff(string(want), got))
		}
	}
}

// TestDependencyGraphPage: a page has the places of the protocol.
func TestDependencyGraphPage(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initialize("utf-16")
	c.open(mainURI, 1, "output a {\n  value = 1\n}\n")
	var page string
	c.result(methodDependencyGraph, object{"textDocument": object{"uri": mainURI}, "format": "html"}, &page)
	if want := `"uri":"` + mainURI + `"`; !strings.HasPrefix(page, "<!DOCTYPE html>") || !strings.Contains(page, want) {
		t.Errorf("the page has no %s:\n%.500s", want, page)
	}
}

func edgesOf(g depgraph.DocumentGraph) []string {
	var all []string
	for _, e := range g.Edges {
		all = append(all, e.From+" → "+e.To+" "+strings.Join(e.Kinds, ","))
	}
	for _, n := range g.Nodes {
		if n.Graph != nil {
			all = append(all, edgesOf(*n.Graph)...)
		}
	}
	return all
}

// TestDependencyGraphRefuses: a document outside of programs has no graph, and an unknown format is an error.
func TestDependencyGraphRefuses(t *testing.T) {
	t.Parallel()
	c := connect(t)
	var started struct {
		Capabilities struct {
			Experimental struct{ DependencyGraph struct{ Formats []string } }
		}
	}
	c.result("initialize", object{"capabilities": object{}}, &started)
	c.notify("initialized", object{})
	if got := started.Capabilities.Experimental.DependencyGraph.Formats; !slices.Equal(got, depgraph.Formats()) {
		t.Errorf("the server announces the formats %v", got)
	}
	c.open(mainURI, 1, "output a {\n  value = 1\n}\n")
	for _, test := range []struct {
		params object
		want   string
	}{
		{object{"textDocument": object{"uri": "file:///nowhere/else.pp"}}, `null`},
		{object{"textDocument": object{"uri": mainURI}, "format": "png"}, `unknown format "png"; use one of text, mermaid, json, html`},
		{object{"textDocument": object{"uri": mainURI}, "format": "dot"}, `unknown format "dot"; use mermaid in place of Graphviz`},
		{object{"textDocument": object{"uri": mainURI}, "format": "svg"},
			`unknown format "svg"; use html, a page that saves its drawing as SVG, or mermaid, which mmdc renders as SVG`},
		{object{"textDocument": object{"uri": mainURI}, "configs": "some"}, `unknown choice of configs "some"; use one of used, all, none`},
		{object{}, `the document has no URI`},
	} {
		m := c.call(methodDependencyGraph, test.params)
		got := string(m.Result)
		if m.Error != nil {
			got = m.Error.Message
		}
		if got != test.want {
			t.Errorf("%v: got %s, want %s", test.params, got, test.want)
		}
	}
}
