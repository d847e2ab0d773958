package clash

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file reports names that hide others, and the circles that the reference
// sees because of them.
//
// The reference orders declarations by every name that occurs in them, whatever it
// denotes there: in
//
//	x = [for x in ["a"] : x]
//
// the loop variable makes x depend on itself, and so does the function in
// max = max(1, 2). We resolve names first, so for us there is no circle; but the
// program will not run. (docs/language/scopes.md#cycles)

// falseRef is a name in an item that the reference takes for a reference to a
// declaration, and that is something else.
type falseRef struct {
	from, to *program.Item
	span     syntax.Span   // relative to the item
	variable *check.Object // what the name denotes; nil for a function
}

// shadows finds names that hide others.
func (p finder) shadows() []finding {
	var hiding, refs []falseRef
	for e := range p.core.Flagged(program.FlagShadows) {
		for _, o := range check.InfoIn(p.r, e).Occurrences {
			to := p.core.Declaring(o.Name)
			if to == nil {
				continue
			}
			ref := falseRef{from: e, to: to, span: o.Span, variable: o.Object}
			switch {
			case o.Kind == check.OccurDeclaration && o.Object != nil && o.Object.Kind == check.ObjectLoopVariable && !to.Output:
				hiding = append(hiding, ref)
			case o.Kind == check.OccurFunction && language.LookupBuiltin(o.Name) != nil, o.Kind == check.OccurVariable && o.Object != nil && o.Object.Kind == check.ObjectLoopVariable:
				refs = append(refs, ref)
			}
		}
	}
	inCircle := p.falseCircles(refs)
	var found []finding
	type place struct {
		from *program.Item
		span syntax.Span
	}
	said := map[place]bool{} // both variables of a loop may have one name
	for _, h := range hiding {
		at := place{h.from, h.span}
		if !said[at] && !closesCircle(inCircle, h) {
			found = append(found, h.hides())
		}
		said[at] = true
	}
	return append(found, circleFindings(inCircle)...)
}

// falseCircles are the false references that close a circle: between declarations
// that are in one circle when they count, and in none when they do not.
func (p finder) falseCircles(refs []falseRef) []falseRef {
	if len(refs) == 0 {
		return nil
	}
	trueEdges := p.core.Edges()
	edges := slices.Clone(trueEdges)
	for _, r := range refs {
		edges[r.from.ID] = append(slices.Clip(edges[r.from.ID]), r.to.ID)
	}
	component, cyclic := program.StrongComponents(edges)
	trueComponent, trueCyclic := program.StrongComponents(trueEdges)
	var closing []falseRef
	for _, r := range refs {
		from, to := r.from.ID, r.to.ID
		isCircle := cyclic[from] && component[from] == component[to]
		isReported := trueCyclic[from] && trueComponent[from] == trueComponent[to]
		if isCircle && !isReported {
			closing = append(closing, r)
		}
	}
	return closing
}

// closesCircle reports whether a loop variable at this place closes a circle.
func closesCircle(closing []falseRef, at falseRef) bool {
	return slices.ContainsFunc(closing, func(r falseRef) bool {
		return r.variable != nil && r.from == at.from && r.variable.Span == at.span
	})
}

// hides is the finding that a loop variable hides a declaration.
func (r falseRef) hides() finding {
	return finding{
		codes.NameShadows, diagnostic.SpanIn(r.from, r.span),
		"the loop variable `" + prose.Shortened(r.to.Name, 60) + "` hides the " + check.KindOf(r.to).String() + " of that name; rename it", []diagnostic.Related{declaredHere(r.to)},
	}
}

func declaredHere(e *program.Item) diagnostic.Related {
	return diagnostic.NameOf(e).Near("`" + e.Name + "` is declared here")
}

// circleFindings are the findings about false references that close a circle: one
// at each loop variable, and one at each declaration that has the name of a
// function.
func circleFindings(closing []falseRef) []finding {
	var found []finding
	loops, declarations := map[*check.Object]bool{}, map[*program.Item]bool{}
	for _, r := range closing {
		name, kind := "`"+prose.Shortened(r.to.Name, 60)+"`", check.KindOf(r.to).String()
		here := diagnostic.SpanIn(r.from, r.span).Near("mistaken for the " + kind)
		var f finding
		switch {
		case loops[r.variable], r.variable == nil && declarations[r.to]:
			continue
		case r.variable != nil:
			loops[r.variable] = true
			f = finding{
				codes.Cycle, diagnostic.SpanIn(r.from, r.variable.Span),
				name + " is also " + prose.WithArticle(kind) + ", and Pulumi confuses the two and reports a circular reference; rename the loop variable",
				[]diagnostic.Related{declaredHere(r.to), here},
			}
		default:
			declarations[r.to] = true
			f = finding{
				codes.Cycle, diagnostic.NameOf(r.to),
				name + " is also a function, and Pulumi takes a call of it for a reference to this " + kind +
					" and reports a circular reference; rename it", []diagnostic.Related{here},
			}
		}
		found = append(found, f)
	}
	return found
}
