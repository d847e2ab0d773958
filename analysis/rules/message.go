package rules

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file writes the messages of rules.

const (
	messageSteps = 10_000
	maxShown     = 100 // characters of a value in a message
)

// message is the rule's message about the item. Each part is computed by itself: a part that is secret
// does not hide the others, and does not show itself.
func (v *view) message() string {
	if v.rule.message == nil {
		return v.rule.Title
	}
	parts := []hclsyntax.Expression{v.rule.message}
	if t, ok := v.rule.message.(*hclsyntax.TemplateExpr); ok {
		parts = t.Parts
	}
	budget := value.NewBudget(v.ctx, messageSteps)
	var out strings.Builder
	for _, part := range parts {
		if literal, ok := part.(*hclsyntax.LiteralValueExpr); ok && literal.Val.Type() == cty.String {
			out.WriteString(literal.Val.AsString())
			continue
		}
		got, err := v.evaluate(part, &budget)
		if err != nil {
			return v.rule.Title
		}
		out.WriteString(shown(got))
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// shown is a value in a message.
func shown(v cty.Value) string {
	v = value.WithoutCauses(v)
	if !v.IsMarked() && v.IsKnown() && !v.IsNull() && v.Type() == cty.String {
		return prose.Shortened(v.AsString(), maxShown)
	}
	return eval.Text(v)
}
