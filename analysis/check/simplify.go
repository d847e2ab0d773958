package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports operators and conditions that say something in a roundabout way.
// What is proposed instead has the same value and the same type: nothing is said where
// an operand would have been converted.

// source is an expression as it stands in the program; empty where a syntax error is.
func (c *checker) source(e hclsyntax.Expression) string {
	span := tree.Span(e.Range())
	if span.Start < 0 || span.Start >= span.End || span.End > len(c.e.Syntax.Text) {
		return ""
	}
	return c.e.Syntax.Text[span.Start:span.End]
}

// sameText reports two expressions that are written alike.
func (c *checker) sameText(a, b hclsyntax.Expression) bool {
	text := c.source(tree.Bare(a))
	return text != "" && text == c.source(tree.Bare(b))
}

func isExactly(t typesys.Type, kind value.Kinds) bool { return t.IsValid() && value.KindsOf(t) == kind }

// isSureBool reports a bool that is nothing else: a config that may be null is a bool by
// its type.
func (c *checker) isSureBool(e hclsyntax.Expression, t typesys.Type) bool {
	name := tree.Name(tree.Bare(e))
	return isExactly(t, value.BoolKind) && (name == "" || !c.recorder.sets(name, "nullable"))
}

// dropRoundabout removes what is said about the form of what is wrong anyway.
func (c *checker) dropRoundabout() {
	c.info.Findings = slices.DeleteFunc(c.info.Findings, func(d Diagnostic) bool {
		return strings.HasPrefix(string(d.Code), "simplify.") && slices.ContainsFunc(c.info.Findings, func(other Diagnostic) bool {
			return other.Severity == codes.Error && other.Span.Start < d.Span.End && d.Span.Start < other.Span.End
		})
	})
}

// comparedWithTruth reports a comparison of a bool with a literal bool.
func (c *checker) comparedWithTruth(e *hclsyntax.BinaryOpExpr, left, right typesys.Type) {
	other, t := e.LHS, left
	value, literal := tree.Bool(tree.Bare(e.RHS))
	if !literal {
		value, literal = tree.Bool(tree.Bare(e.LHS))
		other, t = e.RHS, right
	} else if _, both := tree.Bool(tree.Bare(e.LHS)); both {
		return
	}
	if !literal || !c.isSureBool(other, t) || e.Op != hclsyntax.OpEqual && e.Op != hclsyntax.OpNotEqual {
		return
	}
	advice := "this compares a bool with a bool that is written out; write the bool alone"
	if value != (e.Op == hclsyntax.OpEqual) {
		advice = "this compares a bool with a bool that is written out; write `!` before the bool instead"
	}
	c.improve(codes.SimplifyComparison, tree.Span(e.Range()), advice)
}

// comparedWithItself reports operators between a name and itself.
func (c *checker) comparedWithItself(e *hclsyntax.BinaryOpExpr) {
	if _, name := tree.Bare(e.LHS).(*hclsyntax.ScopeTraversalExpr); !name || !c.sameText(e.LHS, e.RHS) {
		return
	}
	gives := ""
	switch e.Op {
	case hclsyntax.OpEqual, hclsyntax.OpLessThanOrEqual, hclsyntax.OpGreaterThanOrEqual:
		gives = "`true`"
	case hclsyntax.OpNotEqual, hclsyntax.OpLessThan, hclsyntax.OpGreaterThan:
		gives = "`false`"
	case hclsyntax.OpSubtract:
		gives = "`0`"
	case hclsyntax.OpLogicalAnd, hclsyntax.OpLogicalOr:
		gives = "that operand"
	default:
		return
	}
	c.improve(codes.CompareItself, tree.Span(e.Range()), "both operands are the same, so this is always "+gives)
}

