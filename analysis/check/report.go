package check

import (
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
)

// This file puts the findings of a program together, file by file. What did not
// change since the program before is not put together again.

// Report is what was found in the files of a program. It never changes.
type Report struct {
	files []*FileFindings // sorted by path
}

// FileFindings are the findings in one file. They never change.
type FileFindings struct {
	// Path is the file, as the program's file is named.
	Path string
	// Diagnostics are sorted by place.
	Diagnostics []Diagnostic

	all     []Diagnostic // before comments suppressed some
	general []Diagnostic // those among all that are about the program as a whole
	homes   *byte        // the mark of the frame that their homes are of
	judged  suppressing  // how the comments were understood
}

// Paths are the files of the program, sorted.
func (r *Report) Paths() []string {
	paths := make([]string, len(r.files))
	for i, f := range r.files {
		paths[i] = f.Path
	}
	return paths
}

// In are the findings in a file; nil if the program has no such file. As long as
// nothing about them changes, places included, the programs that follow each other
// have the same pointer.
func (r *Report) In(path string) *FileFindings {
	i, found := slices.BinarySearchFunc(r.files, path, func(f *FileFindings, path string) int { return strings.Compare(f.Path, path) })
	if !found {
		return nil
	}
	return r.files[i]
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
		p.core.Early(ctx, func(now program.Finished) {
			if r := assemble(ctx, now).report(); ctx.Err() == nil {
				early(r)
			}
		})
	}
	p = p.revalidated(ctx)
	err := p.core.Finish(ctx, func(done program.Finished) {
		a := assemble(ctx, done)
		report := a.report()
		if ctx.Err() != nil {
			return
		}
		p.report.Store(report)
		winners := a.winners // a copy: the assembly leads to the base, which would live as long as the program
		p.winners.Store(&winners)
	})
	if err != nil {
		return nil, err
	}
	return p.report.Load(), nil
}

// assemble begins the report of a program.
func assemble(ctx context.Context, f program.Finished) *assembly {
	r := program.NewRun(ctx, f.Program)
	a := &assembly{p: viewOf(r.Program), r: r, touched: f.Touched, replaced: f.Replaced}
	if f.Base != nil {
		a.base = viewOf(f.Base)
	}
	return a
}
