package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file types literals that were checked without a type, see texts.go.

// typeOfText is the type of a literal text, of a key that is a bare word, or of a literal made of these.
func typeOfText(n hclsyntax.Node) typesys.Type {
	switch n := n.(type) {
	case *hclsyntax.LiteralValueExpr:
		return typesys.Literal(n.Val)
	case *hclsyntax.ObjectConsKeyExpr:
		if name, bare := tree.BareKey(n); bare {
			return typesys.Literal(cty.StringVal(name))
		}
	case *hclsyntax.TemplateExpr:
		if text, plain := tree.PlainText(n); plain {
			return typesys.Literal(cty.StringVal(text))
		}
	case *hclsyntax.TupleConsExpr:
		return typesys.Tuple(lists.Map(n.Exprs, func(e hclsyntax.Expression) typesys.Type { return typeOfText(e) })...)
	case *hclsyntax.ObjectConsExpr:
		return typesys.Object(lists.Map(n.Items, func(item hclsyntax.ObjectConsItem) typesys.Property {
			name, _ := tree.BareKey(item.KeyExpr)
			return typesys.Property{Name: name, Type: typeOfText(item.ValueExpr)}
		})...)
	}
	return typesys.Type{}
}
