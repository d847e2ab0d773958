package lex

import "unicode/utf8"

// Bytes that are not UTF-8.

// substitute stands for an invalid byte. It may be part of a name, a string or a
// comment.
const substitute = '_'

// ValidUTF8 replaces each invalid byte of a text by one valid byte, so that offsets
// stay the same.
func ValidUTF8(text string) string {
	bad := InvalidByte(text)
	if bad < 0 {
		return text
	}
	clean := []byte(text)
	for at := bad; at < len(clean); {
		r, size := utf8.DecodeRune(clean[at:])
		if r == utf8.RuneError && size == 1 {
			clean[at] = substitute
		}
		at += size
	}
	return string(clean)
}

// InvalidByte returns the offset of the first byte that is not UTF-8, or -1.
func InvalidByte(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for at, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(text[at:]); size == 1 {
			return at
		}
	}
	return -1
}
