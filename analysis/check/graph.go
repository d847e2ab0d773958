package check

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// graph is how the items of a program depend on each other. It knows entries by
// their slots.
type graph struct {
	// tangled says that there is a circle.
	tangled bool
	// rank orders the slots so that each needs only those of lower rank, if nothing is
	// tangled.
	rank []int32
	top  int32   // above every rank
	uses []int32 // how many items refer to this one

	types typeOrder
	flows typeOrder
	// circles are the findings about items that need each other.
	circles []Diagnostic
}

func newGraph(p *Program) *graph {
	g := &graph{uses: make([]int32, p.entries.len())}
	edges := p.needs()
	for _, targets := range edges {
		for _, to := range targets {
			g.uses[to]++
		}
	}
	component, cyclic := StrongComponents(edges)
	g.rank, g.top = component, int32(p.entries.len())
	g.types.component, g.flows.component = component, component
	if g.tangled = slices.Contains(cyclic, true); g.tangled {
		g.types = p.orderTypes()
		g.flows = p.orderFlows(g.types)
		p.findCycles(g, edges)
	}
	return g
}

// after is the graph when some entries have been linked anew.
func (g *graph) after(d *derivation, linked []*entry) *graph {
	if g.isUnchanged(d, linked) {
		return g
	}
	next := &graph{uses: slices.Clone(g.uses), rank: slices.Clone(g.rank), top: g.top}
	for range d.p.entries.len() - len(next.rank) {
		next.uses, next.rank = append(next.uses, 0), append(next.rank, 0)
	}
	count := func(needs []int32, by int32) {
		for _, to := range needs {
			next.uses[to] += by
		}
	}
	for _, c := range d.changed {
		if c.new == nil {
			count(c.old.links.needs, -1)
		} else if c.old == nil {
			next.rank[c.new.slot] = next.top
			next.top++
		}
	}
	for _, e := range linked {
		count(d.neededBefore(e), -1)
		count(e.links.needs, 1)
	}
	for _, e := range linked {
		for _, to := range e.links.needs {
			if next.rank[to] >= next.rank[e.slot] {
				return newGraph(d.p)
			}
		}
	}
	next.types.component, next.flows.component = next.rank, next.rank
	return next
}

func (g *graph) isUnchanged(d *derivation, linked []*entry) bool {
	for _, c := range d.changed {
		if c.old == nil || c.new == nil {
			return false
		}
	}
	for _, e := range linked {
		if !slices.Equal(d.neededBefore(e), e.links.needs) {
			return false
		}
	}
	return true
}

// neededBefore are the needs of the entry that the base has in the same slot.
func (d *derivation) neededBefore(e *entry) []int32 {
	if before := d.base.entries.lookup(e.slot); before != nil {
		return before.links.needs
	}
	return nil
}

// typeOrder says in which order names can be typed, and which names are part of
// a cycle when typed. It knows entries by their slots.
type typeOrder struct {
	component []int32 // number of the strongly connected component; dependencies have smaller numbers
	cyclic    []bool  // whether the component is a cycle
}

// inOneCycle reports whether two entries need each other's types.
func (o typeOrder) inOneCycle(a, b int32) bool {
	return int(a) < len(o.cyclic) && o.cyclic[a] && o.component[a] == o.component[b]
}

func (p *Program) orderTypes() typeOrder { return p.orderBy(typeRefs) }

// orderFlows is the order in which flows can be followed. It is that of types but
// for components, whose outputs carry what their inputs do, and configs, which
// carry what their defaults do.
func (p *Program) orderFlows(types typeOrder) typeOrder {
	for e := range p.all() {
		if e.item.Kind == syntax.KindComponent || e.item.Kind == syntax.KindConfig && len(e.links.names) > 0 {
			return p.orderBy(flowRefs)
		}
	}
	return types
}

func (p *Program) orderBy(refs func(*entry) []syntax.Ref) typeOrder {
	edges := make([][]int32, p.entries.len())
	for e := range p.all() {
		edges[e.slot] = p.targets(refs(e))
	}
	component, cyclic := StrongComponents(edges)
	return typeOrder{component, cyclic}
}

// deepestFirst are the entries whose answers one needs and that do not have them
// yet, in an order in which each needs only earlier ones.
func (p *Program) deepestFirst(e *entry, refs func(*entry) []syntax.Ref, known func(*entry) bool, order typeOrder) []*entry {
	var needed []*entry
	var seen map[*entry]bool
	visit := func(from *entry) {
		for _, r := range refs(from) {
			dep := p.declaring(r.Name)
			if dep == nil || dep == e || seen[dep] || known(dep) || order.inOneCycle(from.slot, dep.slot) {
				continue
			}
			if seen == nil {
				seen = map[*entry]bool{}
			}
			seen[dep] = true
			needed = append(needed, dep)
		}
	}
	visit(e)
	for i := 0; i < len(needed); i++ {
		visit(needed[i])
	}
	if len(needed) > 1 {
		slices.SortFunc(needed, func(a, b *entry) int {
			return cmp.Or(cmp.Compare(order.component[a.slot], order.component[b.slot]), cmp.Compare(a.slot, b.slot))
		})
	}
	return needed
}

