package depgraph

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file builds the graph of a program and of the programs of its components: it turns declarations into nodes and
// references into edges, which lead through locals.

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

var kinds = map[syntax.Kind]Kind{
	syntax.KindLocal: Local, syntax.KindConfig: Config, syntax.KindResource: Resource, syntax.KindRead: Read,
	syntax.KindComponent: Component, syntax.KindOutput: Output, syntax.KindHook: Hook,
}

// nodeOf returns the node of an item, or nil if it declares nothing.
func nodeOf(d declared) *Node {
	kind, ok := kinds[d.Kind]
	if !ok || d.Name == "" {
		return nil
	}
	n := &Node{Kind: kind, Name: d.Name, Path: d.path, Span: analysis.ContentSpan(d.Placed), NameSpan: d.NameSpan.Shift(d.Base), Rank: -1}
	if logical := analysis.LogicalName(d.Item); logical != "" && logical != n.Name {
		n.Logical = logical
	}
	if len(d.Labels) == 2 {
		switch kind {
		case Resource, Read:
			n.Token = d.Labels[1].Value
		case Component:
			n.Source = d.Labels[1].Value
		}
	}
	if kind == Resource && strings.HasPrefix(n.Token, "pulumi:providers:") {
		n.Kind = Provider
	}
	for _, s := range slotsOf(d.Item) {
		n.Ranged = n.Ranged || language.OptionNamed(s.kind).Rule == language.OptionRange && kind == Resource
	}
	return n
}

// addEdges adds the edges of everything an item refers to.
func (b *builder) addEdges(to int, d declared) error {
	slots, err := b.read(d)
	if err != nil {
		return err
	}
	for _, s := range slots {
		type same struct {
			node  int
			reads string
		}
		known := map[same]*Use{}
		var order []same
		for _, ref := range s.refs {
			b.follow(ref, func(node int, last reference, by *way, marks carried) {
				key := same{node, last.reads}
				u := known[key]
				if u == nil {
					u = &Use{
						Kind: s.kind, Property: s.property, Reads: last.reads, Through: by.names(),
						Passes: !namesResources(s.kind) && s.passes(last.name), Path: ref.path, Span: ref.span,
					}
					known[key] = u
					order = append(order, key)
				}
				unknown := u.Passes && s.unknown && marks.unknown
				secret := u.Passes && s.secret && marks.secret
				if secret && !u.Secret { // the reported path is one that carries the secret
					u.Through, u.Span = by.names(), ref.span
				}
				u.Unknown, u.Secret = u.Unknown || unknown, u.Secret || secret
			})
		}
		for _, key := range order {
			b.add(key.node, to, *known[key])
		}
	}
	return nil
}

// namesResources reports whether an option names resources and takes no value from them.
func namesResources(kind string) bool {
	rule := language.OptionNamed(kind).Rule
	return rule.TakesResource() || rule.TakesResources() || rule == language.OptionHooks
}

// maxUses limits the uses in one program. Thousands of locals, each made of the previous one
// and a resource, need all earlier resources each.
const maxUses = 100_000

func (b *builder) add(from, to int, u Use) {
	if b.uses++; b.uses > maxUses {
		b.graph.Partial = true
		return
	}
	e := b.edges[[2]int{from, to}]
	if e == nil {
		e = &Edge{From: from, To: to}
		b.edges[[2]int{from, to}] = e
	}
	e.Uses = append(e.Uses, u)
	e.Secret = e.Secret || u.Secret
	e.Unknown = e.Unknown || u.Unknown
}

// local is a local and its references.
type local struct {
	name string
	refs []reference
	// alone means that it is part of a cycle of locals only.
	alone bool
}

// readLocals finds the references of all locals, and the cycles of locals only.
func (b *builder) readLocals() error {
	var all []*local
	numbers := map[place]int32{}
	for _, d := range b.items {
		if d.Kind != syntax.KindLocal || d.Name == "" {
			continue
		}
		l := &local{name: d.Name}
		slots, err := b.read(d)
		if err != nil {
			return err
		}
		for _, s := range slots {
			l.refs = append(l.refs, s.refs...)
		}
		b.locals[d.place()] = l
		numbers[d.place()] = int32(len(all))
		all = append(all, l)
	}
	edges := make([][]int32, len(all))
	for i, l := range all {
		for _, r := range l.refs {
			if to, ok := numbers[r.to]; ok {
				edges[i] = append(edges[i], to)
			}
		}
	}
	_, cyclic := analysis.StrongComponents(edges)
	for i, l := range all {
		l.alone = cyclic[i]
	}
	return nil
}

// maxThrough limits the locals listed by a use.
const maxThrough = 8

// way is a path through locals: the nearest ones and the last. Its size is constant, because
// chains of locals can be long.
type way struct {
	nearest []string
	last    string
}

// on extends the path by one local.
func (w *way) on(name string) *way {
	if w == nil {
		return &way{nearest: []string{name}}
	}
	if len(w.nearest) < maxThrough-1 {
		return &way{nearest: append(w.nearest[:len(w.nearest):len(w.nearest)], name)}
	}
	return &way{w.nearest, name}
}

// names returns the locals in order.
func (w *way) names() []string {
	switch {
	case w == nil:
		return nil
	case w.last == "":
		return w.nearest
	}
	return append(w.nearest[:len(w.nearest):len(w.nearest)], w.last)
}

// carried tells what a value may be, or be a part of.
type carried struct{ unknown, secret bool }

func (c carried) and(d carried) carried { return carried{c.unknown && d.unknown, c.secret && d.secret} }

// follow visits the nodes behind a reference, with the reference that names the node, the
// locals in between, and what the whole path carries.
func (b *builder) follow(from reference, visit func(node int, last reference, by *way, marks carried)) {
	type stop struct {
		ref   reference
		by    *way
		marks carried
	}
	seen := map[place][]carried{}
	stack := []stop{{ref: from, marks: from.carried}}
	for len(stack) > 0 && !b.graph.Partial {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if node, ok := b.nodes[at.ref.to]; ok {
			visit(node, at.ref, at.by, at.marks)
			continue
		}
		l := b.locals[at.ref.to]
		if l == nil || covered(seen[at.ref.to], at.marks) {
			continue
		}
		seen[at.ref.to] = append(seen[at.ref.to], at.marks)
		by := at.by.on(l.name)
		for i := len(l.refs) - 1; i >= 0; i-- { // in reverse, so that they are visited in source order
			r := l.refs[i]
			stack = append(stack, stop{r, by, at.marks.and(r.carried)})
		}
	}
}

// covered reports whether an earlier visit carried at least as much.
func covered(before []carried, marks carried) bool {
	return slices.ContainsFunc(before, func(b carried) bool { return b.and(marks) == marks })
}
