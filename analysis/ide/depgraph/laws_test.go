package depgraph_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// eachProgram runs a test for every realistic program of the repository and every program of
// the fixtures for findings and graphs.
func eachProgram(t *testing.T, test func(t *testing.T, p *analysis.Program)) {
	root := analysistest.Repository(t)
	found, err := filepath.Glob(filepath.Join(root, "testdata/programs/*"))
	real, err2 := filepath.Glob(filepath.Join(root, "testdata/programs/real/*"))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for _, dir := range append(found, real...) {
		if main, err := filepath.Glob(filepath.Join(dir, "*.pp")); err != nil || len(main) == 0 {
			continue
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			test(t, programIn(t, dir))
		})
	}
	for _, dir := range []string{"check", "depgraph"} {
		analysistest.Run(t, dir, func(t *testing.T, f *analysistest.Fixture) {
			seen := map[*analysis.Program]bool{}
			for _, name := range f.Paths() {
				if p := f.ProgramOf(name); !seen[p] {
					seen[p] = true
					test(t, p)
				}
			}
		})
	}
}

// Law: the edges to a node are the names that its item refers to, through locals. If a value
// passes, the taints of the item have the dependency, and edges reach every dependency of the
// taints.
func TestEdgesAreDependencies(t *testing.T) {
	t.Parallel()
	eachProgram(t, func(t *testing.T, p *analysis.Program) {
		graph := graphOf(t, p, depgraph.Options{Configs: depgraph.ConfigsAll})
		for to, n := range graph.Nodes {
			item := itemOf(t, p, n)
			want, got := namesBehind(t, p, graph, item), map[int]bool{}
			carried := map[string]bool{}
			for _, s := range taintsOf(t, p, item) {
				for _, name := range s.Dependencies() {
					carried[name] = true
				}
			}
			for _, e := range graph.Edges {
				if e.To != to {
					continue
				}
				got[e.From] = true
				for _, u := range e.Uses {
					if u.Passes && !carried[graph.Nodes[e.From].Name] {
						t.Errorf("%s %s: a value of %s is said to pass to %s; the taints do not have it", n.Kind, n.Name, graph.Nodes[e.From].Name, u.Property)
					}
				}
				if e.WaitsOnly && slices.ContainsFunc(e.Uses, func(u depgraph.Use) bool { return u.Passes || u.Secret || u.Unknown }) {
					t.Errorf("%s: a value passes on an edge that only waits", n.Name)
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s %s: edges from %v, names lead to %v", n.Kind, n.Name, titles(graph, got), titles(graph, want))
			}
			reached := namesOf(graph, ancestors(graph, to))
			for name := range carried {
				if !reached[name] && !isHidden(p, name) {
					t.Errorf("%s %s: the taints have %s, to which no edges lead", n.Kind, n.Name, name)
				}
			}
		}
	})
}

// isHidden reports whether a name is no node.
func isHidden(p *analysis.Program, name string) bool {
	o := p.Lookup(name)
	return o == nil || o.Kind == analysis.ObjectLocal
}

func itemOf(t *testing.T, p *analysis.Program, n *depgraph.Node) syntax.Placed {
	item, ok := p.ItemAt(n.Path, n.NameSpan.Start)
	if !ok {
		t.Fatalf("no item of %s %s", n.Kind, n.Name)
	}
	return item
}

// taintsOf returns the taints of the attributes of an item.
func taintsOf(t *testing.T, p *analysis.Program, item syntax.Placed) []analysis.Taint {
	taints, err := analysis.TaintsIn(context.Background(), p, item)
	if err != nil {
		t.Fatal(err)
	}
	var all []analysis.Taint
	var visit func(b *hclsyntax.Body)
	visit = func(b *hclsyntax.Body) {
		for _, a := range b.Attributes {
			all = append(all, taints.Of(a.Expr))
		}
		for _, inner := range b.Blocks {
			visit(inner.Body)
		}
	}
	if item.Attr() != nil {
		all = append(all, taints.Of(item.Attr().Expr))
	}
	if item.Block() != nil {
		visit(item.Block().Body)
	}
	return all
}

// namesBehind finds the nodes that the names in an item lead to, in another way than the
// graph: name by name, through the names of locals.
func namesBehind(t *testing.T, p *analysis.Program, graph *depgraph.Graph, item syntax.Placed) map[int]bool {
	found := map[int]bool{}
	seen := map[string]bool{}
	var visit func(item syntax.Placed)
	visit = func(item syntax.Placed) {
		for _, name := range p.Dependencies(item) {
			if seen[name] {
				continue
			}
			seen[name] = true
			o := p.Lookup(name)
			declaring, _ := o.Item()
			at := slices.IndexFunc(graph.Nodes, func(n *depgraph.Node) bool {
				return n.Path == o.Path && n.NameSpan == declaring.NameSpan.Shift(declaring.Base)
			})
			switch {
			case at >= 0:
				found[at] = true
			case o.Kind == analysis.ObjectLocal:
				visit(declaring)
			}
		}
	}
	visit(item)
	return found
}

// ancestors returns all nodes with a path to one.
func ancestors(graph *depgraph.Graph, to int) map[int]bool {
	found := map[int]bool{}
	for queue := []int{to}; len(queue) > 0; queue = queue[1:] {
		for _, e := range graph.Edges {
			if e.To == queue[0] && !found[e.From] {
				found[e.From] = true
				queue = append(queue, e.From)
			}
		}
	}
	return found
}

func namesOf(graph *depgraph.Graph, nodes map[int]bool) map[string]bool {
	names := map[string]bool{}
	for i := range nodes {
		names[graph.Nodes[i].Name] = true
	}
	return names
}

func titles(graph *depgraph.Graph, nodes map[int]bool) []string {
	return slices.Sorted(maps.Keys(namesOf(graph, nodes)))
}

// Law: a step of the run needs only steps in earlier ranks, unless it is in a cycle, and every
// rank but the first needs one in the rank before it. The result does not depend on the order
// of files or on earlier requests.
func TestRanksAreOrdered(t *testing.T) {
	t.Parallel()
	eachProgram(t, func(t *testing.T, p *analysis.Program) {
		graph := graphOf(t, p, depgraph.Options{})
		for _, e := range graph.Edges {
			from, to := graph.Nodes[e.From], graph.Nodes[e.To]
			if from.Rank >= 0 && to.Rank >= 0 && !e.InCircle && from.Rank >= to.Rank {
				t.Errorf("%s of rank %d needs %s of rank %d", to.Name, to.Rank, from.Name, from.Rank)
			}
			if e.InCircle && from.Rank >= 0 && to.Rank >= 0 && from.Rank != to.Rank {
				t.Errorf("%s and %s are in one circle and have the ranks %d and %d", from.Name, to.Name, from.Rank, to.Rank)
			}
		}
		for _, circle := range graph.Circles {
			for i, from := range circle {
				to := circle[(i+1)%len(circle)]
				if !slices.ContainsFunc(graph.Edges, func(e *depgraph.Edge) bool { return e.To == from && e.From == to && e.InCircle }) {
					t.Errorf("a circle has no edge between %s and %s", graph.Nodes[from].Name, graph.Nodes[to].Name)
				}
			}
		}
		for _, format := range depgraph.Formats() {
			once, again := drawn(t, graph, depgraph.Format(format)), drawn(t, graphOf(t, p, depgraph.Options{}), depgraph.Format(format))
			if once != again {
				t.Errorf("%s differs the second time:\n%s", format, cmp.Diff(once, again))
			}
		}
	})
}

// Law: every drawing of every program can be parsed.
func TestEverythingWrittenCanBeRead(t *testing.T) {
	t.Parallel()
	eachProgram(t, func(t *testing.T, p *analysis.Program) {
		for _, configs := range depgraph.ConfigChoices() {
			checkWriters(t, graphOf(t, p, depgraph.Options{Configs: depgraph.Configs(configs)}))
		}
	})
}

// Law: an edit inside an item changes only the edges to it, and the graph of a derived program
// equals that of a fresh one.
func TestEditChangesOnlyItsEdges(t *testing.T) {
	t.Parallel()
	root := analysistest.Repository(t)
	before := programIn(t, filepath.Join(root, "testdata/programs/webshop"))
	if _, err := before.Diagnostics(context.Background()); err != nil {
		t.Fatal(err)
	}
	graph := graphOf(t, before, depgraph.Options{Configs: depgraph.ConfigsAll})
	edits := 0
	for _, n := range graph.Nodes {
		item := itemOf(t, before, n)
		if n.Kind != depgraph.Resource || item.Block() == nil {
			continue
		}
		for _, a := range item.Block().Body.Attributes {
			edits++
			span := syntax.Span{Start: a.Expr.Range().Start.Byte, End: a.Expr.Range().End.Byte}.Shift(item.Base)
			checkEdit(t, before, graph, n, span, "[domain, logs.id]")
		}
	}
	if edits < 20 {
		t.Errorf("%d edits were tried; want more", edits)
	}
}

func checkEdit(t *testing.T, before *analysis.Program, graph *depgraph.Graph, edited *depgraph.Node, span syntax.Span, text string) {
	t.Helper()
	var files, fresh []*syntax.File
	for _, f := range before.Files {
		if f.Path != edited.Path {
			files, fresh = append(files, f), append(fresh, syntax.Parse(f.Path, f.Text(), nil))
			continue
		}
		changed := f.Text()[:span.Start] + text + f.Text()[span.End:]
		files = append(files, syntax.Parse(f.Path, changed, f))
		fresh = append(fresh, syntax.Parse(f.Path, changed, nil))
	}
	world := worldOf(t, before)
	after := graphOf(t, analysis.NewProgram(before.Dir, files, world, before), depgraph.Options{Configs: depgraph.ConfigsAll})
	again := graphOf(t, analysis.NewProgram(before.Dir, fresh, world, nil), depgraph.Options{Configs: depgraph.ConfigsAll})
	if derived, anew := drawn(t, after, depgraph.JSON), drawn(t, again, depgraph.JSON); derived != anew {
		t.Errorf("%s edited: the graph differs from a fresh one:\n%s", edited.Name, cmp.Diff(anew, derived))
	}
	if diff := cmp.Diff(others(graph, edited.Name), others(after, edited.Name)); diff != "" {
		t.Errorf("%s edited: other edges changed:\n%s", edited.Name, diff)
	}
}

// others returns the edges to all nodes except those of a name, with their uses.
func others(graph *depgraph.Graph, name string) []string {
	var all []string
	for _, e := range graph.Edges {
		if from, to := graph.Nodes[e.From], graph.Nodes[e.To]; to.Name != name {
			line := from.Name + " → " + to.Name
			for _, u := range e.Uses {
				line += " " + u.Kind + " " + u.Property + " " + u.Reads + " " + strings.Join(u.Through, ",")
			}
			all = append(all, line)
		}
	}
	return all
}

// worldOf returns a world like that of a fixture's program.
func worldOf(t *testing.T, p *analysis.Program) analysis.World {
	return analysis.World{Schemas: analysistest.RepositorySchemas(t), Component: p.ComponentProgram}
}
