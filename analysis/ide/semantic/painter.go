package semantic

import (
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// This file implements the painter: strokes, later ones over earlier ones, and the visible tokens. It paints what the
// tokens of the text alone tell, even in broken text: comments, strings, numbers, template delimiters and keywords of
// expressions.

// painter paints the text of one item after the other. Its lists keep their memory.
type painter struct {
	text    string
	strokes []Token // in order of painting
	canvas  []int32 // for each byte the number of the visible stroke, from 1; 0 for none
	visible []Token

	lexed []lex.Token // see words
	order []int       // see names
}

var painters = sync.Pool{New: func() any { return &painter{} }}

// begin takes another text.
func (p *painter) begin(text string) {
	p.text, p.strokes, p.visible = text, p.strokes[:0], p.visible[:0]
	p.canvas = slices.Grow(p.canvas[:0], len(text))[:len(text)]
	clear(p.canvas)
}

// paint adds a stroke. It ignores parts outside the text, which error recovery can produce.
func (p *painter) paint(span syntax.Span, t Type, m Modifiers) {
	span.Start, span.End = max(span.Start, 0), min(span.End, len(p.text))
	if span.Start >= span.End {
		return
	}
	p.strokes = append(p.strokes, Token{span, t, m})
	for i := span.Start; i < span.End; i++ {
		p.canvas[i] = int32(len(p.strokes))
	}
}

// tokens returns the visible pieces of strokes, line by line, until the next text begins.
func (p *painter) tokens() []Token {
	for at := 0; at < len(p.canvas); {
		stroke, end := p.canvas[at], at+1
		for end < len(p.canvas) && p.canvas[end] == stroke {
			end++
		}
		if stroke > 0 {
			p.lines(syntax.Span{Start: at, End: end}, p.strokes[stroke-1])
		}
		at = end
	}
	return p.visible
}

// lines adds the part of a stroke that a span shows. It splits the span at the line ends
// that a [syntax.Mapper] counts and leaves out empty parts.
func (p *painter) lines(span syntax.Span, stroke Token) {
	start := span.Start
	for at := span.Start; at <= span.End; at++ {
		if at < span.End && p.text[at] != '\n' && p.text[at] != '\r' {
			continue
		}
		if at > start {
			p.visible = append(p.visible, Token{syntax.Span{Start: start, End: at}, stroke.Type, stroke.Modifiers})
		}
		start = at + 1
	}
}

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
