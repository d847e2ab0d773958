package check

import (
	"math/big"
	"slices"
	"strconv"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file types expressions. (docs/language/expressions.md)

// expr is the type of an expression; it is recorded, and so are those inside.
func (c *checker) expr(e hclsyntax.Expression) typesys.Type {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		c.number(e)
		return c.info.record(e, literal(e.Val, c.language()))
	case *hclsyntax.ParenthesesExpr:
		return c.info.record(e, c.expr(e.Expression))
	case *hclsyntax.TemplateWrapExpr:
		return c.info.record(e, c.expr(e.Wrapped))
	case *hclsyntax.TemplateExpr:
		return c.info.record(e, templateType(e, c.template(e), c.language()))
	case *hclsyntax.TemplateJoinExpr:
		return c.info.record(e, typesys.Lift(typesys.String, c.expr(e.Tuple)))
	case *hclsyntax.ScopeTraversalExpr:
		return c.info.record(e, c.scopeTraversal(e))
	case *hclsyntax.RelativeTraversalExpr:
		source := c.expr(e.Source)
		found := len(c.info.Findings)
		t := c.steps(source, e.Traversal)
		if len(c.info.Findings) == found && throughCollection(source, e.Traversal) {
			c.knownSteps(e.Source, source, e.Traversal, "this value")
		}
		return c.info.record(e, t)
	case *hclsyntax.AnonSymbolExpr:
		return c.info.record(e, c.anonymousType(e))
	case *hclsyntax.FunctionCallExpr:
		return c.info.record(e, c.call(e))
	case *hclsyntax.ConditionalExpr:
		return c.info.record(e, c.conditional(e))
	case *hclsyntax.BinaryOpExpr:
		return c.info.record(e, c.binary(e))
	case *hclsyntax.UnaryOpExpr:
		return c.info.record(e, c.unary(e))
	case *hclsyntax.TupleConsExpr:
		return c.info.record(e, c.tuple(e))
	case *hclsyntax.ObjectConsExpr:
		return c.info.record(e, c.object(e))
	case *hclsyntax.ObjectConsKeyExpr:
		return c.info.record(e, c.expr(e.Wrapped))
	case *hclsyntax.ForExpr:
		return c.info.record(e, c.forExpr(e))
	case *hclsyntax.IndexExpr:
		return c.info.record(e, c.index(e))
	case *hclsyntax.SplatExpr:
		return c.info.record(e, c.splat(e))
	}
	// A syntax error stands in the text; hclsyntax leaves a placeholder.
	return c.info.record(e, typesys.Dynamic)
}

// literal is the type of a literal in a version of the language. (docs/language/versions.md)
func literal(v cty.Value, in language.Version) typesys.Type {
	if in < language.ChecksAll {
		return typesys.UnmergedLiteral(v)
	}
	return typesys.Literal(v)
}

func (c *checker) anonymousType(e *hclsyntax.AnonSymbolExpr) typesys.Type {
	if t, ok := c.anonymous[e]; ok {
		return t
	}
	return typesys.Dynamic
}

// number reports a whole number with more digits than are kept, since literals
// hold 512 bits, and one that is kept but does not survive the run.
func (c *checker) number(e *hclsyntax.LiteralValueExpr) {
	span := tree.Span(e.Range())
	const kept = 154 // digits that fit in any case
	if span.Len() <= kept || span.End > len(c.e.Syntax.Text) || !e.Val.IsKnown() || e.Val.Type() != cty.Number {
		c.precision(e)
		return
	}
	written, whole := new(big.Int).SetString(c.e.Syntax.Text[span.Start:span.End], 10)
	if held, accuracy := e.Val.AsBigFloat().Int(nil); whole && (accuracy != big.Exact || held.Cmp(written) != 0) {
		c.info.find(codes.ExprLiteral, span, "this number has "+prose.Counted(span.Len(), "digit")+"; at most "+strconv.Itoa(kept)+" can be stored exactly")
	}
}

// templateType is the type of a text with parts: a string, as eventual as its parts, and known if there are none.
func templateType(e *hclsyntax.TemplateExpr, parts []typesys.Type, in language.Version) typesys.Type {
	if text, constant := tree.PlainText(e); constant && in >= language.ChecksAll {
		return typesys.Literal(cty.StringVal(text))
	}
	return typesys.Lift(typesys.String, parts...)
}

// template checks the parts of a text, and returns the types of those that are not texts themselves.
func (c *checker) template(e *hclsyntax.TemplateExpr) (parts []typesys.Type) {
	defer c.evaluation.typed()()
	found := len(c.info.Findings)
	for _, part := range e.Parts {
		if l, literal := part.(*hclsyntax.LiteralValueExpr); literal && isText(l.Val) {
			c.info.recordText(l)
			continue
		}
		found := len(c.info.Findings)
		t := c.expr(part)
		if !c.failedSince(found, tree.Span(part.Range())) {
			c.interpolated(part, t)
		}
		parts = append(parts, t)
	}
	c.dollarNames(e)
	if c.isBroken(e) {
		c.info.Findings = c.info.Findings[:found] // directives that declare names may be lost
	}
	return parts
}

