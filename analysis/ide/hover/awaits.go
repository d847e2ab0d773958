package hover

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file describes what an expression waits for: the eventual values that its operators,
// templates, conditions and calls read.

// awaits returns a sentence about what an expression waits for. It is empty if the expression
// waits for nothing, or is itself the only value awaited.
func (h *hoverer) awaits(e hclsyntax.Expression) string {
	operands := h.operands(e, typesys.Held)
	sentence := typesys.AwaitedText(typesys.Awaited(operands...))
	if sentence == "" {
		return ""
	}
	return strings.ToUpper(sentence[:1]) + sentence[1:] + "."
}

// operands returns the parts of an expression that its evaluation may wait for, and how each
// is used. A part that is itself an operation is replaced by its own parts.
func (h *hoverer) operands(e hclsyntax.Expression, use typesys.Use) []typesys.Operand {
	var found []typesys.Operand
	look := func(use typesys.Use, parts ...hclsyntax.Expression) {
		for _, part := range parts {
			if part != nil {
				found = append(found, h.operands(part, use)...)
			}
		}
	}
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		look(use, e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		look(use, e.Wrapped)
	case *hclsyntax.TemplateExpr:
		look(typesys.Observed, e.Parts...)
	case *hclsyntax.TemplateJoinExpr:
		look(typesys.Observed, e.Tuple)
	case *hclsyntax.BinaryOpExpr:
		look(typesys.Observed, e.LHS, e.RHS)
	case *hclsyntax.UnaryOpExpr:
		look(typesys.Observed, e.Val)
	case *hclsyntax.ConditionalExpr:
		look(typesys.Observed, e.Condition)
		look(use, e.TrueResult, e.FalseResult)
	case *hclsyntax.IndexExpr:
		look(typesys.Observed, e.Collection, e.Key)
	case *hclsyntax.ForExpr:
		look(typesys.Observed, e.CollExpr)
	case *hclsyntax.SplatExpr:
		look(typesys.Observed, e.Source)
	case *hclsyntax.TupleConsExpr:
		look(use, e.Exprs...)
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			look(typesys.Observed, item.KeyExpr)
			look(use, item.ValueExpr)
		}
	case *hclsyntax.FunctionCallExpr:
		return h.callOperands(e, use)
	default:
		return []typesys.Operand{{Name: h.written(e), Type: h.at.Info.TypeOf(e), Use: use}}
	}
	return found
}

// callOperands returns the arguments of a call that waits for them. Other calls are operands
// themselves: functions of providers, whose results do not follow from their arguments, and
// functions that accept outputs.
func (h *hoverer) callOperands(e *hclsyntax.FunctionCallExpr, use typesys.Use) []typesys.Operand {
	var found []typesys.Operand
	for _, arg := range e.Args {
		want := h.at.Info.ExpectedOf(arg)
		if want.Kind() == typesys.KindInput { // every parameter accepts this besides its own type
			want = want.Elem()
		}
		for _, o := range h.operands(arg, typesys.Observed) {
			o.Use, o.Want = typesys.Passed, want
			found = append(found, o)
		}
	}
	b := language.Called(e.Name)
	if b.Name == "" || b.Source != language.SourceTable || len(typesys.Awaited(found...)) == 0 {
		return []typesys.Operand{{Name: h.written(e), Type: h.at.Info.TypeOf(e), Use: use}}
	}
	return found
}

// written returns the source text of an expression on one line.
func (h *hoverer) written(e hclsyntax.Expression) string {
	return strings.Join(strings.Fields(eval.Source(h.at.Item.Item, e)), " ")
}
