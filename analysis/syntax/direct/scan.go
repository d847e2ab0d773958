package direct

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// This file reads bytes: what lies between tokens, names, numbers, and where things are.

const (
	// maxDepth bounds how deep the parser calls itself, by far below what package
	// syntax refuses, so that nothing is accepted here that would be refused there.
	maxDepth = 100
	// maxSteps bounds operators, index steps and dollar signs, for the same reason.
	maxSteps = 300
)

// parser stands at a byte of a text. A parsing function that fails returns nil or
// false; where it stands then means nothing.
type parser struct {
	text  string
	at    int  // the next byte
	end   int  // where the last token ended
	base  int  // what is added to offsets in text to make those of the tree
	lines bool // a line end is a token
	depth int
	steps int
}

// eof is what peek returns at the end of the text, and where something begins that the
// parser does not know.
const eof = 0

// peek skips what lies before the next token and returns the token's first byte:
// '\n' for a line end, also for that of a comment.
func (p *parser) peek() byte {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; c {
		case ' ', '\t':
			p.at++
		case '\r':
			if !p.follows("\r\n") {
				return eof
			}
			if p.lines {
				return '\n'
			}
			p.at += 2
		case '\n':
			if p.lines {
				return '\n'
			}
			p.at++
		case '#':
			if !p.skipLineComment() {
				return '\n'
			}
		case '/':
			switch {
			case p.follows("//"):
				if !p.skipLineComment() {
					return '\n'
				}
			case p.follows("/*"):
				if !p.skipComment() {
					return eof
				}
			default:
				return c
			}
		default:
			return c
		}
	}
	return eof
}

// atEnd reports whether everything was read.
func (p *parser) atEnd() bool { return p.peek() == eof && p.at == len(p.text) }

// skipLineComment skips the comment, with its line end where that is no token. It
// reports false if it stopped at a line end that is one.
func (p *parser) skipLineComment() bool {
	n := strings.IndexByte(p.text[p.at:], '\n')
	if n < 0 {
		p.at = len(p.text)
		return true
	}
	if p.lines {
		p.at += n
		return false
	}
	p.at += n + 1
	return true
}

func (p *parser) skipComment() bool {
	n := strings.Index(p.text[p.at+2:], "*/")
	if n < 0 {
		return false
	}
	p.at += n + 4
	return true
}

// follows reports whether a text comes next, byte for byte.
func (p *parser) follows(s string) bool { return strings.HasPrefix(p.text[p.at:], s) }

// byteAt returns the byte that stands n bytes further on, or 0.
func (p *parser) byteAt(n int) byte {
	if p.at+n < len(p.text) {
		return p.text[p.at+n]
	}
	return 0
}

// read takes a token of n bytes.
func (p *parser) read(n int) (start int) {
	start = p.at
	p.at += n
	p.end = p.at
	return start
}

// take takes the token of one byte that comes next if it is this one.
func (p *parser) take(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.read(1)
	return true
}

// lineEnd takes a line end or the end of the text.
func (p *parser) lineEnd() bool {
	switch {
	case p.peek() == '\n':
		if p.text[p.at] == '\r' {
			p.at++
		}
		p.at++
		return true
	default:
		return p.at == len(p.text)
	}
}

// assigns reports whether "=" comes next, and neither "==" nor "=>".
func (p *parser) assigns() bool {
	return p.peek() == '=' && p.byteAt(1) != '=' && p.byteAt(1) != '>'
}

const (
	letter = 1 << iota
	digit
	joins // continues a name
)

// class is what an ASCII byte can be in a name. All others may be part of a letter.
var class = func() (c [256]byte) {
	for b := 'a'; b <= 'z'; b++ {
		c[b], c[b-'a'+'A'] = letter|joins, letter|joins
	}
	for b := '0'; b <= '9'; b++ {
		c[b] = digit | joins
	}
	c['_'], c['-'] = letter|joins, joins
	for b := utf8.RuneSelf; b < len(c); b++ {
		c[b] = letter | joins
	}
	return c
}()

// foreign are letters outside of ASCII that every version of Unicode has, of the scripts
// that programs are written in.
var foreign = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0xC0, Hi: 0xD6, Stride: 1}, {Lo: 0xD8, Hi: 0xF6, Stride: 1}, {Lo: 0xF8, Hi: 0x24F, Stride: 1}, // Latin
		{Lo: 0x388, Hi: 0x38A, Stride: 1}, {Lo: 0x38E, Hi: 0x3A1, Stride: 2}, {Lo: 0x3A3, Hi: 0x3CE, Stride: 1}, // Greek
		{Lo: 0x400, Hi: 0x481, Stride: 1}, {Lo: 0x48A, Hi: 0x513, Stride: 1}, // Cyrillic
		{Lo: 0x3041, Hi: 0x3096, Stride: 1}, {Lo: 0x30A1, Hi: 0x30FA, Stride: 1}, // Kana
		{Lo: 0x4E00, Hi: 0x9FA5, Stride: 1}, {Lo: 0xAC00, Hi: 0xD7A3, Stride: 1}, // Han, Hangul
	},
	LatinOffset: 2,
}

// name takes a name.
func (p *parser) name() (s string, span hcl.Range, ok bool) {
	if class[p.peek()]&letter == 0 {
		return "", span, false
	}
	n := 0
	for class[p.byteAt(n)]&joins != 0 {
		if p.byteAt(n) < utf8.RuneSelf {
			n++
			continue
		}
		r, size := utf8.DecodeRuneInString(p.text[p.at+n:])
		if !unicode.Is(foreign, r) {
			return "", span, false
		}
		n += size
	}
	start := p.read(n)
	return p.text[start:p.end], p.since(start), true
}

// word reports whether the name that comes next is this one.
func (p *parser) word(s string) bool {
	return p.peek() == s[0] && p.follows(s) && class[p.byteAt(len(s))]&joins == 0
}

// number takes the text of a number: digits, dots and exponents, up to the last that
// is no dot.
func (p *parser) number() (s string, start int) {
	n := 1
	for i := 1; ; {
		switch c := p.byteAt(i); {
		case class[c]&digit != 0:
			i++
			n = i
		case c == '.':
			i++
		case c == 'e' || c == 'E':
			j := i + 1
			if p.byteAt(j) == '+' || p.byteAt(j) == '-' {
				j++
			}
			if class[p.byteAt(j)]&digit == 0 {
				start = p.read(n)
				return p.text[start:p.end], start
			}
			i = j + 1
			n = i
		default:
			start = p.read(n)
			return p.text[start:p.end], start
		}
	}
}

// since is the range from a byte of the text to the end of the last token.
func (p *parser) since(start int) hcl.Range { return p.span(start, p.end) }

// span is a range of the tree. Lines and columns mean nothing in it.
func (p *parser) span(start, end int) hcl.Range {
	return hcl.Range{
		Start: hcl.Pos{Line: 1, Column: 1, Byte: start + p.base},
		End:   hcl.Pos{Line: 1, Column: 1, Byte: end + p.base},
	}
}

// between is the range from the start of one to the end of the other.
func between(first, last hcl.Range) hcl.Range { return hcl.Range{Start: first.Start, End: last.End} }
