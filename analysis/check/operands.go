package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports operands and conditions that type-check and always fail when
// the program is run: the evaluator converts text to numbers and bools, and
// nothing between bools and numbers. (docs/language/conversions.md#in-a-run)

// operand types what an operator or condition takes, and reports what cannot be
// it.
func (c *checker) operand(e hclsyntax.Expression, wanted typesys.Type, place string) typesys.Type {
	return c.operandOf(e, wanted, place, always)
}

// operandOf is operand, where a failure inside the operand counts only in some runs. That a run
// cannot convert it always counts.
func (c *checker) operandOf(e hclsyntax.Expression, wanted typesys.Type, place string, counts likelihood) typesys.Type {
	found := len(c.info.Findings)
	leave := c.evaluation.enter(counts)
	got := c.want(e, wanted, needs{code: codes.ExprType, place: place})
	leave()
	if !c.failedSince(found, tree.Span(e.Range())) {
		c.converted(codes.OperandRuntime, e, got, wanted, place)
	}
	return got
}

// converted reports a value that runs do not convert to a number or bool, as far as that is
// sure, and says whether there is one.
func (c *checker) converted(code codes.Code, e hclsyntax.Expression, got, wanted typesys.Type, place string) bool {
	if why := wrongKind(got, wanted); why != "" {
		c.fails(code, tree.Span(e.Range()), place+" needs "+why)
		return true
	}
	kind, mayBe, needed, readable := value.NumberKind, value.Wording.MayBeNumber, "a number", "only strings that contain a number are converted"
	switch wanted {
	case typesys.Number, typesys.Int:
	case typesys.Bool:
		kind, mayBe, needed, readable = value.BoolKind, value.Wording.MayBeBool, "a bool", "only the strings `true` and `false` are converted"
	default:
		return false
	}
	if !got.ContainsEventuals() && value.PlainKinds(got).Only(kind|value.NullKind) { // nothing is converted
		return false
	}
	texts := c.placed(needs{}).texts(e)
	total := len(texts)
	wrong := slices.DeleteFunc(texts, func(t text) bool { return mayBe(t.Wording) })
	certain := certainIf(len(wrong) == total)
	for i, t := range wrong {
		message := place + " needs " + needed + "; " + t.why(readable)
		if certain == always && t.owner == "" {
			c.fails(code, tree.Span(e.Range()), message)
			break
		}
		if i == 0 || t.at != wrong[i-1].at {
			c.failsIn(t, code, message)
		}
	}
	if len(wrong) > 0 {
		return true
	}
	v, marks := value.Bare(c.constant(e))
	if !isText(v) || mayBe(value.Exactly(v.AsString())) {
		return false
	}
	known := text{Wording: value.Exactly(v.AsString()), secret: value.Conceal(marks)}
	c.resting(marks, func() { c.fails(code, tree.Span(e.Range()), place+" needs "+needed+"; "+known.why(readable)) })
	return true
}

// failsIn reports a text that fails in those runs that have it.
func (c *checker) failsIn(t text, code codes.Code, message string) {
	if t.owner == "" {
		defer c.evaluation.enter(sometimes)()
		c.fails(code, tree.Span(t.at.Range()), message)
	} else if c.evaluation.attempts == 0 {
		c.info.findAs(codes.Warning, code, tree.Span(t.at.Range()), message+" (only runs that create `"+t.owner+"` fail)")
	}
}

// wrongKind says what a run wants in place of a value of a kind that it never converts to a
// number or bool; nothing for other values.
func wrongKind(t, wanted typesys.Type) string {
	kinds := value.KindsOf(t)
	switch wanted {
	case typesys.Number, typesys.Int:
		if kinds.Only(value.BoolKind|value.NullKind) && kinds&value.BoolKind != 0 {
			return "a number; a bool is not converted"
		}
	case typesys.Bool:
		if kinds.Only(value.NumberKind|value.NullKind) && kinds&value.NumberKind != 0 {
			return "a bool; a number is not converted, so write a comparison"
		}
	}
	return ""
}

// divisor reports a division by a known zero.
func (c *checker) divisor(e *hclsyntax.BinaryOpExpr) {
	if e.Op != hclsyntax.OpDivide {
		return
	}
	v, marks := value.Bare(c.constant(e.RHS))
	if v.IsKnown() && !v.IsNull() && v.Type() == cty.Number && v.AsBigFloat().Sign() == 0 {
		message := "division by zero gives infinity"
		if rests := premisesIn(marks); len(rests) > 0 {
			message = rests.String() + ", " + message
		}
		c.info.find(codes.DivisionByZero, tree.Span(e.RHS.Range()), message)
	}
}
