package fix

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/speculate"
)

// This file tries fixes out.

// repairs reports whether the edits take the finding away and bring no error to the
// items that they touch; not even one in its stead, where the fix is to make a value fit.
// A name that is put right may show that its value was wrong all along. Of another
// program nothing is known here.
func (f Fix) repairs(ctx context.Context, p *analysis.Program) bool {
	d := f.Diagnostic
	was, is, known := speculate.Try(ctx, p, f.Edits, speculate.Place{Path: d.Path, Span: d.Span}, d.Code)
	if f.fits && d.Severity == codes.Error {
		is.Errors++
	}
	return !known || is.Errors <= was.Errors && (was.Same == 0 || is.Same < was.Same)
}
