package syntax

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// Remains: stray text that is there only because what stands before it is broken.
// In
//
//	greeting = "Hello
//	  world"
//
// the string ends with its line, which is the one error to report; the second line
// is what is left of it. So is a body on its own after a header without a brace.

// findRemains returns the offsets of the stray items that are left of a broken
// item.
func (f *File) findRemains() map[int]bool {
	if f.some&markStray == 0 {
		return nil
	}
	var remains map[int]bool
	last := -1 // that was no remains
	for i, m := range f.marks {
		switch {
		case m&markBlank != 0:
		case m&markStray != 0 && last >= 0 && f.Items[last].leaves(f.Items[i].Text):
			if remains == nil {
				remains = map[int]bool{}
			}
			remains[f.Items[i].Base] = true
		default:
			last = i
		}
	}
	return remains
}

// leaves reports whether stray text behind the item is what is left of it.
func (it *Item) leaves(text string) bool {
	if breaksString(it.Errors) {
		return true
	}
	lostBody := it.Keyword != "" && it.Block == nil && len(it.Errors) > 0
	return lostBody && text[firstSignificant(text)] == '{'
}

// breaksString reports whether a string ends with its line.
func breaksString(errs []Error) bool {
	return slices.ContainsFunc(errs, func(e Error) bool { return e.Code == codes.SyntaxStringNewline })
}
