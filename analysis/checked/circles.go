package checked

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
)

// This file finds declarations that need each other in a circle. The binder accepts two
// components that refer to each other directly, but no run does.

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
	component, cyclic := program.StrongComponents(edges)
	seen := map[int32]bool{}
	for e := range p.core.Items() {
		if cyclic[e.ID] && !seen[component[e.ID]] {
			seen[component[e.ID]] = true
			found = append(found, p.circleFinding(program.ShortestCycle(edges, e.ID)))
		}
	}
	return found
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