// negation reports an even number of negations, and one of a comparison.
func (c *checker) negation(e *hclsyntax.UnaryOpExpr) {
	switch inner := tree.Unparen(e.Val).(type) {
	case *hclsyntax.UnaryOpExpr:
		if inner.Op == hclsyntax.OpLogicalNot && isExactly(c.info.Types[inner.Val], value.BoolKind) {
			c.improve(codes.SimplifyNegation, tree.Span(e.Range()), "two negations change nothing; write the bool alone")
		}
	case *hclsyntax.BinaryOpExpr:
		switch inner.Op {
		case hclsyntax.OpEqual:
			c.improve(codes.SimplifyNegation, tree.Span(e.Range()), "write `!=` instead of the negation of `==`")
		case hclsyntax.OpNotEqual:
			c.improve(codes.SimplifyNegation, tree.Span(e.Range()), "write `==` instead of the negation of `!=`")
		}
	}
}

// branches reports conditions whose branches make no condition necessary.
func (c *checker) branches(e *hclsyntax.ConditionalExpr, condition typesys.Type) {
	yes, yesLiteral := tree.Bool(tree.Bare(e.TrueResult))
	no, noLiteral := tree.Bool(tree.Bare(e.FalseResult))
	switch {
	case c.sameText(e.TrueResult, e.FalseResult):
		c.improve(codes.ConditionSameBranches, tree.Span(e.Range()), "both branches are the same, whatever the condition says")
	case !yesLiteral || !noLiteral || !c.isSureBool(e.Condition, condition):
	case yes && !no:
		c.improve(codes.SimplifyCondition, tree.Span(e.Range()), "this is the condition itself; write it alone")
	case no && !yes:
		c.improve(codes.SimplifyCondition, tree.Span(e.Range()), "this is the negation of the condition; write `!` before it")
	}
}

// neutral says for an operator which operand changes nothing, on the left or on the
// right only if that is said.
type neutral struct {
	value     cty.Value
	kind      value.Kinds
	rightOnly bool
}

var neutrals = map[*hclsyntax.Operation]neutral{
	hclsyntax.OpLogicalAnd: {cty.True, value.BoolKind, false},
	hclsyntax.OpLogicalOr:  {cty.False, value.BoolKind, false},
	hclsyntax.OpAdd:        {cty.Zero, value.NumberKind, false},
	hclsyntax.OpSubtract:   {cty.Zero, value.NumberKind, true},
	hclsyntax.OpMultiply:   {cty.NumberIntVal(1), value.NumberKind, false},
	hclsyntax.OpDivide:     {cty.NumberIntVal(1), value.NumberKind, true},
}

// neutralOperand reports an operator that gives one of its operands back.
func (c *checker) neutralOperand(e *hclsyntax.BinaryOpExpr, left, right typesys.Type) {
	n, known := neutrals[e.Op]
	if !known {
		return
	}
	_, leftLiteral := tree.Bare(e.LHS).(*hclsyntax.LiteralValueExpr)
	_, rightLiteral := tree.Bare(e.RHS).(*hclsyntax.LiteralValueExpr)
	switch {
	case leftLiteral == rightLiteral:
	case rightLiteral && n.is(e.RHS) && isExactly(left, n.kind):
		c.improve(codes.SimplifyOperand, tree.Span(e.RHS.Range()), "this operand changes nothing; write the other one alone")
	case leftLiteral && !n.rightOnly && n.is(e.LHS) && isExactly(right, n.kind):
		c.improve(codes.SimplifyOperand, tree.Span(e.LHS.Range()), "this operand changes nothing; write the other one alone")
	}
}

// is reports whether an expression is the literal.
func (n neutral) is(e hclsyntax.Expression) bool {
	l, ok := tree.Bare(e).(*hclsyntax.LiteralValueExpr)
	if !ok || !l.Val.IsKnown() || l.Val.IsNull() || l.Val.Type() != n.value.Type() {
		return false
	}
	return l.Val.RawEquals(n.value) || l.Val.Type() == cty.Number && l.Val.AsBigFloat().Cmp(n.value.AsBigFloat()) == 0
}
