package checked

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Check checks one item of the program. The error is that of the context and
// nothing else; then the result is nil.
func (p *Program) Check(ctx context.Context, it syntax.Placed) (*check.Info, error) {
	e := p.core.ItemOf(it)
	if e == nil {
		return p.revalidated(ctx).checkForeign(ctx, it)
	}
	var info *check.Info
	p.core.EnsureValid(ctx, []int32{e.ID}, func(q *program.Program) {
		r := program.NewRun(ctx, q)
		info = check.InfoIn(r, r.Program.Item(e.ID))
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return info, nil
}

// checkForeign checks an item that is not in the program as if it were: completion does
// that with the text that a cursor would make.
func (p *Program) checkForeign(ctx context.Context, it syntax.Placed) (*check.Info, error) {
	foreign, e := p.core.WithForeign(it.Item)
	info := check.Alone(program.NewRun(ctx, foreign), e)
	return info, ctx.Err()
}

// Diagnostics are all findings about the program, sorted. Findings of component
// directories belong to their own programs.
func (p *Program) Diagnostics(ctx context.Context) ([]diagnostic.Diagnostic, error) {
	report, err := p.Report(ctx, nil)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(lists.Map(report.files, func(f *FileFindings) []diagnostic.Diagnostic { return f.Diagnostics })...)
	return all, nil
}

// Report is what was found in the program. Findings of component directories belong
// to their own programs.
//
// Where many items depend on those that were edited, early is called once before
// they are checked, unless it is nil: with the findings of the edited items as they
// are now, and those of the others as they were, at their new places.
//
// The error is that of the context; what had been found out by then is kept for the
// next who asks.
func (p *Program) Report(ctx context.Context, early func(*Report)) (*Report, error) {
	if known := p.report.Load(); known != nil {
		return known, nil
	}
	if early != nil {
		p.core.Preview(ctx, func(now program.Finished) {
			if r := assemble(ctx, now).report(); ctx.Err() == nil {
				early(r)
			}
		})
	}
	if !p.core.IsDerived() {
		p.readTypes()
	}
	p = p.revalidated(ctx)
	err := p.core.Finish(ctx, func(done program.Finished) {
		a := assemble(ctx, done)
		report := a.report()
		if ctx.Err() != nil {
			return
		}
		p.report.Store(report)
		p.dedupOwners.Store(a.owners)
	})
	if err != nil {
		return nil, err
	}
	return p.report.Load(), nil
}

// assemble begins the report of a program.
func assemble(ctx context.Context, f program.Finished) *reportBuilder {
	r := program.NewRun(ctx, f.Program)
	a := &reportBuilder{p: ViewOf(r.Program), r: r, touched: f.Touched, replaced: f.Replaced}
	if f.Base != nil {
		a.base = ViewOf(f.Base)
	}
	return a
}
