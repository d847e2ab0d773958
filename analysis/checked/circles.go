package checked

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds declarations that need each other in a circle. (PCL
// specification, pcl-syntax.md, section 15.4.)

// circles are kept with a program whose items need each other.
type circles struct {
	findings []diagnostic.Diagnostic
	values   program.Order // of the values of names, see [check.ValueRefs]
}

// circles are the findings about items that need each other.
func (p *Program) circles() []diagnostic.Diagnostic {
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
func (p *Program) findCycles(edges [][]int32) (found []diagnostic.Diagnostic) {
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
		if cycle := program.LongCycle(edges, group); cycle != nil {
			circles = append(circles, cycle)
		}
	}
	return circles
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

func (p *Program) circleFinding(cycle []int32) diagnostic.Diagnostic {
	var names []string
	var related []diagnostic.Related
	for k, id := range cycle {
		from, to := p.core.Item(id), p.core.Item(cycle[(k+1)%len(cycle)])
		names = append(names, labelOf(from))
		for _, r := range from.Waits {
			if p.core.Declaring(r.Name) == to && len(related) < maxRelated {
				related = append(related, diagnostic.SpanIn(from, r.Span).Near(labelOf(from)+" refers to "+labelOf(to)+" here"))
				break
			}
		}
	}
	first := p.core.Item(cycle[0])
	where := diagnostic.KeywordOf(first)
	if check.KindOf(first) != 0 {
		where = diagnostic.NameOf(first)
	}
	names = append(names, names[0])
	return diagnostic.New(where, codes.Cycle, "circular reference: "+diagnostic.Abbreviate(strings.Join(names, " → "), 160), related...)
}

func labelOf(e *program.Item) string {
	if check.KindOf(e) == 0 {
		return "this block"
	}
	return "`" + e.Name + "`"
}
