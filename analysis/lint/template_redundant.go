package lint

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// redundantTemplates reports templates that contain only one interpolation, which keep the
// type and value of the expression. Expressions with another finding are skipped.
func redundantTemplates(p Pass) {
	for _, w := range p.templates {
		if !p.Info.TypeOf(w).IsValid() {
			continue
		}
		span := tree.Span(w.SrcRange)
		covered := slices.ContainsFunc(p.Info.Findings, func(d check.Diagnostic) bool {
			return d.Span.Start < span.End && span.Start < d.Span.End
		})
		if !covered {
			p.Report(codes.TemplateRedundant, span, "the quotes and `${ }` have no effect here; write the expression alone")
		}
	}
}
