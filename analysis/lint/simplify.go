package lint

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/zclconf/go-cty/cty"
)

// This file reports operators and conditions that have a simpler form. The simpler form has
// the same value and the same type, so expressions that convert an operand are not reported.

// isA reports whether the values of a type are of exactly these kinds.
func isA(t typesys.Type, kinds value.Kinds) bool { return t.IsValid() && value.KindsOf(t) == kinds }

// source returns the text of an expression, or "" if a syntax error makes it unknown.
func (p Pass) source(e hclsyntax.Expression) string {
	span := tree.NodeSpan(e)
	if span.Start < 0 || span.Start >= span.End || span.End > len(p.Item.Text) {
		return ""
	}
	return p.Item.Text[span.Start:span.End]
}

// sameText reports whether two expressions have the same text.
func (p Pass) sameText(a, b hclsyntax.Expression) bool {
	text := p.source(tree.Bare(a))
	return text != "" && text == p.source(tree.Bare(b))
}

// isSureBool reports whether an expression is always a bool. The type of a nullable config
// does not show that its value may be null.
func (p Pass) isSureBool(e hclsyntax.Expression) bool {
	name := tree.Name(tree.Bare(e))
	return isA(p.Info.TypeOf(e), value.BoolKind) && (name == "" || !p.Sets(name, language.ConfigNullable))
}

// dropFollowUps drops advice on how to simplify an expression that has an error.
func dropFollowUps(p Pass) {
	wrong := touching(lists.Where(p.Info.Findings, func(d diagnostic.Diagnostic) bool { return d.Severity == codes.Error }))
	p.Info.Findings = slices.DeleteFunc(p.Info.Findings, func(d diagnostic.Diagnostic) bool {
		return strings.HasPrefix(string(d.Code), "simplify.") && wrong(d.Span)
	})
}

// roundaboutOperator reports redundant operators.
func roundaboutOperator(p Pass, e *hclsyntax.BinaryOpExpr) {
	comparedWithItself(p, e)
	comparedWithTruth(p, e)
	neutralOperand(p, e)
}

// comparedWithTruth reports comparisons of a bool with true or false.
func comparedWithTruth(p Pass, e *hclsyntax.BinaryOpExpr) {
	if e.Op != hclsyntax.OpEqual && e.Op != hclsyntax.OpNotEqual {
		return
	}
	other := e.LHS
	value, literal := tree.Bool(tree.Bare(e.RHS))
	if !literal {
		value, literal = tree.Bool(tree.Bare(e.LHS))
		other = e.RHS
	} else if _, both := tree.Bool(tree.Bare(e.LHS)); both {
		return
	}
	if !literal || !p.isSureBool(other) {
		return
	}
	advice := "a bool needs no comparison with `true` or `false`; write it alone"
	if value != (e.Op == hclsyntax.OpEqual) {
		advice = "a bool needs no comparison with `true` or `false`; write `!` before it"
	}
	p.Report(codes.SimplifyComparison, tree.Span(e.Range()), advice)
}

