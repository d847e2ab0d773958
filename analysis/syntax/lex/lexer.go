package lex

import "strings"

// Lexer reads tokens at any offset of a text. Only Text must be set.
type Lexer struct {
	Text string

	// One more than the offset from which on no comment is closed; 0 until such a
	// comment is met.
	unclosed int
}

// Code reads the token of code at an offset. Spaces and tabs before it are skipped.
func (l *Lexer) Code(at int) Token {
	text := l.Text
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	if at >= len(text) {
		return Token{EOF, at, at}
	}
	c := text[at]
	switch class[c] {
	case letter | joins:
		if end := identifierEnd(text, at); end > at {
			return Token{Ident, at, end}
		}
		return Token{Invalid, at, at + runeLength(text[at:])}
	case digit | joins:
		return Token{Number, at, NumberEnd(text, at)}
	case unknown:
		return Token{Invalid, at, at + 1}
	case single:
		return Token{Kind(c), at, at + 1}
	}
	return l.symbol(c, at)
}

// symbol reads a token that begins with a byte which may begin several kinds.
func (l *Lexer) symbol(c byte, at int) Token {
	next := l.byteAt(at + 1)
	two := Kind(0)
	switch {
	case c == '\r' && next == '\n':
		two = Newline
	case c == '#', c == '/' && next == '/':
		return Token{Comment, at, l.lineEnd(at)}
	case c == '/' && next == '*':
		if end := l.commentEnd(at); end >= 0 {
			return Token{Comment, at, end}
		}
	case c == '.' && next == '.' && l.byteAt(at+2) == '.':
		return Token{Ellipsis, at, at + 3}
	case c == '<' && next == '<':
		if end := heredocIntroducerEnd(l.Text, at); end >= 0 {
			return Token{OpenHeredoc, at, end}
		}
	case next == '=':
		two = withEquals[c]
	case c == '=' && next == '>':
		two = Arrow
	case next == c:
		two = doubled[c]
	}
	if two != 0 {
		return Token{two, at, at + 2}
	}
	return Token{Kind(c), at, at + 1}
}

// The operators of a byte and "=", and of the same byte twice.
var (
	withEquals = [256]Kind{'=': Equal, '!': NotEqual, '<': LessOrEqual, '>': GreaterOrEqual}
	doubled    = [256]Kind{'&': And, '|': Or, ':': DoubleColon}
)

func (l *Lexer) byteAt(at int) byte {
	if at < len(l.Text) {
		return l.Text[at]
	}
	return 0
}

// lineEnd returns the offset of the next line end, or of the end of the text.
func (l *Lexer) lineEnd(at int) int {
	n := strings.IndexByte(l.Text[at:], '\n')
	switch {
	case n < 0:
		return len(l.Text)
	case n > 0 && l.Text[at+n-1] == '\r':
		n--
	}
	return at + n
}

// commentEnd returns the end of the comment whose "/*" is at an offset, or -1.
func (l *Lexer) commentEnd(at int) int {
	if l.unclosed > 0 && at >= l.unclosed-1 {
		return -1
	}
	n := strings.Index(l.Text[at+2:], "*/")
	if n < 0 {
		l.unclosed = at + 1
		return -1
	}
	return at + n + 4
}

// Quoted reads the token at an offset between quotes. A line end doesn't end the
// string here, because hclsyntax lets it go on; callers may.
func (l *Lexer) Quoted(at int) Token {
	if at >= len(l.Text) {
		return Token{EOF, at, at}
	}
	switch c := l.Text[at]; c {
	case '"':
		return Token{CloseQuote, at, at + 1}
	case '\n':
		return Token{StringNewline, at, at + 1}
	case '$', '%':
		if l.byteAt(at+1) == '{' {
			return template(c, at)
		}
	}
	end := at
	for end < len(l.Text) {
		switch c := l.Text[end]; c {
		case '"', '\n':
			return Token{Text, at, end}
		case '\\':
			end++
			if end < len(l.Text) && l.Text[end] != '\n' {
				end++
			}
		case '$', '%':
			n := l.literalSign(c, end)
			if n == 0 {
				return Token{Text, at, end}
			}
			end += n
		default:
			end++
		}
	}
	return Token{Text, at, end}
}

// Heredoc reads the token at an offset in the text of a heredoc. With an empty
// marker no line ends the heredoc.
func (l *Lexer) Heredoc(at int, marker string) Token {
	if at >= len(l.Text) {
		return Token{EOF, at, at}
	}
	if marker != "" && (at == 0 || l.Text[at-1] == '\n') {
		if end := l.markerEnd(at, marker); end >= 0 {
			return Token{CloseHeredoc, at, end}
		}
	}
	for end := at; end < len(l.Text); {
		switch c := l.Text[end]; c {
		case '\n':
			return Token{Text, at, end + 1}
		case '$', '%':
			n := l.literalSign(c, end)
			switch {
			case n == 0 && end > at:
				return Token{Text, at, end}
			case n == 0:
				return template(c, at)
			}
			end += n
		default:
			end++
		}
	}
	return Token{Text, at, len(l.Text)}
}

// literalSign returns how many bytes of literal text begin with the sign at an
// offset: 0 where it opens a template, and 3 for an escaped opener such as "$${".
func (l *Lexer) literalSign(c byte, at int) int {
	switch next := l.byteAt(at + 1); {
	case next == '{':
		return 0
	case next == c && l.byteAt(at+2) == '{':
		return 3
	}
	return 1
}

func template(c byte, at int) Token {
	if c == '%' {
		return Token{Directive, at, at + 2}
	}
	return Token{Interpolation, at, at + 2}
}

// markerEnd returns the end of the line at an offset if the line consists of the
// marker, or -1. The line must have a line end, as hclsyntax demands.
func (l *Lexer) markerEnd(at int, marker string) int {
	end := l.lineEnd(at)
	if end == len(l.Text) || strings.TrimSpace(l.Text[at:end]) != marker {
		return -1
	}
	return end
}
