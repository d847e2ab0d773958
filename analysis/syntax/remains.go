package syntax

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
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
	remains := map[int]bool{}
	last := -1 // that was no remains
	for _, c := range f.chunks {
		if c.some&markStray == 0 {
			last = c.lastWithout(markBlank, last)
			continue
		}
		for i, m := range c.marks {
			switch {
			case m&markBlank != 0:
			case m&markStray != 0 && last >= 0 && f.Item(last).leaves(c.items[i].Text):
				remains[c.item(i).Base] = true
			default:
				last = c.first + i
			}
		}
	}
	return remains
}

// lastWithout returns the index in the file of the last item of the chunk without a
// mark, or another index if all have it.
func (c placedChunk) lastWithout(m mark, otherwise int) int {
	for i, has := range slices.Backward(c.marks) {
		if has&m == 0 {
			return c.first + i
		}
	}
	return otherwise
}

// leaves reports whether stray text behind the item is what is left of it.
func (it *Item) leaves(text string) bool {
	if breaksString(it.Errors) {
		return true
	}
	lostBody := it.Keyword != "" && it.Block == nil && len(it.Errors) > 0
	return lostBody && text[lex.SkipTrivia(text)] == '{'
}

// breaksString reports whether a string ends with its line.
func breaksString(errs []Error) bool {
	return slices.ContainsFunc(errs, func(e Error) bool { return e.Code == codes.SyntaxStringNewline })
}
