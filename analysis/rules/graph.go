package rules

import (
	"context"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file tells rules who depends on whom. Locals are passed through: what depends on a local
// depends on what the local is made of.

// maxReached is how many declarations are followed from one.
const maxReached = 5_000

// graph are the references between the declarations of a program. It says the same of each version with these declarations
// (see [structureOf]).
type graph struct {
	nodes  []node
	number map[node]int
	needs  [][]int // by node
	users  [][]int // by node
}

// node is a declaration. Outputs may have the name of another one.
type node struct {
	name   string
	kind   syntax.Kind
	output bool
}

func nodeOf(it *syntax.Item) node {
	return node{name: it.Name, kind: it.Kind, output: it.Kind == syntax.KindOutput}
}

// in is the declaration in a version of the program; nil for none.
func (n node) in(p *analysis.Program) *analysis.Object {
	if n.output {
		return p.LookupOutput(n.name)
	}
	return p.Lookup(n.name)
}

// structureOf is what graphs, and lists of declarations, say of an item: they are the same as long as that of each item is.
func structureOf(ctx context.Context, p *analysis.Program, it syntax.Placed) string {
	is := ""
	switch it.Kind {
	case syntax.KindConfig, syntax.KindOutput:
		is = typeOf(ctx, p, it)
	case syntax.KindPackage:
		is = it.Text
	default:
		is = tokenOf(p, it.Item)
	}
	return strings.Join(append([]string{it.Kind.String(), it.Name, is}, p.Dependencies(it)...), "\n")
}

// graphOf is the graph of a program, made once.
func (s *shared) graphOf(p *analysis.Program) *graph {
	if s.graph != nil {
		return s.graph
	}
	objects := p.Objects()
	g := &graph{number: map[node]int{}}
	for _, o := range objects {
		it, _ := o.Item()
		g.number[nodeOf(it.Item)] = len(g.nodes)
		g.nodes = append(g.nodes, nodeOf(it.Item))
	}
	g.needs, g.users = make([][]int, len(objects)), make([][]int, len(objects))
	for i, o := range objects {
		it, _ := o.Item()
		for _, name := range p.Dependencies(it) {
			if needed, ok := p.Lookup(name).Item(); ok {
				j := g.number[nodeOf(needed.Item)]
				g.needs[i], g.users[j] = append(g.needs[i], j), append(g.users[j], i)
			}
		}
	}
	s.graph = g
	return g
}

// reached are the declarations that edges lead to, without locals, in the order of the program; false
// for too many.
func (g *graph) reached(from int, edges [][]int) ([]int, bool) {
	seen := map[int]bool{}
	queue := slices.Clone(edges[from])
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[i] {
			continue
		}
		if seen[i] = true; len(seen) > maxReached {
			return nil, false
		}
		queue = append(queue, edges[i]...)
	}
	var all []int
	for i := range seen {
		if g.nodes[i].kind != syntax.KindLocal {
			all = append(all, i)
		}
	}
	slices.Sort(all)
	return all, true
}

// related are the declarations that edges of the item lead to.
func (v *view) related(edges func(*graph) [][]int) ([]*analysis.Object, bool) {
	v.readsProgram = true
	g := v.shared.graphOf(v.p)
	i, ok := g.number[nodeOf(v.it.Item)]
	if !ok {
		return nil, true
	}
	numbers, ok := g.reached(i, edges(g))
	all := lists.Map(numbers, func(n int) *analysis.Object { return g.nodes[n].in(v.p) })
	return all, ok
}

func needs(g *graph) [][]int { return g.needs }

func users(g *graph) [][]int { return g.users }

// listRelated lists the declarations that edges of the item lead to.
func (v *view) listRelated(edges func(*graph) [][]int) cty.Value {
	objects, all := v.related(edges)
	if !all {
		return cty.DynamicVal.Mark(value.Cause{Kind: value.CauseSize})
	}
	return cty.TupleVal(lists.Map(objects, func(o *analysis.Object) cty.Value { return cty.ObjectVal(v.describe(o)) }))
}

func (v *view) describe(o *analysis.Object) map[string]cty.Value {
	it, _ := o.Item()
	kind := tokenOf(v.p, it.Item)
	if it.Kind == syntax.KindConfig || it.Kind == syntax.KindOutput {
		kind = typeOf(v.ctx, v.p, it)
	}
	return map[string]cty.Value{"name": cty.StringVal(o.Name), "kind": cty.StringVal(o.Kind.String()), "type": text(kind)}
}

// declarations are all of a kind, each with the names that it is related to directly.
func (v *view) declarations(kind syntax.Kind) cty.Value {
	v.readsProgram = true
	g := v.shared.graphOf(v.p)
	names := func(numbers []int) cty.Value {
		all := lists.Map(numbers, func(n int) cty.Value { return cty.StringVal(g.nodes[n].name) })
		return cty.TupleVal(all)
	}
	list := []cty.Value{}
	for i, n := range g.nodes {
		if n.kind != kind {
			continue
		}
		one := v.describe(n.in(v.p))
		one["dependencies"], one["dependents"] = names(g.needs[i]), names(g.users[i])
		list = append(list, cty.ObjectVal(one))
	}
	return cty.TupleVal(list)
}
