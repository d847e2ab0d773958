package eval

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file shows expressions as the program writes them, away from their place.

// Source is the text of an expression of an item, without the values that it makes secret:
// whoever shares a screen shows the line that holds them on purpose, and a hover by
// accident.
func Source(it *syntax.Item, e hclsyntax.Expression) string {
	whole := syntax.SpanOf(e)
	if whole.Start < 0 || whole.End > len(it.Text) || whole.Start > whole.End {
		return ""
	}
	hidden := secretsIn(e)
	slices.SortFunc(hidden, func(a, b syntax.Span) int { return a.Start - b.Start })
	var out strings.Builder
	at := whole.Start
	for _, s := range hidden {
		if s.Start >= at && s.End <= whole.End { // otherwise it is inside the one before
			out.WriteString(it.Text[at:s.Start] + moreWord)
			at = s.End
		}
	}
	out.WriteString(it.Text[at:whole.End])
	return out.String()
}

// secretsIn are the arguments of functions that make secrets, except for names.
func secretsIn(e hclsyntax.Expression) (spans []syntax.Span) {
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		call, ok := n.(*hclsyntax.FunctionCallExpr)
		if !ok || language.Called(call.Name).Flow != language.FlowSecret {
			return nil
		}
		for _, arg := range call.Args {
			if _, name := arg.(*hclsyntax.ScopeTraversalExpr); !name {
				spans = append(spans, syntax.SpanOf(arg))
			}
		}
		return nil
	})
	return spans
}
