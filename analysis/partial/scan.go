package partial

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file scans the text in front of the cursor. It keeps the open brackets,
// and for each what stands in its current entry: the attribute, the object item,
// the element or the argument that is being written.

// FrameKind is what a frame was opened by.
type FrameKind byte

// The kinds of frames.
const (
	TopFrame      FrameKind = 'T' // no bracket: the file itself
	BodyFrame     FrameKind = 'B' // the brace of a block
	ObjectFrame   FrameKind = '{'
	ListFrame     FrameKind = '['
	ParenFrame    FrameKind = '('
	TemplateFrame FrameKind = '$' // ${ or %{
	QuoteFrame    FrameKind = '"'
	HeredocFrame  FrameKind = 'H'
)

// Frame is an open bracket, string or template.
type Frame struct {
	Kind   FrameKind
	Open   int     // offset of the opener
	Entry  []Token // what stands in the current entry
	Commas int     // entries before it
	// Begin is where the entry begins in round brackets, and Earlier are the
	// entries before it.
	Begin   int
	Earlier [][]Token
	IsFor   bool // a for expression
	// directive says that a template is opened by %{ and dynamic that a string has
	// a template inside.
	directive, dynamic bool
	marker             string // the end of a heredoc
	indent             int    // indentation of the line that opened the frame
	endsLine           bool   // nothing followed the opener on that line
}

// TokenKind is the first byte of an operator, or one of the letters below.
type TokenKind byte

// The kinds of tokens; any other is the first byte of an operator.
const (
	IdentToken  TokenKind = 'i'
	NumberToken TokenKind = 'n'
	StringToken TokenKind = 's'
	GroupToken  TokenKind = 'g' // a bracket that is closed again
	BinaryToken TokenKind = 'o' // an operator that an operand follows
	ArrowToken  TokenKind = 'a' // =>
	SpreadToken TokenKind = 'x' // ...
)

// Token is one word of an entry.
type Token struct {
	Kind TokenKind
	Text string // of an identifier or a complete string, without quotes
	At   int
	End  int
}

// scanner is the state of a scan.
type scanner struct {
	text      string // up to the cursor
	pos       int
	frames    []Frame
	fresh     bool // nothing but blanks so far in this line
	indent    int  // of this line
	inComment bool // the text ends in a comment
}

// scan reads a text up to its end.
func scan(text string) *scanner {
	s := &scanner{text: text, frames: []Frame{{Kind: TopFrame}}, fresh: true}
	s.pos = len(text) - len(strings.TrimPrefix(text, "\uFEFF"))
	for s.pos < len(s.text) {
		switch s.top().Kind {
		case QuoteFrame:
			s.quoted()
		case HeredocFrame:
			s.heredocLine()
		default:
			s.code()
		}
	}
	return s
}

func (s *scanner) top() *Frame { return &s.frames[len(s.frames)-1] }

// around is the frame n levels outside the innermost one; nil if there is none.
func (s *scanner) around(n int) *Frame {
	if i := len(s.frames) - 1 - n; i >= 0 {
		return &s.frames[i]
	}
	return nil
}

