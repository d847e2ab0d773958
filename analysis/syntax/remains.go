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
func findRemains(items []Placed) map[int]bool {
	var remains map[int]bool
	var last *Item // that was no remains
	for _, it := range items {
		switch {
		case it.Kind == KindBlank:
		case it.Kind == KindStray && last != nil && last.leaves(it.Text):
			if remains == nil {
				remains = map[int]bool{}
			}
			remains[it.Base] = true
		default:
			last = it.Item
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
