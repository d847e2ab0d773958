package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file types literals.

// typeOfText is the type of a literal text, or of a key that is a bare word: the constant of the
// text. Checks of what stands around it do not need it, so it is made when somebody asks.
func typeOfText(n hclsyntax.Node) typesys.Type {
	switch n := n.(type) {
	case *hclsyntax.LiteralValueExpr:
		return typesys.Literal(n.Val)
	case *hclsyntax.ObjectConsKeyExpr:
		if name, bare := tree.BareKey(n); bare {
			return typesys.Const(typesys.String, cty.StringVal(name))
		}
	}
	return typesys.Type{}
}
