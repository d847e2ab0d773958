package depgraph

import (
	"cmp"
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file builds the graph of a program and of the programs of its components.

// Of returns the graph of a program. The only error is the context's.
func Of(ctx context.Context, p *analysis.Program, options Options) (*Graph, error) {
	m := &maker{ctx: ctx, options: options, made: map[string]*Graph{}}
	return m.program(p)
}

// maker builds the graph of each program once.
type maker struct {
	ctx     context.Context
	options Options
	made    map[string]*Graph
}

// place is the start of an item. It distinguishes items with equal text.
type place struct {
	path string
	base int
}

// declared is an item with its place.
type declared struct {
	syntax.Placed
	path string
}

func (d declared) place() place { return place{d.path, d.Base} }

// builder builds the graph of one program.
type builder struct {
	*maker
	p      *analysis.Program
	graph  *Graph
	items  []declared
	nodes  map[place]int
	locals map[place]*local
	edges  map[[2]int]*Edge
	uses   int // the number of uses so far
}

func (m *maker) program(p *analysis.Program) (*Graph, error) {
	if known := m.made[p.Dir]; known != nil {
		return known, nil
	}
	b := &builder{
		maker: m, p: p, nodes: map[place]int{}, locals: map[place]*local{}, edges: map[[2]int]*Edge{},
		graph: &Graph{Dir: p.Dir, files: map[string]*syntax.File{}},
	}
	m.made[p.Dir] = b.graph
	if err := b.fill(); err != nil {
		return nil, err
	}
	return b.graph, nil
}

func (b *builder) fill() error {
	for _, f := range b.p.Files {
		b.graph.files[f.Path] = f
		for _, placed := range f.All() {
			b.items = append(b.items, declared{placed, f.Path})
		}
	}
	if err := b.readLocals(); err != nil {
		return err
	}
	of, err := b.addNodes()
	if err != nil {
		return err
	}
	for i, d := range of {
		if err := b.addEdges(i, d); err != nil {
			return err
		}
	}
	b.finish()
	return nil
}

// addNodes adds a node per declaration and returns their items.
func (b *builder) addNodes() ([]declared, error) {
	var of []declared
	for _, d := range b.items {
		n := nodeOf(d)
		if n == nil || n.Kind == Local && !b.locals[d.place()].alone || n.Kind == Config && b.options.Configs == ConfigsNone {
			continue
		}
		if n.Kind == Component {
			if err := b.open(n, d); err != nil {
				return nil, err
			}
		}
		b.nodes[d.place()] = len(b.graph.Nodes)
		b.graph.Nodes = append(b.graph.Nodes, n)
		of = append(of, d)
	}
	return of, nil
}

// open adds the program of a component.
func (b *builder) open(n *Node, d declared) error {
	dir, ok := b.p.ComponentDir(d.Item)
	if !ok {
		return nil
	}
	if inner := b.p.ComponentProgram(dir); inner != nil {
		graph, err := b.program(inner)
		n.Inner = graph
		return err
	}
	n.LeadsBack = b.p.LeadsBack(dir)
	return nil
}

// finish sorts everything.
func (b *builder) finish() {
	for _, e := range b.edges {
		b.graph.Edges = append(b.graph.Edges, e)
	}
	lists.SortStable(b.graph.Edges, func(x, y *Edge) int { return cmp.Or(cmp.Compare(x.To, y.To), cmp.Compare(x.From, y.From)) })
	if b.options.Configs != ConfigsAll {
		b.graph.dropUnusedConfigs()
	}
	b.graph.findCircles()
	b.graph.rank()
	for _, e := range b.graph.Edges {
		e.WaitsOnly = !e.InCircle && !slices.ContainsFunc(e.Uses, func(u Use) bool { return u.Passes })
	}
}

// dropUnusedConfigs repeatedly removes configs that nothing depends on. A config may be used
// only by another such config.
func (g *Graph) dropUnusedConfigs() {
	for {
		used := make([]bool, len(g.Nodes))
		for _, e := range g.Edges {
			used[e.From] = true
		}
		number := make([]int, len(g.Nodes))
		var kept []*Node
		for i, n := range g.Nodes {
			number[i] = -1
			if n.Kind != Config || used[i] {
				number[i] = len(kept)
				kept = append(kept, n)
			}
		}
		if len(kept) == len(g.Nodes) {
			return
		}
		g.Nodes = kept
		g.Edges = slices.DeleteFunc(g.Edges, func(e *Edge) bool { return number[e.To] < 0 })
		for _, e := range g.Edges {
			e.From, e.To = number[e.From], number[e.To]
		}
	}
}
