package semantic

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// This file implements the painter: strokes, later ones over earlier ones, and the visible
// tokens.

// painter paints the text of one item.
type painter struct {
	text    string
	strokes []Token // in order of painting
	canvas  []int32 // for each byte the number of the visible stroke, from 1; 0 for none
}

// paint adds a stroke. It ignores parts outside the text, which error recovery can produce.
func (p *painter) paint(span syntax.Span, t Type, m Modifiers) {
	span.Start, span.End = max(span.Start, 0), min(span.End, len(p.text))
	if span.Start >= span.End {
		return
	}
	if p.canvas == nil {
		p.canvas = make([]int32, len(p.text))
	}
	p.strokes = append(p.strokes, Token{span, t, m})
	for i := span.Start; i < span.End; i++ {
		p.canvas[i] = int32(len(p.strokes))
	}
}

// tokens returns the visible pieces of strokes, line by line.
func (p *painter) tokens() []Token {
	var all []Token
	for at := 0; at < len(p.canvas); {
		stroke, end := p.canvas[at], at+1
		for end < len(p.canvas) && p.canvas[end] == stroke {
			end++
		}
		if stroke > 0 {
			seen := p.strokes[stroke-1]
			for _, line := range lines(p.text, syntax.Span{Start: at, End: end}) {
				all = append(all, Token{line, seen.Type, seen.Modifiers})
			}
		}
		at = end
	}
	return all
}

// lines splits a span at the line ends that a [syntax.Mapper] counts, without empty parts.
func lines(text string, span syntax.Span) []syntax.Span {
	var all []syntax.Span
	start := span.Start
	for at := span.Start; at <= span.End; at++ {
		if at < span.End && text[at] != '\n' && text[at] != '\r' {
			continue
		}
		if at > start {
			all = append(all, syntax.Span{Start: start, End: at})
		}
		start = at + 1
	}
	return all
}
