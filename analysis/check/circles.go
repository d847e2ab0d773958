package check

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds declarations that need each other in a circle. (PCL
// specification, pcl-syntax.md, section 15.4.)

// circles are kept with a program whose items need each other.
type circles struct {
	findings []Diagnostic
	values   program.Order // of the values of names, see [ValueRefs]
}

// circles are the findings about items that need each other.
func (p *Program) circles() []Diagnostic {
	if all, ok := p.core.CircleData().(*circles); ok {
		return all.findings
	}
	return nil
}

// inValueCircle reports whether two items need each other's values.
func (p *Program) inValueCircle(a, b int32) bool {
	all, ok := p.core.CircleData().(*circles)
	return ok && all.values.InOneCycle(a, b)
}

// findCycles reports every circular reference once, at the first declaration of
// the cycle, with the references that form it.
func (p *Program) findCycles(edges [][]int32) (found []Diagnostic) {
	kept := p.WithoutMutualComponents(edges)
	component, cyclic := program.StrongComponents(kept)
	seen := map[int32]bool{}
	reported := map[int32]bool{}
	for e := range p.core.Items() {
		if cyclic[e.ID] {
			reported[e.ID] = true
			if !seen[component[e.ID]] {
				seen[component[e.ID]] = true
				found = append(found, p.circleFinding(program.ShortestCycle(kept, e.ID)))
			}
		}
	}
	for _, cycle := range p.circlesOfPairs(edges, reported) {
		found = append(found, p.circleFinding(cycle))
	}
	return found
}

// circlesOfPairs are circles of three or more components that are closed only by
// edges between two that refer to each other. That the language allows such pairs
// does not make a longer circle run.
func (p *Program) circlesOfPairs(edges [][]int32, reported map[int32]bool) [][]int32 {
	component, cyclic := program.StrongComponents(edges)
	groups := map[int32][]int32{}
	var order []int32
	for e := range p.core.Items() {
		if number := component[e.ID]; cyclic[e.ID] {
			if groups[number] == nil {
				order = append(order, number)
			}
			groups[number] = append(groups[number], e.ID)
		}
	}
	var circles [][]int32
	for _, number := range order {
		group := groups[number]
		if len(group) < 3 || slices.ContainsFunc(group, func(id int32) bool { return reported[id] }) {
			continue
		}
		if cycle := longCycle(edges, group); cycle != nil {
			circles = append(circles, cycle)
		}
	}
	return circles
}

// longCycle is a cycle of at least three nodes in a strongly connected group, a
// shortest one through the first node that is on any; nil when the group is
// nothing but pairs, which hang together as a tree does.
func longCycle(edges [][]int32, group []int32) []int32 {
	inside := withoutLeaves(edges, group)
	for _, start := range group {
		var best []int32
		for _, next := range edges[start] {
			if next == start || inside[start] == nil || inside[next] == nil {
				continue
			}
			if way := wayRound(edges, next, start); way != nil && (best == nil || len(way) < len(best)-1) {
				best = append([]int32{start}, way...)
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// withoutLeaves are the nodes of a group with their neighbours in either direction,
// without those that have one neighbour only, again and again. What is left holds a
// cycle that is no pair; in a tree of pairs nothing is.
func withoutLeaves(edges [][]int32, group []int32) map[int32]map[int32]bool {
	near := make(map[int32]map[int32]bool, len(group))
	for _, node := range group {
		near[node] = map[int32]bool{}
	}
	for _, node := range group {
		for _, to := range edges[node] {
			if near[to] != nil && to != node {
				near[node][to], near[to][node] = true, true
			}
		}
	}
	for queue := slices.Clone(group); len(queue) > 0; queue = queue[1:] {
		leaf := queue[0]
		if near[leaf] == nil || len(near[leaf]) > 1 {
			continue
		}
		for other := range near[leaf] {
			delete(near[other], leaf)
			queue = append(queue, other)
		}
		delete(near, leaf)
	}
	return near
}

// wayRound is a shortest way from one node to another that is not the direct edge;
// nil when there is none.
func wayRound(edges [][]int32, from, to int32) []int32 {
	before := map[int32]int32{from: from}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range edges[at] {
			if next == to && at != from {
				way := []int32{at}
				for at != from {
					at = before[at]
					way = append(way, at)
				}
				slices.Reverse(way)
				return way
			}
			if _, seen := before[next]; !seen && next != to {
				before[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// WithoutMutualComponents leaves out the edges between two components that refer
// to each other directly: the language allows that, since what one needs of the
// other need not depend on what it gives. (PCL specification, pcl-syntax.md,
// section 15.4.)
func (p *Program) WithoutMutualComponents(edges [][]int32) [][]int32 {
	isComponent := func(i int32) bool { return p.core.Item(i).Syntax.Kind == syntax.KindComponent }
	kept := make([][]int32, len(edges))
	for i, targets := range edges {
		from := int32(i)
		mutual := func(to int32) bool {
			return from != to && isComponent(from) && isComponent(to) && slices.Contains(edges[to], from)
		}
		kept[i] = targets
		if slices.ContainsFunc(targets, mutual) {
			kept[i] = slices.DeleteFunc(slices.Clone(targets), mutual)
		}
	}
	return kept
}

// maxRelated bounds the places that a finding about a long cycle lists.
const maxRelated = 20

func (p *Program) circleFinding(cycle []int32) Diagnostic {
	var names []string
	var related []Related
	for k, id := range cycle {
		from, to := p.core.Item(id), p.core.Item(cycle[(k+1)%len(cycle)])
		names = append(names, labelOf(from))
		for _, r := range from.Waits {
			if p.core.Declaring(r.Name) == to && len(related) < maxRelated {
				related = append(related, near(from, partSpan, r.Span, labelOf(from)+" refers to "+labelOf(to)+" here"))
				break
			}
		}
	}
	first, where := p.core.Item(cycle[0]), partKeyword
	if KindOf(first) != 0 {
		where = partName
	}
	names = append(names, names[0])
	return finding(first, codes.Cycle, where, "circular reference: "+Abbreviate(strings.Join(names, " → "), 160), related...)
}

func labelOf(e *program.Item) string {
	if KindOf(e) == 0 {
		return "this block"
	}
	return "`" + e.Name + "`"
}
