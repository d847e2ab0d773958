package fix

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/tryout"
)

// This file tries fixes out.

// repairs reports whether the edits take the finding away and bring no error to the
// items that they touch. Of another program nothing is known here.
func (f Fix) repairs(ctx context.Context, p *analysis.Program) bool {
	d := f.Diagnostic
	was, is, known := tryout.Try(ctx, p, f.Edits, tryout.Place{Path: d.Path, Span: d.Span}, d.Code)
	return !known || is.Errors <= was.Errors && (was.Same == 0 || is.Same < was.Same)
}
