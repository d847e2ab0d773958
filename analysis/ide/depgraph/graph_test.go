package depgraph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

func TestFixtures(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "depgraph", func(t *testing.T, f *analysistest.Fixture) {
		f.Check(t, "", drawn(t, graphOf(t, f.Program, depgraph.Options{}), depgraph.Text))
		checkWriters(t, graphOf(t, f.Program, depgraph.Options{}))
	})
}

// The realistic programs, in every format.
func TestPrograms(t *testing.T) {
	t.Parallel()
	root := analysistest.Repository(t)
	for _, name := range []string{"webshop", "components", "ranges"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			graph := graphOf(t, programIn(t, filepath.Join(root, "testdata/programs", name)), depgraph.Options{})
			for _, format := range goldenFormats() {
				golden(t, filepath.Join(root, "testdata/depgraph/programs", name+"."+format), drawn(t, graph, depgraph.Format(format)))
			}
			checkWriters(t, graph)
		})
	}
}

func TestConfigs(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, `
-- main.pp --
config used string {
}
config unused string {
  default = onlyByUnused
}
config onlyByUnused string {
}
output o {
  value = used
}
`)
	for choice, want := range map[depgraph.Configs]string{
		"":                   "config:used output:o",
		depgraph.ConfigsUsed: "config:used output:o",
		depgraph.ConfigsNone: "output:o",
		depgraph.ConfigsAll:  "config:used config:unused config:onlyByUnused output:o",
	} {
		var ids []string
		doc := graphOf(t, f.Program, depgraph.Options{Configs: choice}).Document(depgraph.LinesAndColumns(analysistest.Root))
		for _, n := range doc.Nodes {
			ids = append(ids, n.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("configs %q: got nodes %s, want %s", choice, got, want)
		}
	}
}

// Components that are deep in each other are closed at some level.
func TestDeepInside(t *testing.T) {
	t.Parallel()
	const levels, drawnLevels = 150, 101 // those of the program are in no component
	archive := &txtar.Archive{Files: []txtar.File{{Name: "main.pp", Data: []byte("component a \"./d0\" {\n}\n")}}}
	for level := range levels {
		archive.Files = append(archive.Files, txtar.File{Name: fmt.Sprintf("d%d/main.pp", level), Data: fmt.Appendf(nil, "component a \"../d%d\" {\n}\n", level+1)})
	}
	graph := graphOf(t, analysistest.Make(t, archive).Program, depgraph.Options{})
	text := drawn(t, graph, depgraph.Text)
	if n := strings.Count(text, "component "); n != drawnLevels || strings.Count(text, "not opened: too large") != 1 {
		t.Errorf("%d components, %d of them closed", n, strings.Count(text, "not opened: too large"))
	}
}

// Directories that use each other twice, repeatedly, make many components. The graph stays
// small, and drawings are limited.
func TestManyInside(t *testing.T) {
	t.Parallel()
	archive := &txtar.Archive{}
	for level := range 20 {
		dir := "." + strings.Repeat("/d", level) + "/main.pp"
		archive.Files = append(archive.Files, txtar.File{Name: filepath.Clean(dir), Data: []byte("component a \"./d\" {\n}\ncomponent b \"./d\" {\n}\n")})
	}
	graph := graphOf(t, analysistest.Make(t, archive).Program, depgraph.Options{})
	text := drawn(t, graph, depgraph.Text)
	if n := strings.Count(text, "component "); n > 25_000 || !strings.Contains(text, "not opened: too large") {
		t.Errorf("%d components are written; want fewer, and to be told", n)
	}
}

func TestEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := analysistest.LoadText(t, "-- main.pp --\na = 1\noutput o {\n  value = a\n}\n")
	if _, err := depgraph.Of(ctx, f.Program, depgraph.Options{}); err == nil {
		t.Error("got a graph in spite of a context that is done")
	}
}

func graphOf(t testing.TB, p *analysis.Program, options depgraph.Options) *depgraph.Graph {
	t.Helper()
	graph, err := depgraph.Of(context.Background(), p, options)
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

// drawn returns the graph in a format, as the command prints it.
func drawn(t testing.TB, graph *depgraph.Graph, format depgraph.Format) string {
	t.Helper()
	if text, ok := graph.Draw(format, depgraph.LinesAndColumns(graph.Dir)); ok {
		return text
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(graph.Document(depgraph.LinesAndColumns(graph.Dir))); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// programIn loads the program in a directory of the repository, with the directories below it.
func programIn(t testing.TB, dir string) *analysis.Program {
	t.Helper()
	archive := &txtar.Archive{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".pp") {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		archive.Files = append(archive.Files, txtar.File{Name: filepath.ToSlash(rel), Data: data})
		return err
	})
	if err != nil || len(archive.Files) == 0 {
		t.Fatalf("no program in %s: %v", dir, err)
	}
	return analysistest.Make(t, archive).Program
}

// goldenFormats are those with golden files. checkWriters checks a page, which has its script inside.
func goldenFormats() []string {
	return slices.DeleteFunc(depgraph.Formats(), func(f string) bool { return f == string(depgraph.HTML) })
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%s differs (%v)\n--- want\n+++ got\n%s", file, err, cmp.Diff(string(want), got))
	}
}

// Each local refers to the previous one and to a resource, so edges grow quadratically. Some
// are left out, and the graph says so.
func TestManyEdges(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("-- main.pp --\nl0 = \"x\"\n")
	for i := range 500 {
		fmt.Fprintf(&text, "resource r%d \"x:index:R\" {\n  name = l%d\n}\nresource q%d \"x:index:R\" {\n}\nl%d = \"${l%d}-${q%d.name}\"\n", i, i, i, i+1, i, i)
	}
	graph := graphOf(t, analysistest.LoadText(t, text.String()).Program, depgraph.Options{})
	if !graph.Partial || len(graph.Edges) < 50_000 || len(graph.Edges) > 100_000 {
		t.Errorf("got %d edges, partial: %v", len(graph.Edges), graph.Partial)
	}
	if drawn := drawn(t, graph, depgraph.Text); !strings.HasSuffix(drawn, "too many edges: some are missing\n") {
		t.Errorf("it is not told; the end is %q", drawn[max(0, len(drawn)-80):])
	}
}
