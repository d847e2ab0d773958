package fix

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/speculate"
)

// For returns the fixes for findings of a program, in the order of the findings and best
// first. The findings must come from this very program. If the context ends, the rest is left
// out.
func For(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic) []Fix {
	var fixes []Fix
	for _, d := range findings {
		if ctx.Err() != nil {
			break
		}
		for _, f := range candidates(ctx, p, d, func(f Fix) bool { return len(f.Edits) > 0 }) {
			f.Kind, f.Diagnostic = QuickFix, d
			fixes = append(fixes, f)
		}
	}
	return fixes
}

// maxOffered is the largest number of fixes per finding.
const maxOffered = 6

// candidates returns the fixes for one finding. Repairs cost a trial each, so only wanted ones
// are tried.
func candidates(ctx context.Context, p *analysis.Program, d analysis.Diagnostic, wanted func(Fix) bool) []Fix {
	if find := families[d.Code]; find != nil {
		return find(p, d)
	}
	write := repairs[d.Code]
	if write == nil {
		return nil
	}
	s, ok := siteOf(p, d)
	if !ok {
		return nil
	}
	s.ctx = ctx
	var fixes []Fix
	for _, f := range write(s) {
		f.Diagnostic = d
		same := func(other Fix) bool { return other.Title == f.Title }
		if wanted(f) && !slices.ContainsFunc(fixes, same) && f.repairs(ctx, p) {
			f.Preferred = f.Preferred && len(fixes) == 0
			fixes = append(fixes, f)
		}
		if len(fixes) == maxOffered || ctx.Err() != nil {
			break
		}
	}
	return fixes
}

// repairs tries the edits and reports whether they remove the finding and add no error to the
// items they touch. A fix that makes a value fit must also reduce the number of errors,
// because a new error could mean that the value is wrong in another way. A fix of a name need
// not: the right name may reveal that its value was wrong all along. Files of other programs
// cannot be tried.
func (f Fix) repairs(ctx context.Context, p *analysis.Program) bool {
	d := f.Diagnostic
	was, is, known := speculate.Try(ctx, p, f.Edits, speculate.Place{Path: d.Path, Span: d.Span}, d.Code)
	if f.fits && d.Severity == codes.Error {
		is.Errors++
	}
	return !known || is.Errors <= was.Errors && (was.Same == 0 || is.Same < was.Same)
}
