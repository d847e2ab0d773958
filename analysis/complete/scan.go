package complete

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file scans the text in front of the cursor. It keeps the open brackets,
// and for each what stands in its current entry: the attribute, the object item,
// the element or the argument that is being written.

// frameKind is what a frame was opened by.
type frameKind byte

const (
	topFrame      frameKind = 'T' // no bracket: the file itself
	bodyFrame     frameKind = 'B' // the brace of a block
	objectFrame   frameKind = '{'
	listFrame     frameKind = '['
	parenFrame    frameKind = '('
	templateFrame frameKind = '$' // ${ or %{
	quoteFrame    frameKind = '"'
	heredocFrame  frameKind = 'H'
)

// frame is an open bracket, string or template.
type frame struct {
	kind   frameKind
	open   int     // offset of the opener
	entry  []token // what stands in the current entry
	commas int     // entries before it
	isFor  bool    // a for expression
	// directive says that a template is opened by %{ and dynamic that a string has
	// a template inside.
	directive, dynamic bool
	marker             string // the end of a heredoc
	indent             int    // indentation of the line that opened the frame
	endsLine           bool   // nothing followed the opener on that line
}

// tokenKind is the first byte of an operator, or one of the letters below.
type tokenKind byte

const (
	identToken  tokenKind = 'i'
	numberToken tokenKind = 'n'
	stringToken tokenKind = 's'
	groupToken  tokenKind = 'g' // a bracket that is closed again
	binaryToken tokenKind = 'o' // an operator that an operand follows
	arrowToken  tokenKind = 'a' // =>
	spreadToken tokenKind = 'x' // ...
)

// token is one word of an entry.
type token struct {
	kind tokenKind
	text string // of an identifier or a complete string, without quotes
	at   int
	end  int
}

// scanner is the state of a scan.
type scanner struct {
	text      string // up to the cursor
	pos       int
	frames    []frame
	fresh     bool // nothing but blanks so far in this line
	indent    int  // of this line
	inComment bool // the text ends in a comment
}

// scan reads a text up to its end.
func scan(text string) *scanner {
	s := &scanner{text: text, frames: []frame{{kind: topFrame}}, fresh: true}
	s.pos = len(text) - len(strings.TrimPrefix(text, "\uFEFF"))
	for s.pos < len(s.text) {
		switch s.top().kind {
		case quoteFrame:
			s.quoted()
		case heredocFrame:
			s.heredocLine()
		default:
			s.code()
		}
	}
	return s
}

func (s *scanner) top() *frame { return &s.frames[len(s.frames)-1] }

// around is the frame n levels outside the innermost one; nil if there is none.
func (s *scanner) around(n int) *frame {
	if i := len(s.frames) - 1 - n; i >= 0 {
		return &s.frames[i]
	}
	return nil
}

func (s *scanner) push(k frameKind, width int) *frame {
	s.frames = append(s.frames, frame{kind: k, open: s.pos, indent: s.indent})
	s.pos += width
	return s.top()
}

// code steps over one token, comment or blank.
func (s *scanner) code() {
	rest := s.text[s.pos:]
	c := rest[0]
	switch {
	case c == '\n':
		s.newline()
		return
	case c == ' ' || c == '\t':
		if s.fresh {
			s.indent++
		}
		s.pos++
		return
	case c == '\r':
		s.pos++
		return
	case c == '#' || strings.HasPrefix(rest, "//"):
		s.comment("\n", 0)
		return
	case strings.HasPrefix(rest, "/*"):
		s.comment("*/", 2)
		return
	}
	if s.fresh {
		s.fresh = false
		s.lineBegins()
	}
	if !s.word() {
		s.symbol(c)
	}
}

// comment steps over a comment; what ends it with a line end leaves that.
func (s *scanner) comment(end string, width int) {
	from := min(s.pos+2, len(s.text))
	if width == 0 {
		from = s.pos
	}
	n := strings.Index(s.text[from:], end)
	if n < 0 {
		s.inComment = true
		s.pos = len(s.text)
		return
	}
	s.pos = from + n + width
}

// newline ends the entry where line ends do. It also ends a string with a
// template that no bracket inside keeps open: such a one is seldom meant to go on.
func (s *scanner) newline() {
	s.fresh, s.indent = true, 0
	if outer := s.around(1); s.top().kind == templateFrame && outer.kind == quoteFrame {
		s.frames = s.frames[:len(s.frames)-1]
		s.endString(s.pos)
		return
	}
	s.pos++
	f := s.top()
	switch f.kind {
	case topFrame, bodyFrame:
		f.entry = nil
	case objectFrame:
		if !f.isFor {
			f.entry = nil
		}
	}
}

