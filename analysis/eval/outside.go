package eval

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/evaluate"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file evaluates expressions that stand outside of a program and look at it, such as the
// conditions of a team's rules.

// Evaluator evaluates one expression after another, or the same ones again and again, with less memory than if each had its own. It keeps the
// numbers in all of them. It is not safe for concurrent use.
type Evaluator struct {
	numbers map[*hclsyntax.LiteralValueExpr]cty.Value
}

// OutsideOf returns the value of an expression that is not part of a program, and takes the work from a
// budget. The error is that of the context.
func (ev *Evaluator) OutsideOf(ctx context.Context, e hclsyntax.Expression, budget *value.Budget, meaning evaluate.Env) (Value, error) {
	if ev.numbers == nil {
		ev.numbers = map[*hclsyntax.LiteralValueExpr]cty.Value{}
	}
	in := evaluate.In(meaning, budget)
	in.Lenient, in.Numbers = true, ev.numbers
	v, err := in.Value(e)
	return (&work{ctx: ctx}).result(v, err)
}