func (s *scanner) push(k FrameKind, width int) *Frame {
	s.frames = append(s.frames, Frame{Kind: k, Open: s.pos, indent: s.indent})
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
	if outer := s.around(1); s.top().Kind == TemplateFrame && outer.Kind == QuoteFrame {
		s.frames = s.frames[:len(s.frames)-1]
		s.endString(s.pos)
		return
	}
	s.pos++
	f := s.top()
	switch f.Kind {
	case TopFrame, BodyFrame:
		f.Entry = nil
	case ObjectFrame:
		if !f.IsFor {
			f.Entry = nil
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
		switch f.Kind {
		case ListFrame, ParenFrame, TemplateFrame:
			inHeredoc := f.Kind == TemplateFrame && s.around(1).Kind == HeredocFrame
			if inHeredoc || !isAttribute && !isOptions && !outdented {
				return
			}
		case ObjectFrame:
			if !isOptions && (!outdented || !f.endsLine) || f.IsFor {
				return
			}
		case QuoteFrame: // its template has just been dropped
		default:
			return
		}
		s.abandon()
	}
}

// abandon drops the innermost frame together with the entry it stands in.
func (s *scanner) abandon() {
	s.frames = s.frames[:len(s.frames)-1]
	s.top().Entry = nil
}

// word steps over an identifier or a number.
func (s *scanner) word() bool {
	end, kind := syntax.IdentifierEnd(s.text, s.pos), IdentToken
	if end == s.pos {
		end, kind = numberEnd(s.text, s.pos), NumberToken
	}
	if end == s.pos {
		return false
	}
	f := s.top()
	t := Token{Kind: kind, Text: s.text[s.pos:end], At: s.pos, End: end}
	if kind == IdentToken && t.Text == "for" && len(f.Entry) == 0 && f.Commas == 0 && (f.Kind == ListFrame || f.Kind == ObjectFrame) {
		f.IsFor = true
	}
	f.Entry = append(f.Entry, t)
	s.pos = end
	return true
}

// symbols are the operators of more than one byte, and what they count as.
var symbols = []struct {
	text string
	kind TokenKind
}{
	{"...", SpreadToken}, {"=>", ArrowToken}, {"==", BinaryToken}, {"!=", BinaryToken}, {"<=", BinaryToken},
	{">=", BinaryToken}, {"&&", BinaryToken}, {"||", BinaryToken}, {"::", '.'},
}

func (s *scanner) symbol(c byte) {
	switch c {
	case '(', '[', '{':
		s.open(c)
	case ')', ']', '}':
		s.close(c)
	case '"':
		s.push(QuoteFrame, 1)
	case ',':
		s.comma()
	default:
		s.operator(c)
	}
}

func (s *scanner) operator(c byte) {
	rest := s.text[s.pos:]
	if marker, next := heredocStart(rest); marker != "" {
		f := s.push(HeredocFrame, next)
		f.marker = marker
		return
	}
	kind, width := TokenKind(c), 1
	for _, sym := range symbols {
		if strings.HasPrefix(rest, sym.text) {
			kind, width = sym.kind, len(sym.text)
			break
		}
	}
	if width == 1 && strings.IndexByte("+-*/%<>!&|", c) >= 0 {
		kind = BinaryToken
	}
	f := s.top()
	f.Entry = append(f.Entry, Token{Kind: kind, At: s.pos, End: s.pos + width})
	s.pos += width
}

func (s *scanner) open(c byte) {
	kind := FrameKind(c)
	if c == '{' && s.top().beginsBlock() {
		kind = BodyFrame
	}
	rest, _, _ := strings.Cut(s.text[s.pos+1:], "\n")
	f := s.push(kind, 1)
	f.Begin = s.pos
	f.endsLine = strings.TrimSpace(rest) == ""
}

// beginsBlock reports whether a brace that follows the entry is that of a block.
func (f *Frame) beginsBlock() bool {
	if f.Kind != TopFrame && f.Kind != BodyFrame || len(f.Entry) == 0 || f.Entry[0].Kind != IdentToken {
		return false
	}
	for _, t := range f.Entry {
		if t.Kind != IdentToken && t.Kind != StringToken {
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
		if f.Kind == QuoteFrame || f.Kind == HeredocFrame {
			break
		}
		if !f.closedBy(c) {
			continue
		}
		opened := f.Open
		isTemplate := f.Kind == TemplateFrame
		s.frames = s.frames[:i]
		s.pos++
		if !isTemplate {
			s.top().Entry = append(s.top().Entry, Token{Kind: GroupToken, At: opened, End: s.pos})
		}
		return
	}
	s.pos++
}

func (f *Frame) closedBy(c byte) bool {
	switch f.Kind {
	case ParenFrame:
		return c == ')'
	case ListFrame:
		return c == ']'
	case BodyFrame, ObjectFrame, TemplateFrame:
		return c == '}'
	}
	return false
}

func (s *scanner) comma() {
	f := s.top()
	switch {
	case f.IsFor:
		f.Entry = append(f.Entry, Token{Kind: ',', At: s.pos, End: s.pos + 1})
	case f.Kind == ParenFrame:
		f.Earlier, f.Begin = append(f.Earlier, f.Entry), s.pos+1
		f.Entry, f.Commas = nil, f.Commas+1
	case f.Kind == ListFrame || f.Kind == ObjectFrame:
		f.Entry, f.Commas = nil, f.Commas+1
	}
	s.pos++
}
