package semantic

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// This file implements the painter: strokes, the later over the earlier, and the
// tokens that are seen in the end.

// painter paints the text of one item.
type painter struct {
	text    string
	strokes []Token // what was painted, in order
	canvas  []int32 // for each byte the stroke that is seen there, counted from 1; 0 for none
}

// paint puts a stroke over what is there. What is outside of the text is left out:
// recovery makes places that are.
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

// tokens are the pieces of strokes that are seen, line by line.
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

// lines are the parts of a span that hold something, cut at line ends as a
// [syntax.Mapper] counts them.
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
