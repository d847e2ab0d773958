package change

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Overlap reports whether two edits conflict: they touch the same text, or insert at the same
// place.
func Overlap(a, b Edit) bool {
	return a.Path == b.Path && a.Span.Start <= b.Span.End && b.Span.Start <= a.Span.End &&
		(a.Span.Start < b.Span.End && b.Span.Start < a.Span.End || a.Span.Start == b.Span.Start || a.Span.Len() == 0 || b.Span.Len() == 0)
}

// Applied returns a file after those of the edits that belong to it.
func Applied(file *syntax.File, edits []Edit) *syntax.File {
	var own []syntax.Edit
	for _, e := range edits {
		if e.Path == file.Path {
			own = append(own, syntax.Edit{Span: e.Span, Text: e.Text})
		}
	}
	if len(own) == 0 {
		return file
	}
	slices.SortStableFunc(own, func(a, b syntax.Edit) int { return cmp.Compare(b.Span.Start, a.Span.Start) })
	return file.Edited(own...) // last first, so that the offsets of the others stay valid
}
