package check

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file answers questions about some items while it is not certain yet what became
// of the others: an edit may concern thousands, and who asks about one must not wait for
// those that it does not need.

// Soon is the report of the program if it is known or quick to make, and nil otherwise.
// The error is that of the context.
func (p *Program) Soon(ctx context.Context) (*Report, error) {
	if p.report.Load() == nil && !p.core.RevalidatesSoon(ctx) {
		return nil, ctx.Err()
	}
	return p.Report(ctx, nil)
}

// FindingsAt are the findings in a file that touch a span, without those that the program
// as a whole is needed for: who else has a name outside, circles that hidden names
// make, and which comments suppress nothing. Of what is said once for several items it may say more than the report. The error
// is that of the context.
func (p *Program) FindingsAt(ctx context.Context, path string, span syntax.Span) ([]Diagnostic, error) {
	slots := p.slotsAt(path, span)
	var all []Diagnostic
	p.core.Asked(ctx, slots, func(revalidated *program.Program) {
		r := program.NewRun(ctx, revalidated)
		q := viewOf(r.Program)
		a := assembly{p: q, r: r}
		for _, slot := range slots {
			a.winners = q.winnersAmong(r, slot)
			all = a.entry(all, q.core.Item(slot))
		}
		for _, d := range q.certainOfAll() {
			all = append(all, q.place(d, nil).Legible())
		}
	})
	f, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	for _, err := range f.Errors {
		all = append(all, syntaxDiagnostic(path, err).Legible())
	}
	all = slices.DeleteFunc(all, func(d Diagnostic) bool { return d.Path != path })
	sortDiagnostics(all)
	suppressing := suppressing{reasons: p.world.SuppressionReasons}
	found := slices.DeleteFunc(suppressing.unsuppressed(f, all), func(d Diagnostic) bool { return !d.touches(span) })
	return found, ctx.Err()
}

// touches reports whether the place of a finding and a span of its file touch.
func (d Diagnostic) touches(span syntax.Span) bool {
	return d.Span.Start <= span.End && span.Start <= d.Span.End
}

// slotsAt are the slots of the items of a file that a span touches.
func (p *Program) slotsAt(path string, span syntax.Span) []int32 {
	var slots []int32
	for number, f := range p.Files {
		if f.Path != path || f.Count() == 0 {
			continue
		}
		first := max(f.IndexAt(max(min(span.Start, f.Len())-1, 0)), 0) // what ends where the span begins is touched too
		for i := first; i < f.Count() && f.Item(i).Base <= span.End; i++ {
			if slot := p.core.Scope().IDs(number)[i]; slot >= 0 {
				slots = append(slots, slot)
			}
		}
	}
	return slots
}

// certainOfAll are the findings about the program as a whole that need no results of
// items.
func (p *Program) certainOfAll() []Diagnostic {
	found := slices.Concat(p.lint(), p.packageFindings(), p.heads().duplicates, p.circles())
	if known := p.heads().alike.Load(); known != nil {
		found = append(found, *known...)
	}
	return found
}

// winnersAmong lets an item say what is said only once.
func (p *Program) winnersAmong(r *program.Run, slot int32) winners {
	by := map[string]int32{}
	for _, about := range p.saidOnce(r, p.core.Item(slot)) {
		by[about] = slot
	}
	return winners{by: by}
}
