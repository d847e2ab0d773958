package analysis

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// typeOrder says in which order names can be typed, and which names are part of
// a cycle when typed.
type typeOrder struct {
	component []int  // entry index → number of its strongly connected component; dependencies have smaller numbers
	cyclic    []bool // entry index → whether its component is a cycle
}

// inOneCycle reports whether two entries need each other's types.
func (o typeOrder) inOneCycle(a, b *entry) bool {
	return o.cyclic[a.index] && o.component[a.index] == o.component[b.index]
}

func (p *Program) orderTypes() typeOrder {
	edges := make([][]int, len(p.entries))
	for i, e := range p.entries {
		edges[i] = p.targets(typeRefs(e))
	}
	component, cyclic := strongComponents(edges)
	return typeOrder{component, cyclic}
}

// names are the free names of an entry's item.
func (e *entry) names() []syntax.Ref {
	if e.refs == nil {
		e.refs = slices.Clip(append([]syntax.Ref{}, syntax.FreeNames(e.placed.Item)...))
	}
	return e.refs
}

// typeRefs are the names that the type of an entry's own name needs.
func typeRefs(e *entry) []syntax.Ref {
	switch e.placed.Kind {
	case syntax.KindLocal:
		return e.names()
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		var refs []syntax.Ref
		for _, attr := range rangeAttributes(e.placed.Item) {
			refs = append(refs, within(e.names(), spanOf(attr.Expr.Range()))...)
		}
		return refs
	}
	return nil
}

// dependencyRefs are the names that the evaluator would wait for: all but those
// that are property paths.
func dependencyRefs(e *entry) []syntax.Ref {
	if e.placed.Kind != syntax.KindResource && e.placed.Kind != syntax.KindRead {
		return e.names()
	}
	refs := e.names()
	for _, attr := range pathListAttributes(e.placed.Item) {
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

// targets are the entries that the names denote, each once, in source order.
func (p *Program) targets(refs []syntax.Ref) []int {
	var targets []int
	for _, r := range refs {
		if o := p.Lookup(r.Name); o != nil && !slices.Contains(targets, o.entry.index) {
			targets = append(targets, o.entry.index)
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
		if p.Lookup(r.Name) != nil && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names
}

// findCycles reports every circular reference once, at the first declaration of
// the cycle, with the references that form it.
func (p *Program) findCycles() {
	edges := make([][]int, len(p.entries))
	for i, e := range p.entries {
		edges[i] = p.targets(dependencyRefs(e))
	}
	edges = p.withoutMutualComponents(edges)
	component, cyclic := strongComponents(edges)
	seen := map[int]bool{}
	for i := range p.entries {
		if !cyclic[i] || seen[component[i]] {
			continue
		}
		seen[component[i]] = true
		p.reportCycle(shortestCycle(edges, i))
	}
}

// withoutMutualComponents leaves out the edges between two components that refer
// to each other directly: the language allows that, since what one needs of the
// other need not depend on what it gives. (PCL specification, pcl-syntax.md,
// section 15.4.)
func (p *Program) withoutMutualComponents(edges [][]int) [][]int {
	isComponent := func(i int) bool { return p.entries[i].placed.Kind == syntax.KindComponent }
	kept := make([][]int, len(edges))
	for i, targets := range edges {
		kept[i] = slices.DeleteFunc(slices.Clone(targets), func(j int) bool {
			return i != j && isComponent(i) && isComponent(j) && slices.Contains(edges[j], i)
		})
	}
	return kept
}

// maxRelated bounds the places that a finding about a long cycle lists.
const maxRelated = 20

func (p *Program) reportCycle(cycle []int) {
	var names []string
	var related []Related
	for k, i := range cycle {
		from, to := p.entries[i], p.entries[cycle[(k+1)%len(cycle)]]
		names = append(names, from.object.label())
		for _, r := range dependencyRefs(from) {
			if o := p.Lookup(r.Name); o != nil && o.entry == to && len(related) < maxRelated {
				related = append(related, Related{
					Path: from.file.Path, Span: r.Span.Shift(from.placed.Base),
					Message: from.object.label() + " refers to " + to.object.label() + " here",
				})
				break
			}
		}
	}
	first := p.entries[cycle[0]]
	span := first.placed.KeywordSpan.Shift(first.placed.Base)
	if first.object != nil {
		span = first.object.Span
	}
	names = append(names, names[0])
	p.report(first, codes.Cycle, span, "circular reference: "+abbreviate(strings.Join(names, " → "), 160), related...)
}

func (o *Object) label() string {
	if o == nil {
		return "this block"
	}
	return "`" + o.Name + "`"
}

// shortestCycle is a shortest way from a node back to itself, found breadth
// first; the node must be on a cycle.
func shortestCycle(edges [][]int, start int) []int {
	from := map[int]int{}
	queue := []int{start}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, to := range edges[i] {
			if to == start {
				cycle := []int{i}
				for i != start {
					i = from[i]
					cycle = append(cycle, i)
				}
				slices.Reverse(cycle)
				return cycle
			}
			if _, seen := from[to]; !seen {
				from[to] = i
				queue = append(queue, to)
			}
		}
	}
	return []int{start}
}

// strongComponents numbers the strongly connected components of a graph so that
// every edge leads to an equal or smaller number, and says which nodes are on a
// cycle. It is Tarjan's algorithm with its own stack: chains of a hundred
// thousand locals must not exhaust the real one.
func strongComponents(edges [][]int) (component []int, cyclic []bool) {
	n := len(edges)
	component, cyclic = make([]int, n), make([]bool, n)
	index, low := make([]int, n), make([]int, n)
	onStack := make([]bool, n)
	var stack, path []int
	next := make([]int, n)
	counter, components := 0, 0
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
				w := edges[v][next[v]]
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
func closeComponent(v int, stack []int, onStack []bool, component []int, cyclic []bool, number int) []int {
	start := slices.Index(stack, v)
	for _, w := range stack[start:] {
		onStack[w] = false
		component[w] = number
		cyclic[w] = cyclic[w] || len(stack)-start > 1
	}
	return stack[:start]
}
