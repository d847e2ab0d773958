package rules

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file tells rules who depends on whom. Locals are passed through: what depends on a local
// depends on what the local is made of.

// maxReached is how many declarations are followed from one.
const maxReached = 5_000

// graph are the references between the declarations of a program.
type graph struct {
	p       *analysis.Program
	objects []*analysis.Object
	needs   [][]int // by object
	users   [][]int // by object
	number  map[*analysis.Object]int
}

// graphOf is the graph of a program. The set keeps that of the last one.
func (s *Set) graphOf(p *analysis.Program) *graph {
	if known := s.graph.Load(); known != nil && known.p == p {
		return known
	}
	g := &graph{p: p, objects: p.Objects(), number: map[*analysis.Object]int{}}
	g.needs, g.users = make([][]int, len(g.objects)), make([][]int, len(g.objects))
	for i, o := range g.objects {
		g.number[o] = i
	}
	for i, o := range g.objects {
		it, _ := o.Item()
		for _, name := range p.Dependencies(it) {
			if j, ok := g.number[p.Lookup(name)]; ok {
				g.needs[i] = append(g.needs[i], j)
				g.users[j] = append(g.users[j], i)
			}
		}
	}
	s.graph.Store(g)
	return g
}

// object is the declaration that an item makes.
func (g *graph) object(it syntax.Placed) (int, bool) {
	o := g.p.Lookup(it.Name)
	if it.Kind == syntax.KindOutput {
		o = g.p.LookupOutput(it.Name)
	}
	i, ok := g.number[o]
	return i, ok
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
		if g.objects[i].Kind != analysis.ObjectLocal {
			all = append(all, i)
		}
	}
	slices.Sort(all)
	return all, true
}

// related are the declarations that edges of the item lead to.
func (v *view) related(edges func(*graph) [][]int) ([]*analysis.Object, bool) {
	v.reads.whole = true
	g := v.set.graphOf(v.p)
	i, ok := g.object(v.it)
	if !ok {
		return nil, true
	}
	numbers, ok := g.reached(i, edges(g))
	var all []*analysis.Object
	for _, n := range numbers {
		all = append(all, g.objects[n])
	}
	return all, ok
}

func needs(g *graph) [][]int { return g.needs }

func users(g *graph) [][]int { return g.users }

func (v *view) dependencies() cty.Value { return v.described(v.related(needs)) }

func (v *view) dependents() cty.Value { return v.described(v.related(users)) }

func (v *view) described(objects []*analysis.Object, all bool) cty.Value {
	if !all {
		return cty.DynamicVal.Mark(value.Cause{Kind: value.CauseSize})
	}
	list := make([]cty.Value, len(objects))
	for i, o := range objects {
		list[i] = cty.ObjectVal(v.describe(o))
	}
	return cty.TupleVal(list)
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
	v.reads.whole = true
	g := v.set.graphOf(v.p)
	names := func(numbers []int) cty.Value {
		all := make([]cty.Value, len(numbers))
		for i, n := range numbers {
			all[i] = cty.StringVal(g.objects[n].Name)
		}
		return cty.TupleVal(all)
	}
	list := []cty.Value{}
	for i, o := range g.objects {
		if it, _ := o.Item(); it.Item == nil || it.Kind != kind {
			continue
		}
		one := v.describe(o)
		one["dependencies"], one["dependents"] = names(g.needs[i]), names(g.users[i])
		list = append(list, cty.ObjectVal(one))
	}
	return cty.TupleVal(list)
}