// typeRefs are the names that the type of an entry's own name needs.
func typeRefs(e *entry) []syntax.Ref {
	switch e.item.Kind {
	case syntax.KindLocal:
		return e.links.names
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		var refs []syntax.Ref
		for _, attr := range rangeAttributes(e.item) {
			refs = append(refs, within(e.links.names, spanOf(attr.Expr.Range()))...)
		}
		return refs
	}
	return nil
}

// Uses are the uses of names that an item does not bind itself, in source order and
// relative to the item; the caller must not change them. They are known of each item of a
// program without looking at it again. Items of other programs have none.
func (p *Program) Uses(it syntax.Placed) []syntax.Ref {
	e := p.entryOf(it)
	if e == nil {
		return nil
	}
	return e.links.names
}

// dependencyRefs are the names that the evaluator would wait for: all but those
// that are property paths.
func dependencyRefs(e *entry) []syntax.Ref {
	if e.item.Kind != syntax.KindResource && e.item.Kind != syntax.KindRead {
		return e.links.names
	}
	refs := e.links.names
	for _, attr := range pathListAttributes(e.item) {
		span := spanOf(attr.Expr.Range())
		refs = slices.DeleteFunc(slices.Clone(refs), func(r syntax.Ref) bool { return span.Contains(r.Span.Start) })
	}
	return refs
}

func within(refs []syntax.Ref, span syntax.Span) []syntax.Ref {
	var inside []syntax.Ref
	for _, r := range refs {
		if span.Contains(r.Span.Start) {
			inside = append(inside, r)
		}
	}
	return inside
}

// targets are the slots of what names denote, each once, in source order.
func (p *Program) targets(refs []syntax.Ref) []int32 {
	var targets []int32
	for _, r := range refs {
		if e := p.declaring(r.Name); e != nil && !slices.Contains(targets, e.slot) {
			targets = append(targets, e.slot)
		}
	}
	return targets
}

// Dependencies are the names of the program that an item refers to, each once,
// in source order.
func (p *Program) Dependencies(it syntax.Placed) []string {
	e := p.entryOf(it)
	if e == nil {
		return nil
	}
	var names []string
	for _, r := range dependencyRefs(e) {
		if p.declaring(r.Name) != nil && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names
}

// needs are the edges of the graph that the evaluator follows, by slot.
func (p *Program) needs() [][]int32 {
	edges := make([][]int32, p.entries.len())
	for e := range p.all() {
		edges[e.slot] = e.links.needs
	}
	return edges
}

// StrongComponents numbers the strongly connected components of a graph so that
// every edge leads to an equal or smaller number, and says which nodes are on a
// cycle. It is Tarjan's algorithm with its own stack: chains of a hundred
// thousand locals must not exhaust the real one.
func StrongComponents(edges [][]int32) (component []int32, cyclic []bool) {
	n := len(edges)
	component, cyclic = make([]int32, n), make([]bool, n)
	index, low := make([]int, n), make([]int, n)
	onStack := make([]bool, n)
	var stack, path []int
	next := make([]int, n)
	counter, components := 0, int32(0)
	for root := range edges {
		if index[root] != 0 {
			continue
		}
		path = append(path[:0], root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if index[v] == 0 {
				counter++
				index[v], low[v] = counter, counter
				stack, onStack[v] = append(stack, v), true
			}
			if next[v] < len(edges[v]) {
				w := int(edges[v][next[v]])
				next[v]++
				switch {
				case index[w] == 0:
					path = append(path, w)
				case onStack[w]:
					low[v] = min(low[v], index[w])
					cyclic[v] = cyclic[v] || w == v
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				u := path[len(path)-1]
				low[u] = min(low[u], low[v])
			}
			if low[v] == index[v] {
				stack = closeComponent(v, stack, onStack, component, cyclic, components)
				components++
			}
		}
	}
	return component, cyclic
}

// closeComponent takes the component that v began off the stack.
func closeComponent(v int, stack []int, onStack []bool, component []int32, cyclic []bool, number int32) []int {
	start := slices.Index(stack, v)
	for _, w := range stack[start:] {
		onStack[w] = false
		component[w] = number
		cyclic[w] = cyclic[w] || len(stack)-start > 1
	}
	return stack[:start]
}
