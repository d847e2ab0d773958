package check

import (
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file reports what an expression says twice or for nothing.

// duplicateKeys reports literal keys that come a second time in one object: the
// last value counts, whatever is written before.
func (c *checker) duplicateKeys(e *hclsyntax.ObjectConsExpr) {
	if len(e.Items) < 2 {
		return
	}
	first := map[string]syntax.Span{}
	for _, item := range e.Items {
		name, ok := tree.LiteralKey(item.KeyExpr)
		if !ok {
			continue
		}
		span := tree.Span(item.KeyExpr.Range())
		earlier, again := first[name]
		if !again {
			first[name] = span
			continue
		}
		c.find(codes.ObjectDuplicateKey, span, "the key `"+abbreviate(name, 60)+"` is in this object already; only the last value counts",
			Related{Span: earlier, Message: "first written here"})
	}
}

// redundantTemplates reports quotes around a lone expression, which keep its value
// as it is, whatever its type. Where an expression has another finding, that is
// the one to read. As object keys they are not redundant: a bare word is a text.
func (c *checker) redundantTemplates() {
	var keys map[hclsyntax.Node]bool
	var wraps []*hclsyntax.TemplateWrapExpr
	for n := range c.info.Types {
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
		covered := slices.ContainsFunc(c.info.Findings, func(d Diagnostic) bool {
			return d.Span.Start < span.End && span.Start < d.Span.End
		})
		if !keys[w] && !covered {
			c.find(codes.TemplateRedundant, span, "the quotes and `${ }` change nothing here; write the expression alone")
		}
	}
}
