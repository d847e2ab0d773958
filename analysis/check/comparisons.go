package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports comparisons and conditions that always give the same.

// compare reports `==` and `!=` between values of different kinds: nothing is
// converted, so they are never equal. A comparison with null alone is left to
// those who test for it.
func (c *checker) compare(e *hclsyntax.BinaryOpExpr, left, right typesys.Type) {
	l, r := value.KindsOf(left), value.KindsOf(right)
	if l&r != 0 || l.Only(value.NullKind) || r.Only(value.NullKind) || l == 0 || r == 0 {
		return
	}
	operator, always := "==", "false"
	if e.Op == hclsyntax.OpNotEqual {
		operator, always = "!=", "true"
	}
	c.info.find(codes.CompareDisjoint, comparedSpan(e), "this is always "+always+": `"+operator+
		"` converts nothing, and "+l.String()+" never equals "+r.String())
}

// comparedSpan is what to edit in a comparison: the literal, if there is one.
func comparedSpan(e *hclsyntax.BinaryOpExpr) syntax.Span {
	for _, side := range []hclsyntax.Expression{e.RHS, e.LHS} {
		if _, literal := tree.LiteralText(side); literal {
			return tree.Span(side.Range())
		}
	}
	return tree.Span(e.Range())
}

// constantCondition reports a condition that is made of literals only.
func (c *checker) constantCondition(e hclsyntax.Expression) {
	if value, constant := ConstantBool(e); constant {
		always := "false"
		if value {
			always = "true"
		}
		c.info.find(codes.ConditionConstant, tree.Span(e.Range()), "this condition is always "+always).Subject = always
	}
}

// ConstantBool is the value of an expression of bool literals. A name for a
// constant is no literal: it is a switch that somebody sets by hand.
func ConstantBool(e hclsyntax.Expression) (value, constant bool) {
	switch e := tree.Bare(e).(type) {
	case *hclsyntax.LiteralValueExpr:
		if e.Val.Type() == cty.Bool && e.Val.IsKnown() && !e.Val.IsNull() {
			return e.Val.True(), true
		}
	case *hclsyntax.UnaryOpExpr:
		if v, ok := ConstantBool(e.Val); ok && e.Op == hclsyntax.OpLogicalNot {
			return !v, true
		}
	case *hclsyntax.BinaryOpExpr:
		l, leftConstant := ConstantBool(e.LHS)
		r, rightConstant := ConstantBool(e.RHS)
		if !leftConstant || !rightConstant {
			break
		}
		switch e.Op {
		case hclsyntax.OpLogicalAnd:
			return l && r, true
		case hclsyntax.OpLogicalOr:
			return l || r, true
		}
	}
	return false, false
}
