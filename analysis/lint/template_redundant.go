package lint

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// redundantTemplates reports templates that contain only one interpolation, which keep the
// type and value of the expression. Expressions with another finding are skipped. Object
// keys need the template: a bare word there is a string.
func redundantTemplates(p Pass) {
	if !strings.Contains(p.Item.Text, "${") {
		return
	}
	p.walk(func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		w, is := n.(*hclsyntax.TemplateWrapExpr)
		if !is || !p.Info.TypeOf(w).IsValid() {
			return true
		}
		if _, isKey := parents[len(parents)-1].(*hclsyntax.ObjectConsKeyExpr); isKey {
			return true
		}
		span := tree.Span(w.SrcRange)
		covered := slices.ContainsFunc(p.Info.Findings, func(d check.Diagnostic) bool {
			return d.Span.Start < span.End && span.Start < d.Span.End
		})
		if !covered {
			p.Report(codes.TemplateRedundant, span, "the quotes and `${ }` have no effect here; write the expression alone")
		}
		return true
	})
}
