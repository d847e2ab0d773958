package partial

import (
	"unicode"
	"unicode/utf8"
)

// This file says where identifiers and numbers end.

// WordEnd is the end of what continues an identifier at an offset.
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

// numberEnd is the end of the number at an offset.
func numberEnd(text string, pos int) int {
	at := pos
	for at < len(text) && '0' <= text[at] && text[at] <= '9' {
		at++
	}
	if at == pos || at+1 >= len(text) || text[at] != '.' || text[at+1] < '0' || text[at+1] > '9' {
		return at
	}
	for at++; at < len(text) && '0' <= text[at] && text[at] <= '9'; {
		at++
	}
	return at
}
