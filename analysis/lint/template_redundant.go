package lint

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// redundantTemplates reports templates that contain only one interpolation, which keep the
// type and value of the expression. Expressions with another finding are skipped.
func redundantTemplates(p Pass) {
	if len(p.templates) == 0 { // the usual case
		return
	}
	touched := touching(p.Info.Findings)
	end := 0 // of the templates that were reported; one inside of them starts before it
	for _, w := range p.templates {
		span := tree.Span(w.SrcRange)
		if p.Info.Checked(w) && span.Start >= end && !touched(span) {
			p.Report(codes.TemplateRedundant, span, "the quotes and `${ }` have no effect here; write the expression alone")
			end = span.End
		}
	}
}

// touching returns what reports whether one of some findings overlaps a span.
func touching(findings []diagnostic.Diagnostic) func(syntax.Span) bool {
	spans := lists.Map(findings, func(d diagnostic.Diagnostic) syntax.Span { return d.Span })
	lists.SortStable(spans, func(a, b syntax.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := 1; i < len(spans); i++ {
		spans[i].End = max(spans[i].End, spans[i-1].End) // the end of all so far
	}
	return func(span syntax.Span) bool {
		n, _ := slices.BinarySearchFunc(spans, span.End, func(s syntax.Span, end int) int { return cmp.Compare(s.Start, end) })
		return n > 0 && spans[n-1].End > span.Start
	}
}
