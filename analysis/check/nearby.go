package check

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file answers questions about some items while it is not certain yet what became
// of the others: an edit may concern thousands, and who asks about one must not wait for
// those that it does not need.

// mostAwaited is how many items may still have to be looked at for a report that costs
// little: a few milliseconds.
const mostAwaited = 200

// Soon is the report of the program if it is known or costs little, and nil if much is to
// be done for it. The error is that of the context.
func (p *Program) Soon(ctx context.Context) (*Report, error) {
	few := p.report.Load() != nil || len(p.frame.order) <= mostAwaited
	if s := p.pending; s != nil {
		few = few || s.soonDone(ctx)
	}
	if !few {
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
	p.asked(ctx, slots, func(q *Program) {
		r := newRun(ctx, q)
		a := assembly{p: q, r: r}
		for _, slot := range slots {
			a.winners = q.winnersAmong(r, slot)
			all = a.entry(all, q.entries.at(slot))
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
	all = append(all, p.lonelyMarkers(f)...)
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
			if slot := p.frame.slots[number][i]; slot >= 0 {
				slots = append(slots, slot)
			}
		}
	}
	return slots
}

// certainOfAll are the findings about the program as a whole that need no results of
// items.
func (p *Program) certainOfAll() []Diagnostic {
	found := append(p.unused(), p.packageFindings()...)
	found = append(append(found, p.frame.duplicates...), p.graph.circles...)
	if known := p.frame.alike.Load(); known != nil {
		found = append(found, *known...)
	}
	return append(found, p.rules()...)
}

// winnersAmong lets an item say what is said only once.
func (p *Program) winnersAmong(r *run, slot int32) winners {
	by := map[string]int32{}
	for _, about := range p.saidOnce(r, p.entries.at(slot)) {
		by[about] = slot
	}
	return winners{by: by}
}

// asked calls ask with a program in which everything is certain that some items need. No
// other goroutine makes anything certain meanwhile: a result that is kept must not be
// computed from one that is being replaced. Where the context ends it may not be called.
func (p *Program) asked(ctx context.Context, slots []int32, ask func(*Program)) {
	s := p.pending
	if s == nil || s.done.Load() {
		ask(p.settled(ctx))
		return
	}
	last := int32(-1)
	for _, slot := range slots {
		last = max(last, s.queue.rank[slot])
	}
	s.settle(ctx, func() bool { return s.queue.rank[s.queue.slots[0]] > last })
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-s.turn }()
	if ctx.Err() == nil {
		ask(s.work)
	}
}

// soonDone makes some more items certain and reports whether those were the last: how many
// an edit concerns is not known before.
func (s *settling) soonDone(ctx context.Context) bool {
	looked := 0
	if !s.done.Load() {
		s.settle(ctx, func() bool { looked++; return looked > mostAwaited })
	}
	return s.done.Load()
}
