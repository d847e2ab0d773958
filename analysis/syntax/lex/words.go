package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names, numbers and the markers of heredocs.

// The classes of bytes. All bytes outside ASCII may begin a letter.
const (
	letter  = 1 << iota // begins an identifier
	digit               // begins a number
	joins               // continues an identifier
	single              // is always a token of its own
	unknown             // begins no token
)

var class = func() (c [256]byte) {
	for b := range c {
		c[b] = unknown
	}
	for b := 'a'; b <= 'z'; b++ {
		c[b], c[b-'a'+'A'] = letter|joins, letter|joins
	}
	for b := '0'; b <= '9'; b++ {
		c[b] = digit | joins
	}
	for b := utf8.RuneSelf; b < len(c); b++ {
		c[b] = letter | joins
	}
	for _, b := range "()[]{},+-*%?~^;`'\"\n" {
		c[b] = single
	}
	for _, b := range "#/.<>=!&|:\r" {
		c[b] = 0
	}
	c['_'] = letter | joins
	return c
}()

// IdentifierEnd returns the end of the identifier at an offset of a text; the
// offset itself if there is none.
func IdentifierEnd(text string, offset int) int {
	if offset >= len(text) || class[text[offset]]&letter == 0 {
		return offset
	}
	return identifierEnd(text, offset)
}

// identifierEnd is IdentifierEnd where a byte stands that may begin an identifier.
func identifierEnd(text string, offset int) int {
	if text[offset] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRuneInString(text[offset:]); !unicode.IsLetter(r) {
			return offset
		}
	}
	return WordEnd(text, offset)
}

// WordEnd returns the end of the letters, digits and dashes at an offset, which
// continue an identifier.
func WordEnd(text string, at int) int {
	for at < len(text) {
		c := text[at]
		if c < utf8.RuneSelf {
			if class[c]&joins == 0 && c != '-' {
				break
			}
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			break
		}
		at += size
	}
	return at
}

// runeLength returns the length of the first character, which is one byte if it is
// not UTF-8.
func runeLength(text string) int {
	_, size := utf8.DecodeRuneInString(text)
	return size
}

// NumberEnd returns the end of the number at an offset; the offset itself if there
// is none. A number is digits, dots and exponents, and does not end with a dot.
func NumberEnd(text string, offset int) int {
	at, end := offset, offset
	for at < len(text) {
		switch c := text[at]; {
		case class[c]&digit != 0:
			at++
			end = at
		case c == '.' && end > offset:
			at++
		case (c == 'e' || c == 'E') && end > offset:
			at++
			if at < len(text) && (text[at] == '+' || text[at] == '-') {
				at++
			}
			if at >= len(text) || class[text[at]]&digit == 0 {
				return end
			}
		default:
			return end
		}
	}
	return end
}

// QuoteEnd returns where a string ends on its line, from an offset in it on: the offset of the quote
// that closes it, or of the end of the line. It takes templates for text.
func QuoteEnd(text string, at int) (end int, closed bool) {
	for ; at < len(text) && text[at] != '\n'; at++ {
		switch text[at] {
		case '\\':
			at++
		case '"':
			return at, true
		}
	}
	return min(at, len(text)), false
}

// Marker returns the marker of a heredoc from its introducer.
func Marker(introducer string) string {
	return strings.TrimRight(strings.TrimPrefix(introducer[len("<<"):], "-"), "\r\n")
}

// heredocIntroducerEnd returns the end of the "<<X" or "<<-X" at an offset with the
// line end that must follow, or -1.
func heredocIntroducerEnd(text string, at int) int {
	at += len("<<")
	if strings.HasPrefix(text[at:], "-") {
		at++
	}
	end := IdentifierEnd(text, at)
	if end == at {
		return -1
	}
	if strings.HasPrefix(text[end:], "\r") {
		end++
	}
	if !strings.HasPrefix(text[end:], "\n") {
		return -1
	}
	return end + 1
}

// Trivia: comments, blanks and line ends.

// SkipTrivia returns the offset of the first byte of a text that is neither blank
// nor in a comment nor a byte order mark.
func SkipTrivia(text string) int {
	l := Lexer{Text: text}
	at := len(text) - len(strings.TrimPrefix(text, ByteOrderMark))
	for {
		t := l.Code(at)
		if t.Kind != Newline && t.Kind != Return && t.Kind != Comment {
			return t.Start
		}
		at = t.End
	}
}

// SkipBlank skips spaces, tabs and complete block comments within a line.
func SkipBlank(text string, at int) int {
	for at < len(text) {
		switch {
		case text[at] == ' ' || text[at] == '\t':
			at++
		case strings.HasPrefix(text[at:], "/*"):
			line, _, _ := strings.Cut(text[at+2:], "\n")
			end := strings.Index(line, "*/")
			if end < 0 {
				return at
			}
			at += end + 4
		default:
			return at
		}
	}
	return at
}

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
