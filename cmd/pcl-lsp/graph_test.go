package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// The command prints the golden graphs, on standard output and into a file.
func TestGraph(t *testing.T) {
	t.Parallel()
	programs := filepath.Join(analysistest.Repository(t), "testdata")
	for _, name := range []string{"webshop", "components", "ranges"} {
		for _, format := range []string{"text", "mermaid", "json"} {
			want, err := os.ReadFile(filepath.Join(programs, "depgraph/programs", name+"."+format))
			if err != nil {
				t.Fatal(err)
			}
			if got := runIn(t, programs, words("graph programs/"+name+" --format "+format)); got.code != 0 || got.stdout != string(want) {
				t.Errorf("graph --format %s %s: got %d %s and not the golden graph", format, name, got.code, got.stderr)
			}
			file := filepath.Join(t.TempDir(), "graph")
			got := runIn(t, programs, append(words("graph programs/"+name+" --format "+format+" --out"), file))
			if text, err := os.ReadFile(file); got.code != 0 || got.stdout != "" || err != nil || string(text) != string(want) {
				t.Errorf("graph --format %s --out FILE %s: got %+v, %v", format, name, got, err)
			}
		}
	}
}

// A page has the graph and no path of this machine.
func TestGraphPage(t *testing.T) {
	t.Parallel()
	programs := filepath.Join(analysistest.Repository(t), "testdata/programs")
	got := runIn(t, programs, words("graph --format html webshop"))
	_, text, _ := strings.Cut(got.stdout, `id="graph">`)
	text, _, _ = strings.Cut(text, "</script>")
	var doc depgraph.Document
	if err := json.Unmarshal([]byte(text), &doc); err != nil || got.code != 0 || len(doc.Nodes) < 20 || !strings.Contains(got.stdout, "<title>Dependencies of webshop</title>") {
		t.Errorf("got %v, %d nodes, %d %s", err, len(doc.Nodes), got.code, got.stderr)
	}
	if strings.Contains(got.stdout, programs) {
		t.Error("the page has a path of this machine")
	}
}

// Without a directory it is the one that the command runs in; findings change
// nothing.
func TestGraphHere(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, "-- main.pp --\nconfig a string {\n}\noutput b {\n  value = [a, nope]\n}\n"))
	got := runIn(t, dir, words("graph --format json --configs none"))
	var doc depgraph.Document
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil || got.code != 0 || len(doc.Nodes) != 1 || doc.Nodes[0].ID != "output:b" {
		t.Errorf("got %v, %+v", err, got)
	}
}

// docs/graph.md names every field of the document.
func TestGraphFieldsAreDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs/graph.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "## JSON")
	seen := map[reflect.Type]bool{}
	var visit func(s reflect.Type)
	visit = func(s reflect.Type) {
		for s.Kind() == reflect.Slice || s.Kind() == reflect.Pointer {
			s = s.Elem()
		}
		if s.Kind() != reflect.Struct || seen[s] {
			return
		}
		seen[s] = true
		for i := range s.NumField() {
			f := s.Field(i)
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && !strings.Contains(table, "`"+name+"`") {
				t.Errorf("docs/graph.md does not say what %s of %s is", name, s.Name())
			}
			visit(f.Type)
		}
	}
	visit(reflect.TypeFor[depgraph.Document]())
	if len(seen) < 6 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}
