package check

import (
	"math/big"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is about constant numbers: their values, and what a run keeps of
// them.

// constantNumber is the number that a type has as its only value.
func constantNumber(t typesys.Type) (*big.Float, bool) {
	if t = typesys.PlainShape(t); t.Kind() != typesys.KindConst {
		return nil, false
	}
	v := t.Value()
	if !v.IsKnown() || v.IsNull() || v.Type() != cty.Number {
		return nil, false
	}
	return v.AsBigFloat(), true
}

func bigInt(n int) *big.Float { return new(big.Float).SetInt64(int64(n)) }

// precision reports a number literal that does not survive the run, where numbers
// are doubles. A fraction survives if its double is written with the same digits:
// 0.1 is no double, and comes out as 0.1 all the same.
func (c *checker) precision(e *hclsyntax.LiteralValueExpr) {
	span := tree.Span(e.Range())
	if !e.Val.IsKnown() || e.Val.IsNull() || e.Val.Type() != cty.Number || span.Len() < 3 || span.End > len(c.e.Syntax.Text) {
		return
	}
	written := c.e.Syntax.Text[span.Start:span.End]
	if kept, same := typesys.AsDouble(written); !same {
		c.info.find(codes.Precision, span, "numbers are stored as 64-bit floating point, so this becomes "+kept)
	}
}
