package split

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Keywords are the words that begin a block of a known kind at the top level.
type Keywords map[string]bool

// Pieces is a text cut into pieces, which tile text[:End].
type Pieces struct {
	Spans  []lex.Span
	End    int  // offset of the closing brace of a body, or the end of the text
	Closed bool // whether the closing brace of a body was found
}

// File cuts the text of a file.
func (k Keywords) File(text string) []lex.Span {
	var spans []lex.Span
	k.Stretches(Part{Text: text}, func(s Stretch) bool {
		spans = slices.AppendSeq(spans, s.Spans())
		return true
	})
	return spans
}

// Body cuts the text of a body, which begins behind the opening brace. Recovery
// looks for heads at a column or left of it.
func (k Keywords) Body(text string, column int) Pieces {
	src := newSource(Part{Text: text}, k, margin{column: column, anyBlock: true, inBody: true})
	s := newScanner(src, strictPass)
	s.run()
	if s.anomaly {
		heads := newScanner(src, headsPass)
		heads.run()
		s = newScanner(src, localsPass)
		s.unclosed = heads.unclosed
		s.run()
	}
	p := Pieces{End: len(text), Closed: s.end >= 0}
	if p.Closed {
		p.End = s.end
	}
	start := 0
	for _, cut := range append(s.cutsAtEnd(p.End), p.End) {
		if cut > start {
			p.Spans = append(p.Spans, lex.Span{Start: start, End: cut})
		}
		start = cut
	}
	return p
}

// InnermostOpen returns the kind and the offset of the innermost bracket that a
// text opens and doesn't close. The kind is lex.EOF if there is none, and
// lex.Interpolation for a template of either sort.
func InnermostOpen(text string) (lex.Kind, int) {
	s := newScanner(newSource(Part{Text: text}, nil, margin{}), strictPass)
	s.scan()
	top := s.frames.top()
	return top.kind, top.open
}