// comparedWithItself reports operators with the same name on both sides.
func comparedWithItself(p Pass, e *hclsyntax.BinaryOpExpr) {
	if _, name := tree.Bare(e.LHS).(*hclsyntax.ScopeTraversalExpr); !name || !p.sameText(e.LHS, e.RHS) {
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
	p.Report(codes.CompareItself, tree.Span(e.Range()), "both operands are the same, so this is always "+gives)
}

// roundaboutNegation reports double negations and negated comparisons.
func roundaboutNegation(p Pass, e *hclsyntax.UnaryOpExpr) {
	if e.Op != hclsyntax.OpLogicalNot {
		return
	}
	switch inner := tree.Unparen(e.Val).(type) {
	case *hclsyntax.UnaryOpExpr:
		if inner.Op == hclsyntax.OpLogicalNot && isA(p.Info.TypeOf(inner.Val), value.BoolKind) {
			p.Report(codes.SimplifyNegation, tree.Span(e.Range()), "two negations cancel each other out; write the bool alone")
		}
	case *hclsyntax.BinaryOpExpr:
		switch inner.Op {
		case hclsyntax.OpEqual:
			p.Report(codes.SimplifyNegation, tree.Span(e.Range()), "write `!=` instead of the negation of `==`")
		case hclsyntax.OpNotEqual:
			p.Report(codes.SimplifyNegation, tree.Span(e.Range()), "write `==` instead of the negation of `!=`")
		}
	}
}

// needlessCondition reports conditionals whose branches are equal, or are true and false.
func needlessCondition(p Pass, e *hclsyntax.ConditionalExpr) {
	yes, yesLiteral := tree.Bool(tree.Bare(e.TrueResult))
	no, noLiteral := tree.Bool(tree.Bare(e.FalseResult))
	switch {
	case p.sameText(e.TrueResult, e.FalseResult):
		p.Report(codes.ConditionSameBranches, tree.Span(e.Range()), "both branches are the same, so the condition has no effect")
	case !yesLiteral || !noLiteral || !p.isSureBool(e.Condition):
	case yes && !no:
		p.Report(codes.SimplifyCondition, tree.Span(e.Range()), "this is the condition itself; write it alone")
	case no && !yes:
		p.Report(codes.SimplifyCondition, tree.Span(e.Range()), "this is the negation of the condition; write `!` before it")
	}
}

// neutral is the operand that does not change the result of an operator.
type neutral struct {
	value     cty.Value
	kinds     value.Kinds
	rightOnly bool
}

var neutrals = sync.OnceValue(func() map[*hclsyntax.Operation]neutral {
	return map[*hclsyntax.Operation]neutral{
		hclsyntax.OpLogicalAnd: {cty.True, value.BoolKind, false},
		hclsyntax.OpLogicalOr:  {cty.False, value.BoolKind, false},
		hclsyntax.OpAdd:        {cty.Zero, value.NumberKind, false},
		hclsyntax.OpSubtract:   {cty.Zero, value.NumberKind, true},
		hclsyntax.OpMultiply:   {cty.NumberIntVal(1), value.NumberKind, false},
		hclsyntax.OpDivide:     {cty.NumberIntVal(1), value.NumberKind, true},
	}
})

// neutralOperand reports operators that return one of their operands unchanged.
func neutralOperand(p Pass, e *hclsyntax.BinaryOpExpr) {
	n, known := neutrals()[e.Op]
	if !known {
		return
	}
	_, leftLiteral := tree.Bare(e.LHS).(*hclsyntax.LiteralValueExpr)
	_, rightLiteral := tree.Bare(e.RHS).(*hclsyntax.LiteralValueExpr)
	switch {
	case leftLiteral == rightLiteral:
	case rightLiteral && n.is(e.RHS) && isA(p.Info.TypeOf(e.LHS), n.kinds):
		p.Report(codes.SimplifyOperand, tree.Span(e.RHS.Range()), "this operand has no effect; write the other one alone")
	case leftLiteral && !n.rightOnly && n.is(e.LHS) && isA(p.Info.TypeOf(e.RHS), n.kinds):
		p.Report(codes.SimplifyOperand, tree.Span(e.LHS.Range()), "this operand has no effect; write the other one alone")
	}
}

// is reports whether an expression is the neutral operand.
func (n neutral) is(e hclsyntax.Expression) bool {
	l, ok := tree.Bare(e).(*hclsyntax.LiteralValueExpr)
	return ok && l.Val.RawEquals(n.value)
}

// redundantTemplates reports templates that contain only one interpolation, which keep the
// type and value of the expression. Expressions with another finding are skipped.
func redundantTemplates(p Pass) {
	if len(p.templates) == 0 { // the usual case
		return
	}
	touched := touching(p.Info.Findings)
	end := 0 // of the templates that were reported; one inside of them starts before it
	for _, w := range p.templates {
		span := tree.Span(w.SrcRange)
		if p.Info.Checked(w) && span.Start >= end && !touched(span) {
			p.Report(codes.TemplateRedundant, span, "the quotes and `${ }` have no effect here; write the expression alone")
			end = span.End
		}
	}
}

// touching returns what reports whether one of some findings overlaps a span.
func touching(findings []diagnostic.Diagnostic) func(syntax.Span) bool {
	spans := lists.Map(findings, func(d diagnostic.Diagnostic) syntax.Span { return d.Span })
	lists.SortStable(spans, func(a, b syntax.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := 1; i < len(spans); i++ {
		spans[i].End = max(spans[i].End, spans[i-1].End) // the end of all so far
	}
	return func(span syntax.Span) bool {
		n, _ := slices.BinarySearchFunc(spans, span.End, func(s syntax.Span, end int) int { return cmp.Compare(s.Start, end) })
		return n > 0 && spans[n-1].End > span.Start
	}
}
