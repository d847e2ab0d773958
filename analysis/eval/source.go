package eval

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
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
	hidden := analysis.SecretArguments(e)
	lists.SortStable(hidden, func(a, b syntax.Span) int { return a.Start - b.Start })
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
