package semantic

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// This file paints what the tokens alone tell, even in broken text: comments, strings,
// numbers, template delimiters and keywords of expressions.

// expressionWords are keywords anywhere in an expression.
var expressionWords = map[string]bool{"true": true, "false": true, "null": true}

// loopWords are keywords inside brackets and template directives.
var loopWords = map[string]bool{"for": true, "in": true, "if": true, "else": true, "endif": true, "endfor": true}

func (p *painter) words() {
	p.lexed = slices.AppendSeq(p.lexed[:0], lex.All(p.text))
	depth := 0
	for i := 0; i < len(p.lexed); i++ {
		t := p.lexed[i]
		span := syntax.Span{Start: t.Start, End: t.End}
		switch t.Kind {
		case lex.Comment:
			p.paint(span, Comment, 0)
		case lex.OpenQuote, lex.CloseQuote, lex.Text, lex.OpenHeredoc, lex.CloseHeredoc:
			for t.Kind != lex.CloseQuote && p.goesOn(i, lex.Text, lex.CloseQuote, lex.CloseHeredoc) {
				i++
				t = p.lexed[i]
				span.End = t.End
			}
			p.paint(span, String, 0)
		case lex.Interpolation, lex.Directive:
			depth++
			if p.goesOn(i, '~') {
				i++
				span.End = p.lexed[i].End
			}
			p.paint(span, Operator, 0)
		case '~':
			if p.goesOn(i, lex.CloseTemplate, '}') {
				i++
				depth--
				span.End = p.lexed[i].End
				p.paint(span, Operator, 0)
			}
		case lex.CloseTemplate:
			depth--
			p.paint(span, Operator, 0)
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		case lex.Number:
			p.paint(span, Number, 0)
		case lex.Ident:
			word := p.text[t.Start:t.End]
			if (expressionWords[word] || depth > 0 && loopWords[word]) && !p.named(i) {
				p.paint(span, Keyword, 0)
			}
		}
	}
}

// goesOn reports whether a token of one of some kinds follows another one without space between.
func (p *painter) goesOn(i int, with ...lex.Kind) bool {
	return i+1 < len(p.lexed) && p.lexed[i+1].Start == p.lexed[i].End && slices.Contains(with, p.lexed[i+1].Kind)
}

// named reports whether the tokens around a word make it a name.
func (p *painter) named(i int) bool {
	return i > 0 && p.lexed[i-1].Kind == '.' || i+1 < len(p.lexed) && p.lexed[i+1].Kind == '='
}
