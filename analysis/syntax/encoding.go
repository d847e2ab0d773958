package syntax

import (
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Encoding errors: bytes that are no UTF-8, and byte order marks out of place.

// placeholder stands for an invalid byte while parsing. It is as long as what it
// replaces, so offsets hold, and may stand in names, strings and comments.
const placeholder = '_'

// validUTF8 replaces each invalid byte of a text.
func validUTF8(text string) string {
	bad := invalidByte(text)
	if bad < 0 {
		return text
	}
	clean := []byte(text)
	for at := bad; at < len(clean); {
		r, size := utf8.DecodeRune(clean[at:])
		if r == utf8.RuneError && size == 1 {
			clean[at] = placeholder
		}
		at += size
	}
	return string(clean)
}

// invalidByte returns the offset of the first byte that is no UTF-8, or -1.
func invalidByte(text string) int {
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

// fileErrors returns the errors of a file as such. One wrong byte stands for all:
// their cause is the encoding of the file. A byte order mark is wrong in each item
// but the first.
func (f *File) fileErrors() []Error {
	var errs []Error
	for _, it := range f.marked(markInvalid) {
		bad := it.Base + invalidByte(it.Text)
		errs = append(errs, Error{
			Span:    Span{Start: bad, End: bad + 1},
			Code:    codes.SyntaxEncoding,
			Message: "The file is not valid UTF-8 at this byte; save it as UTF-8.",
		})
		break
	}
	for _, it := range f.marked(markByteOrder) {
		if it.Base > 0 {
			errs = append(errs, Error{
				Span:    Span{Start: it.Base, End: it.Base + len(lex.ByteOrderMark)},
				Code:    codes.SyntaxCharacter,
				Message: "A byte order mark may stand at the beginning of the file only; remove it.",
			})
		}
	}
	return errs
}
