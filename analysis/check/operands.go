package check

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reports operands and conditions that type-check and always fail when
// the program is run: the evaluator converts text to numbers and bools, and
// nothing between bools and numbers. (PCL specification, pcl-functions.md, section
// 3, operands.)

// operand types what an operator or condition takes, and reports what cannot be
// it.
func (c *checker) operand(e hclsyntax.Expression, wanted typesys.Type, place string) typesys.Type {
	found := len(c.info.Findings)
	got := c.wantOperand(e, wanted, place)
	c.operandInRun(e, got, wanted, place, found)
	return got
}

func (c *checker) wantOperand(e hclsyntax.Expression, wanted typesys.Type, place string) typesys.Type {
	return c.want(e, wanted, needs{code: codes.ExprType, place: place})
}

// operandInRun reports an operand that no run converts, unless something was found in it.
func (c *checker) operandInRun(e hclsyntax.Expression, got, wanted typesys.Type, place string, found int) {
	if c.failedSince(found, tree.Span(e.Range())) {
		return
	}
	text, literal := tree.PlainText(tree.Bare(e))
	if why := misfitInRun(got, text, literal, wanted); why != "" {
		c.fails(codes.OperandRuntime, tree.Span(e.Range()), place+" needs "+why)
	}
}

// misfitInRun says what a run wants in place of a value that it never converts to a number
// or bool; nothing for other values. The text is that of a literal.
func misfitInRun(t typesys.Type, text string, literal bool, wanted typesys.Type) string {
	kinds := value.KindsOf(t)
	switch wanted {
	case typesys.Number, typesys.Int:
		if kinds.Only(value.BoolKind|value.NullKind) && kinds&value.BoolKind != 0 {
			return "a number; a bool is not converted"
		} else if literal && !isNumeric(text) {
			return "a number; only strings that contain a number are converted"
		}
	case typesys.Bool:
		if kinds.Only(value.NumberKind|value.NullKind) && kinds&value.NumberKind != 0 {
			return "a bool; a number is not converted, so write a comparison"
		} else if literal && !isTruth(text) {
			return "a bool; only the strings `true` and `false` are converted"
		}
	}
	return ""
}

// isNumeric reports whether a text may be read as a number, by whatever reader.
func isNumeric(text string) bool {
	text = strings.TrimSpace(text)
	if _, err := cty.ParseNumberVal(text); err == nil {
		return true
	}
	_, err := strconv.ParseFloat(text, 64)
	_, whole := strconv.ParseInt(text, 0, 64)
	return err == nil || whole == nil
}

// isTruth reports whether a text may be read as a bool, by whatever reader.
func isTruth(text string) bool {
	_, err := strconv.ParseBool(strings.TrimSpace(text))
	return err == nil
}

// divisor reports a division by a constant zero.
func (c *checker) divisor(e *hclsyntax.BinaryOpExpr, right typesys.Type) {
	if e.Op != hclsyntax.OpDivide || right.Kind() != typesys.KindConst {
		return
	}
	if v := right.Value(); v.Type() == cty.Number && v.IsKnown() && !v.IsNull() && v.AsBigFloat().Sign() == 0 {
		c.find(codes.DivisionByZero, tree.Span(e.RHS.Range()), "division by zero gives infinity")
	}
}
