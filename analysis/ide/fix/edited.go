package fix

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
)

// This file implements sets of edits that can be made together.

// edited are edits that do not overlap.
type edited struct {
	// insertsTwice allows several insertions at one place.
	insertsTwice bool

	edits map[string][]change.Edit // by path, in order
}

// add adds edits, or none of them if one overlaps.
func (e *edited) add(edits []change.Edit) bool {
	if slices.ContainsFunc(edits, e.overlaps) {
		return false
	}
	if e.edits == nil {
		e.edits = map[string][]change.Edit{}
	}
	for _, one := range edits {
		e.edits[one.Path] = slices.Insert(e.edits[one.Path], e.behind(one), one)
	}
	return true
}

// behind returns the index of the first edit that starts behind an edit.
func (e *edited) behind(one change.Edit) int {
	i, _ := slices.BinarySearchFunc(e.edits[one.Path], one.Span.Start+1, func(other change.Edit, at int) int { return cmp.Compare(other.Span.Start, at) })
	return i
}

// overlaps compares an edit with its neighbors. All others end before or start behind those.
func (e *edited) overlaps(one change.Edit) bool {
	in := e.edits[one.Path]
	at := e.behind(one)
	return at > 0 && e.overlap(in[at-1], one) || at > 1 && e.overlap(in[at-2], one) || at < len(in) && e.overlap(in[at], one)
}

func (e *edited) overlap(a, b change.Edit) bool {
	if e.insertsTwice && a.Span == b.Span && a.Span.Len() == 0 {
		return false
	}
	return change.Overlap(a, b)
}