// lineBegins looks at the first word of a line. An attribute or an options block
// cannot begin inside round or square brackets or in a template, so these were
// left open by accident; and what stands in brackets stands further to the right
// than the line that opened them.
func (s *scanner) lineBegins() {
	end := syntax.IdentifierEnd(s.text, s.pos)
	if end == s.pos {
		return
	}
	rest := strings.TrimLeft(s.text[end:], " \t")
	isAttribute := strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") && !strings.HasPrefix(rest, "=>")
	isOptions := s.text[s.pos:end] == "options" && strings.HasPrefix(rest, "{")
	for {
		f := s.top()
		outdented := s.indent > 0 && s.indent <= f.indent
		switch f.kind {
		case listFrame, parenFrame, templateFrame:
			inHeredoc := f.kind == templateFrame && s.around(1).kind == heredocFrame
			if inHeredoc || !isAttribute && !isOptions && !outdented {
				return
			}
		case objectFrame:
			if !isOptions && (!outdented || !f.endsLine) || f.isFor {
				return
			}
		case quoteFrame: // its template has just been dropped
		default:
			return
		}
		s.abandon()
	}
}

// abandon drops the innermost frame together with the entry it stands in.
func (s *scanner) abandon() {
	s.frames = s.frames[:len(s.frames)-1]
	s.top().entry = nil
}

// word steps over an identifier or a number.
func (s *scanner) word() bool {
	end, kind := syntax.IdentifierEnd(s.text, s.pos), identToken
	if end == s.pos {
		end, kind = numberEnd(s.text, s.pos), numberToken
	}
	if end == s.pos {
		return false
	}
	f := s.top()
	t := token{kind: kind, text: s.text[s.pos:end], at: s.pos, end: end}
	if kind == identToken && t.text == "for" && len(f.entry) == 0 && f.commas == 0 && (f.kind == listFrame || f.kind == objectFrame) {
		f.isFor = true
	}
	f.entry = append(f.entry, t)
	s.pos = end
	return true
}

// symbols are the operators of more than one byte, and what they count as.
var symbols = []struct {
	text string
	kind tokenKind
}{
	{"...", spreadToken}, {"=>", arrowToken}, {"==", binaryToken}, {"!=", binaryToken}, {"<=", binaryToken},
	{">=", binaryToken}, {"&&", binaryToken}, {"||", binaryToken}, {"::", '.'},
}

func (s *scanner) symbol(c byte) {
	switch c {
	case '(', '[', '{':
		s.open(c)
	case ')', ']', '}':
		s.close(c)
	case '"':
		s.push(quoteFrame, 1)
	case ',':
		s.comma()
	default:
		s.operator(c)
	}
}

func (s *scanner) operator(c byte) {
	rest := s.text[s.pos:]
	if marker, next := heredocStart(rest); marker != "" {
		f := s.push(heredocFrame, next)
		f.marker = marker
		return
	}
	kind, width := tokenKind(c), 1
	for _, sym := range symbols {
		if strings.HasPrefix(rest, sym.text) {
			kind, width = sym.kind, len(sym.text)
			break
		}
	}
	if width == 1 && strings.IndexByte("+-*/%<>!&|", c) >= 0 {
		kind = binaryToken
	}
	f := s.top()
	f.entry = append(f.entry, token{kind: kind, at: s.pos, end: s.pos + width})
	s.pos += width
}

func (s *scanner) open(c byte) {
	kind := frameKind(c)
	if c == '{' && s.top().beginsBlock() {
		kind = bodyFrame
	}
	rest, _, _ := strings.Cut(s.text[s.pos+1:], "\n")
	s.push(kind, 1).endsLine = strings.TrimSpace(rest) == ""
}

// beginsBlock reports whether a brace that follows the entry is that of a block.
func (f *frame) beginsBlock() bool {
	if f.kind != topFrame && f.kind != bodyFrame || len(f.entry) == 0 || f.entry[0].kind != identToken {
		return false
	}
	for _, t := range f.entry {
		if t.kind != identToken && t.kind != stringToken {
			return false
		}
	}
	return true
}

// close closes the innermost bracket of the sort, with what is open inside it.
// A closer without opener is ignored.
func (s *scanner) close(c byte) {
	for i := len(s.frames) - 1; i > 0; i-- {
		f := &s.frames[i]
		if f.kind == quoteFrame || f.kind == heredocFrame {
			break
		}
		if !f.closedBy(c) {
			continue
		}
		opened := f.open
		isTemplate := f.kind == templateFrame
		s.frames = s.frames[:i]
		s.pos++
		if !isTemplate {
			s.top().entry = append(s.top().entry, token{kind: groupToken, at: opened, end: s.pos})
		}
		return
	}
	s.pos++
}

func (f *frame) closedBy(c byte) bool {
	switch f.kind {
	case parenFrame:
		return c == ')'
	case listFrame:
		return c == ']'
	case bodyFrame, objectFrame, templateFrame:
		return c == '}'
	}
	return false
}

func (s *scanner) comma() {
	f := s.top()
	switch {
	case f.isFor:
		f.entry = append(f.entry, token{kind: ',', at: s.pos, end: s.pos + 1})
	case f.kind == parenFrame || f.kind == listFrame || f.kind == objectFrame:
		f.entry, f.commas = nil, f.commas+1
	}
	s.pos++
}
