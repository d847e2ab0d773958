package depgraph

import (
	"cmp"
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file makes the graph of a program and of the programs of its components.

// Of is the graph of a program. The error is that of the context.
func Of(ctx context.Context, p *analysis.Program, options Options) (*Graph, error) {
	m := &maker{ctx: ctx, options: options, made: map[string]*Graph{}}
	return m.program(p)
}

// maker makes each program's graph once.
type maker struct {
	ctx     context.Context
	options Options
	made    map[string]*Graph
}

// place is where an item begins; it tells items with equal texts apart.
type place struct {
	path string
	base int
}

// declared is an item of the program with its place.
type declared struct {
	syntax.Placed
	path string
}

func (d declared) place() place { return place{d.path, d.Base} }

// builder makes the graph of one program.
type builder struct {
	*maker
	p      *analysis.Program
	graph  *Graph
	items  []declared
	nodes  map[place]int
	locals map[place]*local
	edges  map[[2]int]*Edge
	uses   int // how many there are
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

// addNodes adds a node for each declaration that is one, and returns their items.
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

// finish puts everything in order.
func (b *builder) finish() {
	for _, e := range b.edges {
		b.graph.Edges = append(b.graph.Edges, e)
	}
	slices.SortFunc(b.graph.Edges, func(x, y *Edge) int { return cmp.Or(cmp.Compare(x.To, y.To), cmp.Compare(x.From, y.From)) })
	if b.options.Configs != ConfigsAll {
		b.graph.dropUnusedConfigs()
	}
	b.graph.findCircles()
	b.graph.rank()
	for _, e := range b.graph.Edges {
		e.WaitsOnly = !e.InCircle && !slices.ContainsFunc(e.Uses, func(u Use) bool { return u.Passes })
	}
}

// dropUnusedConfigs takes out configs that nothing depends on, again and again: a
// config may be there for another one.
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