// conditional is lifted by its condition only; the branches are unified.
func (c *checker) conditional(e *hclsyntax.ConditionalExpr) typesys.Type {
	leave := c.evaluation.typed()
	condition := c.operand(e.Condition, typesys.Bool, "a condition")
	c.constantCondition(e.Condition)
	leave()
	ifYes, ifNo := takenBranches(c, e)
	found, untyped := len(c.info.Findings), c.evaluation.untyped
	yes, no := c.branch(e.TrueResult, ifYes), c.branch(e.FalseResult, ifNo)
	if c.evaluation.untyped == untyped && !c.failedSince(found, tree.Span(e.Range())) {
		c.branchesInRun(e)
	}
	return typesys.Lift(typesys.UnifySafe(yes, no), condition)
}

func (c *checker) branch(e hclsyntax.Expression, taken likelihood) typesys.Type {
	defer c.evaluation.enter(taken)()
	return c.expr(e)
}

// unary folds a minus into a number literal, as the language does.
func (c *checker) unary(e *hclsyntax.UnaryOpExpr) typesys.Type {
	if v, ok := tree.Number(e); ok {
		if l, ok := tree.Bare(e.Val).(*hclsyntax.LiteralValueExpr); ok {
			c.number(l)
		}
		return literal(v, c.language())
	}
	defer c.evaluation.typed()()
	if e.Op == hclsyntax.OpLogicalNot {
		operand := c.operand(e.Val, typesys.Bool, "`!`")
		return typesys.Lift(typesys.Bool, operand)
	}
	operand := c.operand(e.Val, typesys.Number, "`-`")
	return typesys.Lift(numberOf(operand), operand)
}

// numberOf is int when every operand is exactly int, and number otherwise.
func numberOf(operands ...typesys.Type) typesys.Type {
	if slices.ContainsFunc(operands, func(t typesys.Type) bool { return t != typesys.Int }) {
		return typesys.Number
	}
	return typesys.Int
}

// operator says what an operator takes and gives. An operator without an operand
// type takes anything.
type operator struct {
	text            string
	operand, result typesys.Type
}

var operators = sync.OnceValue(func() map[*hclsyntax.Operation]operator {
	return map[*hclsyntax.Operation]operator{
		hclsyntax.OpAdd:                {"`+`", typesys.Number, typesys.Type{}},
		hclsyntax.OpSubtract:           {"`-`", typesys.Number, typesys.Type{}},
		hclsyntax.OpMultiply:           {"`*`", typesys.Number, typesys.Type{}},
		hclsyntax.OpDivide:             {"`/`", typesys.Number, typesys.Type{}},
		hclsyntax.OpModulo:             {"`%`", typesys.Number, typesys.Type{}},
		hclsyntax.OpGreaterThan:        {"`>`", typesys.Number, typesys.Bool},
		hclsyntax.OpGreaterThanOrEqual: {"`>=`", typesys.Number, typesys.Bool},
		hclsyntax.OpLessThan:           {"`<`", typesys.Number, typesys.Bool},
		hclsyntax.OpLessThanOrEqual:    {"`<=`", typesys.Number, typesys.Bool},
		hclsyntax.OpLogicalAnd:         {"`&&`", typesys.Bool, typesys.Bool},
		hclsyntax.OpLogicalOr:          {"`||`", typesys.Bool, typesys.Bool},
		hclsyntax.OpEqual:              {"`==`", typesys.Type{}, typesys.Bool},
		hclsyntax.OpNotEqual:           {"`!=`", typesys.Type{}, typesys.Bool},
	}
})

func (c *checker) binary(e *hclsyntax.BinaryOpExpr) typesys.Type {
	defer c.evaluation.typed()()
	op, known := operators()[e.Op]
	if !known || !op.operand.IsValid() {
		left, right := c.expr(e.LHS), c.expr(e.RHS)
		c.compare(e, left, right)
		return typesys.Lift(typesys.Bool, left, right)
	}
	// A run always converts the operands of && and ||. A failure inside one of them counts only if the
	// other does not decide the result.
	inside := certainIf(e.Op != hclsyntax.OpLogicalAnd && e.Op != hclsyntax.OpLogicalOr)
	left := c.operandOf(e.LHS, op.operand, op.text, inside)
	right := c.operandOf(e.RHS, op.operand, op.text, inside)
	c.divisor(e)
	result := op.result
	if !result.IsValid() {
		result = numberOf(left, right)
	}
	return typesys.Lift(result, left, right)
}
