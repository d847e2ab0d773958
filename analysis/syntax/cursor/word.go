package cursor

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Where words and strings that go on behind the cursor end.

// WordEnd returns the end of the letters, digits and dashes at an offset, which
// continue an identifier.
func WordEnd(text string, pos int) int {
	for pos < len(text) {
		r, size := utf8.DecodeRuneInString(text[pos:])
		if r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			break
		}
		pos += size
	}
	return pos
}

// tokenEnd returns the end of the words, joined by ":", "/" and ".", at an offset.
func tokenEnd(text string, pos int) int {
	for {
		end := WordEnd(text, pos)
		if end < len(text) && strings.IndexByte(":/.", text[end]) >= 0 {
			end++
		}
		if end == pos {
			return end
		}
		pos = end
	}
}
