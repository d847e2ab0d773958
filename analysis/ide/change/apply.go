package change

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Overlap reports whether two edits conflict: they touch the same text, or insert at the same
// place.
func Overlap(a, b Edit) bool {
	return a.Path == b.Path && a.Span.Start <= b.Span.End && b.Span.Start <= a.Span.End &&
		(a.Span.Start < b.Span.End && b.Span.Start < a.Span.End || a.Span.Start == b.Span.Start || a.Span.Len() == 0 || b.Span.Len() == 0)
}

// In returns edits of a file that make edits of one of its items.
func In(path string, it syntax.Placed, edits []syntax.Edit) []Edit {
	return lists.Map(edits, func(e syntax.Edit) Edit { return Edit{Path: path, Span: e.Span.Shift(it.Base), Text: e.Text} })
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
	lists.SortStable(own, func(a, b syntax.Edit) int { return cmp.Compare(b.Span.Start, a.Span.Start) })
	return file.Edited(joined(file, own)...) // last first, so that the offsets of the others stay valid
}

// nearby is how many bytes between two edits are cheaper to read again than to keep.
const nearby = 4096

// joined makes one edit of those that lie close together or in one item, so that no item is
// parsed once for each of them. The edits come last first and go the same way.
func joined(file *syntax.File, edits []syntax.Edit) []syntax.Edit {
	var all []syntax.Edit
	for rest := edits; len(rest) > 0; {
		n := 1
		for n < len(rest) && near(file, rest[n], rest[n-1]) {
			n++
		}
		all = append(all, together(file, rest[:n]))
		rest = rest[n:]
	}
	return all
}

// near reports whether an edit is close to a later one. Edits that overlap are not.
func near(file *syntax.File, earlier, later syntax.Edit) bool {
	gap := later.Span.Start - earlier.Span.End
	return gap >= 0 && (gap <= nearby || file.IndexAt(earlier.Span.End) == file.IndexAt(later.Span.Start))
}

// together returns the edit that makes several, which come last first.
func together(file *syntax.File, edits []syntax.Edit) syntax.Edit {
	if len(edits) == 1 {
		return edits[0]
	}
	slices.Reverse(edits)
	whole := syntax.Span{Start: edits[0].Span.Start, End: edits[len(edits)-1].Span.End}
	var text strings.Builder
	at := whole.Start
	for _, e := range edits {
		text.WriteString(file.Slice(syntax.Span{Start: at, End: e.Span.Start}))
		text.WriteString(e.Text)
		at = e.Span.End
	}
	return syntax.Edit{Span: whole, Text: text.String()}
}
