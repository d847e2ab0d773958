package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks texts whose types nothing around them needs: most inputs of most programs are such. Their types are made when somebody
// asks.

// isTexts reports whether a value is a text, or a list or an object of texts, and its place takes any.
func isTexts(e hclsyntax.Expression, want typesys.Type) bool {
	want = typesys.Strip(want)
	switch e := e.(type) {
	case *hclsyntax.TemplateExpr:
		_, plain := tree.PlainText(e)
		return plain && want == typesys.String
	case *hclsyntax.TupleConsExpr:
		return want.Kind() == typesys.KindList && !slices.ContainsFunc(e.Exprs, func(e hclsyntax.Expression) bool { return !isTexts(e, want.Elem()) })
	case *hclsyntax.ObjectConsExpr:
		return want.Kind() == typesys.KindMap && !slices.ContainsFunc(e.Items, func(item hclsyntax.ObjectConsItem) bool {
			_, bare := tree.BareKey(item.KeyExpr)
			return !bare || !isTexts(item.ValueExpr, want.Elem())
		})
	}
	return false
}

// texts checks a value that [isTexts] accepts.
func (c blocks) texts(e hclsyntax.Expression) {
	c.info.recordText(e)
	switch e := e.(type) {
	case *hclsyntax.TemplateExpr:
		c.template(e)
	case *hclsyntax.TupleConsExpr:
		for _, e := range e.Exprs {
			c.texts(e)
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			c.info.recordText(item.KeyExpr)
			c.texts(item.ValueExpr)
		}
		c.duplicateKeys(e)
	}
}
