package format

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file keeps the layout when a text changes for another reason, such as a rename.

// Keep returns edits that do the same as those between two versions of a file, and keep formatted text formatted: where the items around an edit were
// formatted, they are formatted afterwards. Other text stays as the edits make it. The given edits must be sorted and must not overlap; so are the returned
// ones. The cost depends only on the items near the edits.
func Keep(before, after *syntax.File, edits []Edit) []Edit {
	if len(before.Errors) > 0 || len(after.Errors) > 0 {
		return edits
	}
	k := keeper{before, after, edits, 0}
	var kept []Edit
	for len(k.edits) > 0 {
		kept = append(kept, k.next()...)
	}
	return kept
}

// keeper works through edits, first to last.
type keeper struct {
	before, after *syntax.File
	edits         []Edit
	shift         int // how far the edits before these move the text
}

// next returns what becomes of the edits in the next run of items.
func (k *keeper) next() []Edit {
	r := runAround(k.after, k.after.IndexAt(k.edits[0].Span.Start+k.shift))
	after := r.span(k.after)
	before := syntax.Span{Start: after.Start - k.shift}
	n, shift := 0, k.shift
	for n < len(k.edits) && (n == 0 || k.edits[n].Span.Start+shift < after.End) {
		shift += len(k.edits[n].Text) - k.edits[n].Span.Len()
		n++
	}
	before.End = after.End - shift
	edits := k.edits[:n]
	k.edits, k.shift = k.edits[n:], shift
	if edits[0].Span.Start < before.Start || edits[n-1].Span.End > before.End || r.broken(k.after) {
		return edits
	}
	for _, step := range Steps(k.before, before) {
		if len(step()) > 0 {
			return edits // the layout is somebody's own
		}
	}
	text := k.after.Slice(after)
	laidOut := applied(text, after.Start, r.edits(k.after, lineEnding(k.after)))
	if laidOut == text {
		return edits
	}
	return difference(k.before.Slice(before), laidOut, before.Start)
}

// applied returns a text, which starts at an offset, after sorted edits.
func applied(text string, start int, edits []Edit) string {
	for _, e := range slices.Backward(edits) {
		text = text[:e.Span.Start-start] + e.Text + text[e.Span.End-start:]
	}
	return text
}
