package syntax

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
)

// Remains: stray text that belongs to a broken item before it. In
//
//	greeting = "Hello
//	  world"
//
// the string ends with its line. That is the one error to report, and the second line is the
// rest of the string. A body after a header without a brace is another example.

// findRemains returns the offsets of the stray items that belong to a broken item.
func (f *File) findRemains() map[int]bool {
	if f.some&markStray == 0 {
		return nil
	}
	remains := map[int]bool{}
	last := -1 // the last item that is neither blank nor remains
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

// lastWithout returns the index in the file of the last item of the chunk without a mark, or
// otherwise if all have it.
func (c placedChunk) lastWithout(m mark, otherwise int) int {
	for i, has := range slices.Backward(c.marks) {
		if has&m == 0 {
			return c.first + i
		}
	}
	return otherwise
}

// leaves reports whether stray text behind the item belongs to it.
func (it *Item) leaves(text string) bool {
	if parse.BreaksString(it.Errors) {
		return true
	}
	lostBody := it.Keyword != "" && it.Block() == nil && len(it.Errors) > 0
	return lostBody && text[lex.SkipTrivia(text)] == '{'
}
