package edit

import (
	"cmp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file turns edits into texts, and texts into an edit.

// Apply returns a text after edits, in any order. One inside of what another removes has no effect.
func Apply(text string, edits []syntax.Edit) string {
	edits = append([]syntax.Edit(nil), edits...)
	lists.SortStable(edits, func(a, b syntax.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	var after strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at {
			continue
		}
		after.WriteString(text[at:e.Span.Start])
		after.WriteString(e.Text)
		at = e.Span.End
	}
	after.WriteString(text[at:])
	return after.String()
}

// Difference returns one edit that turns one text into another. It covers the lines between their
// common prefix and their common suffix.
func Difference(was, is string) syntax.Edit {
	start, end := lists.Common(len(was), len(is), func(i, j int) bool { return was[i] == is[j] })
	start = lineStart(was, start)
	if line := strings.IndexByte(was[len(was)-end:], '\n'); line >= 0 {
		end -= line + 1
	} else {
		end = 0
	}
	return syntax.Edit{Span: syntax.Span{Start: start, End: len(was) - end}, Text: is[start : len(is)-end]}
}
