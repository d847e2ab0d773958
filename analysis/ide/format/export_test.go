package format

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// EditsIn returns the edits of [Steps] at once.
func EditsIn(f *syntax.File, spans ...syntax.Span) []Edit {
	var all []Edit
	for _, step := range Steps(f, spans...) {
		all = append(all, step()...)
	}
	return all
}

// Apply returns a text with edits applied.
func Apply(text string, edits []Edit) string {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(text[at:e.Span.Start])
		out.WriteString(e.Text)
		at = e.Span.End
	}
	out.WriteString(text[at:])
	return out.String()
}
