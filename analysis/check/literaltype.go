package check

import (
	"math"
	"math/big"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file types literals.

// literalType is the type of a literal: the constant of its value.
func literalType(v cty.Value) typesys.Type {
	switch {
	case !v.IsKnown():
		return typesys.Dynamic // a malformed number; the parser has reported it
	case v.IsNull():
		return typesys.Null
	case v.Type() == cty.Bool:
		return typesys.Const(typesys.Bool, v)
	case v.Type() == cty.String:
		return typesys.Const(typesys.String, v)
	case v.Type() == cty.Number:
		if isInt(v.AsBigFloat()) {
			return typesys.Const(typesys.Int, v)
		}
		return typesys.Const(typesys.Number, v)
	}
	return typesys.Dynamic
}

// isInt reports whether a literal is typed int: integral and within 32 bits.
func isInt(f *big.Float) bool {
	i, accuracy := f.Int64()
	return accuracy == big.Exact && i >= math.MinInt32 && i <= math.MaxInt32
}

// typeOfText is the type of a literal text, or of a key that is a bare word: the constant of the
// text. Checks of what stands around it do not need it, so it is made when somebody asks.
func typeOfText(n hclsyntax.Node) typesys.Type {
	switch n := n.(type) {
	case *hclsyntax.LiteralValueExpr:
		return literalType(n.Val)
	case *hclsyntax.ObjectConsKeyExpr:
		if name, bare := tree.BareKey(n); bare {
			return typesys.Const(typesys.String, cty.StringVal(name))
		}
	}
	return typesys.Type{}
}
