package lex

import (
	"iter"
	"strings"
)

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
