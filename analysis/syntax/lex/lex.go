// Package lex reads the tokens of HCL text, valid or broken. It is the one lexer
// under everything of ours that reads HCL: the fast parser, the splitter, the semantic tokens, the
// brackets, the cursor and the depth guard.
//
// It knows tokens and nothing else: no grammar, no positions but byte offsets, no
// errors. What is inside a string, a heredoc or a template depends on which
// brackets are open, and readers of broken text disagree about that: the splitter
// closes a string at the end of its line, hclsyntax doesn't. So a [Lexer] has one
// method for each mode ([Lexer.Code], [Lexer.Quoted], [Lexer.Heredoc]), and the
// caller keeps the stack. [All] keeps the stack that hclsyntax keeps.
//
// Invariant: reading never fails. Every token but EOF has at least one byte, and
// between two tokens there are only spaces and tabs.
//
// Invariant: on text without carriage returns of their own, and with letters of
// common scripts, the tokens of [All] are those of [hclsyntax.LexConfig], broken
// text included.
// Adjacent literals are one token here, a line comment ends before its line end,
// and a strip marker ("~") is a token of its own.
//
// Invariant: reading a whole text takes time in proportion to its length, also
// when it opens a thousand comments and closes none.
//
// **Why** not the lexer of hclsyntax: it makes a list of all tokens, and it cuts
// the text into grapheme clusters to count columns, which takes three quarters of
// its time. We count in bytes.
package lex

import (
	"iter"
	"strings"
)

// Kind is the kind of a token. A token of one byte that has no name below has its
// byte as its kind: brackets, operators and punctuation, and the characters that
// other languages would give a meaning.
type Kind byte

// The kinds of tokens that are not a single byte, or that depend on the mode.
const (
	EOF     Kind = 0    // the end of the text; the only empty token
	Newline Kind = '\n' // "\n" or "\r\n" in code
	Return  Kind = '\r' // a carriage return in code without a line feed behind it
	Comment Kind = '#'  // a complete comment, without the line end
	Ident   Kind = 'a'
	Number  Kind = '0'
	Invalid Kind = 'x' // a character that begins no token, or a byte that is not UTF-8

	Equal          Kind = 'e' // ==
	NotEqual       Kind = 'n' // !=
	LessOrEqual    Kind = 'l' // <=
	GreaterOrEqual Kind = 'g' // >=
	And            Kind = 'A' // &&
	Or             Kind = 'O' // ||
	DoubleColon    Kind = 'c' // ::
	Ellipsis       Kind = 'E' // ...
	Arrow          Kind = 'r' // =>

	OpenQuote     Kind = '"'
	CloseQuote    Kind = 'q'
	OpenHeredoc   Kind = 'H' // <<X or <<-X, with its line end
	CloseHeredoc  Kind = 'h' // the line of the marker, without its line end
	Text          Kind = 't' // literal text in a string, or in a heredoc up to and with the line end
	StringNewline Kind = 'N' // a line end inside a quoted string
	Interpolation Kind = '$' // ${
	Directive     Kind = 'D' // %{
	CloseTemplate Kind = 'T' // the } of a template; only [All] tells it from other braces
)

// Token is a token of a text: text[Start:End].
type Token struct {
	Kind       Kind
	Start, End int
}

// Span is a half-open range of byte offsets.
type Span struct{ Start, End int }

// Contains reports whether the byte at an offset lies inside the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Touches reports whether an offset lies inside the span or directly at its end.
func (s Span) Touches(offset int) bool { return s.Start <= offset && offset <= s.End }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Shift returns the span moved by n bytes.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }

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

// ByteOrderMark may stand at the beginning of a file. [All] skips it there.
const ByteOrderMark = "\uFEFF"

// All visits the tokens of a text in order, without EOF. It separates code from text as
// hclsyntax does, so it sees the tokens that the parser will see, in broken text too.
func All(text string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		s := stack{lexer: Lexer{Text: text}}
		at := len(text) - len(strings.TrimPrefix(text, ByteOrderMark))
		for {
			t := s.next(at)
			if t.Kind == EOF || !yield(t) {
				return
			}
			at = t.End
		}
	}
}

// stack is the open strings, heredocs and templates, and in templates the braces.
type stack struct {
	lexer Lexer
	modes []mode
}

// mode is an open string, heredoc or template.
type mode struct {
	opener Kind
	marker string // of a heredoc
	braces int    // that are open in a template
}

func (s *stack) next(at int) Token {
	top := &mode{}
	if n := len(s.modes); n > 0 {
		top = &s.modes[n-1]
	}
	var t Token
	switch top.opener {
	case OpenQuote:
		t = s.lexer.Quoted(at)
	case OpenHeredoc:
		t = s.lexer.Heredoc(at, top.marker)
	default:
		t = s.lexer.Code(at)
	}
	switch t.Kind {
	case OpenQuote, Interpolation, Directive:
		s.modes = append(s.modes, mode{opener: t.Kind})
	case OpenHeredoc:
		s.modes = append(s.modes, mode{opener: OpenHeredoc, marker: Marker(s.lexer.Text[t.Start:t.End])})
	case CloseQuote, CloseHeredoc:
		s.pop()
	case '{':
		top.braces++
	case '}':
		if top.braces == 0 && len(s.modes) > 0 {
			t.Kind = CloseTemplate
			s.pop()
		} else {
			top.braces--
		}
	}
	return t
}

func (s *stack) pop() { s.modes = s.modes[:len(s.modes)-1] }
