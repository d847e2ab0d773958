package cursor

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// The scan of the text in front of the cursor.

type scanner struct {
	lexer     lex.Lexer // of the text up to the cursor
	pos       int
	frames    []Frame
	fresh     bool // nothing but blanks so far in this line
	indent    int  // of this line
	inComment bool // the text ends in a comment
}

// scan reads a text to its end. The frames are those around it.
func scan(text string, around []Frame) *scanner {
	s := &scanner{lexer: lex.Lexer{Text: text}, frames: around, fresh: true}
	s.pos = len(text) - len(strings.TrimPrefix(text, lex.ByteOrderMark))
	for s.pos < len(text) {
		switch s.top().Kind {
		case QuoteFrame:
			s.quoted()
		case HeredocFrame:
			s.heredoc()
		default:
			s.code()
		}
	}
	return s
}

func (s *scanner) top() *Frame { return &s.frames[len(s.frames)-1] }

// outer is the frame around the innermost one, which is not the file.
func (s *scanner) outer() *Frame { return &s.frames[len(s.frames)-2] }

func (s *scanner) push(k FrameKind, opener lex.Token) *Frame {
	s.frames = append(s.frames, Frame{Kind: k, Open: opener.Start, indent: s.indent})
	s.pos = opener.End
	return s.top()
}

func (s *scanner) pop() { s.frames = s.frames[:len(s.frames)-1] }

func (s *scanner) add(k lex.Kind, text string, start int) {
	f := s.top()
	f.Entry = append(f.Entry, Token{Kind: k, Text: text, Start: start, End: s.pos})
}

// code steps over one token outside strings.
func (s *scanner) code() {
	t := s.lexer.Code(s.pos)
	if s.fresh {
		s.indent += t.Start - s.pos
	}
	s.pos = t.Start
	text := s.lexer.Text[t.Start:]
	switch {
	case t.Kind == lex.Newline:
		s.newline(t)
		return
	case t.Kind == lex.EOF, t.Kind == lex.Return:
		s.pos = t.End
		return
	case t.Kind == lex.Comment:
		s.pos = t.End
		s.inComment = t.End == len(s.lexer.Text) && !strings.HasPrefix(text, "/*")
		return
	case t.Kind == '/' && strings.HasPrefix(text, "/*"): // it is not closed yet
		s.pos = len(s.lexer.Text)
		s.inComment = true
		return
	case s.fresh:
		s.fresh = false
		s.lineBegins(text)
	}
	s.token(t)
}

// newline ends the entry where line ends do. It also ends a string with a template in
// which no bracket is open, because such a template rarely goes on in the next line.
func (s *scanner) newline(t lex.Token) {
	s.fresh, s.indent = true, 0
	if s.top().Kind == TemplateFrame && s.outer().Kind == QuoteFrame {
		s.pop()
		s.endString(s.pos)
		return
	}
	s.pos = t.End
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
// cannot begin inside round or square brackets or in a template, so the user has not
// closed these. And text in brackets stands further to the right than the line that
// opened them.
func (s *scanner) lineBegins(text string) {
	end := lex.IdentifierEnd(text, 0)
	if end == 0 {
		return
	}
	rest := strings.TrimLeft(text[end:], " \t")
	isAttribute := assigns(rest)
	isOptions := text[:end] == language.OptionsBlock && strings.HasPrefix(rest, "{")
	for {
		f := s.top()
		outdented := s.indent > 0 && s.indent <= f.indent
		switch f.Kind {
		case ListFrame, ParenFrame, TemplateFrame:
			inHeredoc := f.Kind == TemplateFrame && s.outer().Kind == HeredocFrame
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
		s.pop()
		s.top().Entry = nil // the frame stood in it
	}
}

// assigns reports whether a text begins with "=".
func assigns(text string) bool {
	return strings.HasPrefix(text, "=") && !strings.HasPrefix(text, "==") && !strings.HasPrefix(text, "=>")
}

func (s *scanner) token(t lex.Token) {
	text := s.lexer.Text[t.Start:t.End]
	switch t.Kind {
	case '(', '[', '{':
		s.open(t)
	case ')', ']', '}':
		s.close(t)
	case lex.OpenQuote:
		s.push(QuoteFrame, t)
	case lex.OpenHeredoc:
		s.push(HeredocFrame, t).marker = lex.Marker(text)
	case ',':
		s.comma(t)
	case lex.Ident:
		f := s.top()
		if text == "for" && len(f.Entry) == 0 && f.Commas == 0 && (f.Kind == ListFrame || f.Kind == ObjectFrame) {
			f.IsFor = true
		}
		s.pos = t.End
		s.add(lex.Ident, text, t.Start)
	default:
		s.pos = t.End
		s.add(t.Kind, "", t.Start)
	}
}

func (s *scanner) open(t lex.Token) {
	kind := FrameKind(t.Kind)
	if t.Kind == '{' && s.top().beginsBlock() {
		kind = BodyFrame
	}
	rest, _, _ := strings.Cut(s.lexer.Text[t.End:], "\n")
	f := s.push(kind, t)
	f.Begin = t.End
	f.endsLine = strings.TrimSpace(rest) == ""
}

// close closes the innermost bracket of the sort, with what is open inside it. It
// ignores a closer without an opener.
func (s *scanner) close(t lex.Token) {
	s.pos = t.End
	for i := len(s.frames) - 1; i > 0; i-- {
		f := &s.frames[i]
		if f.Kind == QuoteFrame || f.Kind == HeredocFrame || f.unwritten {
			return
		}
		if !f.isClosedBy(t.Kind) {
			continue
		}
		opened, isTemplate := f.Open, f.Kind == TemplateFrame
		s.frames = s.frames[:i]
		if !isTemplate {
			s.add(Group, "", opened)
		}
		return
	}
}

func (s *scanner) comma(t lex.Token) {
	s.pos = t.End
	f := s.top()
	switch {
	case f.IsFor:
		s.add(',', "", t.Start)
	case f.Kind == ParenFrame:
		f.Earlier, f.Begin = append(f.Earlier, f.Entry), t.End
		f.Entry, f.Commas = nil, f.Commas+1
	case f.Kind == ListFrame || f.Kind == ObjectFrame:
		f.Entry, f.Commas = nil, f.Commas+1
	}
}

// quoted steps over one token of a quoted string. A line end ends the string.
func (s *scanner) quoted() {
	t := s.lexer.Quoted(s.pos)
	switch t.Kind {
	case lex.Interpolation, lex.Directive:
		s.template(t)
	case lex.StringNewline:
		s.endString(t.Start)
	case lex.CloseQuote:
		s.pos = t.End
		s.endString(t.Start)
	default:
		s.pos = t.End
	}
}

// heredoc steps over one token of the text of a heredoc.
func (s *scanner) heredoc() {
	t := s.lexer.Heredoc(s.pos, s.top().marker)
	switch t.Kind {
	case lex.Interpolation, lex.Directive:
		s.template(t)
	case lex.CloseHeredoc:
		s.pos = t.End
		opened := s.top().Open
		s.pop()
		s.add(String, "", opened)
	default:
		s.pos = t.End
	}
}

func (s *scanner) template(t lex.Token) {
	s.top().dynamic = true
	s.push(TemplateFrame, t).directive = t.Kind == lex.Directive
}

// endString ends the innermost string, whose content ends at an offset.
func (s *scanner) endString(content int) {
	opened := s.top().Open
	s.pop()
	s.add(String, s.lexer.Text[opened+1:content], opened)
}
