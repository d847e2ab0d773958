package lint

import (
	"cmp"
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
	var keys map[hclsyntax.Node]bool
	var wraps []*hclsyntax.TemplateWrapExpr
	for n := range p.Info.Types {
		switch n := n.(type) {
		case *hclsyntax.ObjectConsKeyExpr:
			if w, is := n.Wrapped.(*hclsyntax.TemplateWrapExpr); is {
				if keys == nil {
					keys = map[hclsyntax.Node]bool{}
				}
				keys[w] = true
			}
		case *hclsyntax.TemplateWrapExpr:
			wraps = append(wraps, n)
		}
	}
	slices.SortFunc(wraps, func(a, b *hclsyntax.TemplateWrapExpr) int {
		return cmp.Compare(a.SrcRange.Start.Byte, b.SrcRange.Start.Byte)
	})
	for _, w := range wraps {
		span := tree.Span(w.SrcRange)
		covered := slices.ContainsFunc(p.Info.Findings, func(d check.Diagnostic) bool {
			return d.Span.Start < span.End && span.Start < d.Span.End
		})
		if !keys[w] && !covered {
			p.Report(codes.TemplateRedundant, span, "the quotes and `${ }` have no effect here; write the expression alone")
		}
	}
}
