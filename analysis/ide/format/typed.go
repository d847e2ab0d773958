package format

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// This file formats as the user types: the lines that a bracket closes, or the attributes
// above a new line and that line's indentation.
//
// Invariant: this works in broken items if the surrounding tokens are complete. The content of
// strings, heredocs and comments is left alone.
//
// **Why** each edit is between two words here: the cursor is near, and editors move it along
// with the word next to it.

// Triggers are the characters that make [Typed] format.
var Triggers = []string{"}", "\n"}

// Typed formats after one of the [Triggers] was typed before an offset.
func Typed(f *syntax.File, offset int, trigger string) []Edit {
	if len(f.Errors) > 0 || f.Count() == 0 || offset <= 0 || offset > f.Len() {
		return nil
	}
	switch trigger {
	case "}":
		return closed(f, offset)
	case "\n":
		return newLine(f, offset)
	}
	return nil
}

// closed formats the lines from the bracket that was just closed.
func closed(f *syntax.File, offset int) []Edit {
	r := regionOf(f, offset-1, offset-1)
	end := f.LineEnd(f.Line(offset - 1))
	text := r.text(f)
	if _, ok := r.tokens(text, end); !ok {
		return nil
	}
	for _, b := range syntax.WordsOf(text).Brackets {
		if r.start+b.Close.End == offset && b.Kind == '{' { // others end with } too
			first := f.LineStart(f.Line(r.start + b.Open.Start))
			return r.edits(f, text, []syntax.Span{{Start: first, End: end}})
		}
	}
	return nil
}

// newLine formats the attributes above a line and indents the line.
func newLine(f *syntax.File, offset int) []Edit {
	line := f.Line(offset)
	if line == 0 {
		return nil
	}
	start, end, above := f.LineStart(line), f.LineEnd(line), f.LineStart(line-1)
	r := regionOf(f, above, offset)
	text := r.text(f)
	tokens, ok := r.tokens(text, start)
	if !ok || !betweenTokens(tokens, start-r.start) {
		return nil
	}
	here := f.Slice(syntax.Span{Start: start, End: end})
	indent := syntax.Span{Start: start, End: start + len(here) - len(strings.TrimLeft(here, " \t"))}
	if indent.End == end { // an empty line needs something to indent and align
		text = text[:start-r.start] + here + probe + text[end-r.start:]
		r.probe = end
	}
	if _, ok := r.tokens(text, r.end+len(probe)); !ok {
		text = text[:end-r.start+r.added()]
	}
	return r.edits(f, text, append(chain(f, line), indent))
}

// probe fills an empty line to find its indentation. It is an attribute, so that the lines
// above and below are aligned with each other.
const probe = "x = 1"

// chain returns the lines above and below a line that belong to the same group of attributes,
// up to a blank line or one that ends with a bracket.
func chain(f *syntax.File, line int) []syntax.Span {
	var lines []syntax.Span
	add := func(n int) bool {
		text := strings.TrimSpace(f.LineText(n))
		lines = append(lines, syntax.Span{Start: f.LineStart(n), End: f.LineEnd(n)})
		return text != "" && !strings.HasSuffix(text, "{") && !strings.HasSuffix(text, "[") && !strings.HasSuffix(text, "(")
	}
	for n := line - 1; n >= 0 && add(n); n-- {
	}
	if strings.TrimSpace(f.LineText(line)) == "" {
		for n := line + 1; n < f.LineCount() && add(n); n++ {
		}
	}
	return lines
}

// region is the text that is formatted with the typed text.
type region struct {
	start, end int
	probe      int // offset of the probe, or 0
}

// regionOf returns the region around two places.
func regionOf(f *syntax.File, first, last int) region {
	return region{
		start: runAround(f, f.IndexAt(first)).span(f).Start,
		end:   runAround(f, f.IndexAt(last)).span(f).End,
	}
}

func (r region) text(f *syntax.File) string { return f.Slice(syntax.Span{Start: r.start, End: r.end}) }

func (r region) added() int {
	if r.probe > 0 {
		return len(probe)
	}
	return 0
}

// tokens returns the tokens of the region up to an offset of the file. It fails if one is
// invalid, as after an unclosed quote.
func (r region) tokens(text string, end int) (tokens []lex.Token, ok bool) {
	for t := range lex.All(text) {
		switch {
		case r.start+t.Start >= end:
			return tokens, true
		case t.Kind == lex.Invalid, t.Kind == lex.StringNewline, t.Kind == lex.Return:
			return nil, false
		}
		tokens = append(tokens, t)
	}
	return tokens, true
}

// betweenTokens reports whether the place after some tokens is outside strings, heredocs and
// comments.
func betweenTokens(tokens []lex.Token, at int) bool {
	depth := 0
	for _, t := range tokens {
		switch t.Kind {
		case lex.OpenQuote, lex.OpenHeredoc, lex.Interpolation, lex.Directive:
			depth++
		case lex.CloseQuote, lex.CloseHeredoc, lex.CloseTemplate:
			depth--
		}
	}
	return depth == 0 && (len(tokens) == 0 || tokens[len(tokens)-1].End <= at)
}

// edits formats the text of the region, which may contain the probe, and keeps only edits in
// some spans of the file.
func (r region) edits(f *syntax.File, text string, wanted []syntax.Span) []Edit {
	if tooDeep(text) {
		return nil
	}
	changed, ok := piece{text: text, ending: lineEnding(f)}.layOut()
	if !ok {
		return nil
	}
	var edits []Edit
	for _, e := range difference(text, changed, r.start) {
		for _, gap := range e.gaps(text[e.Span.Start-r.start : e.Span.End-r.start]) {
			if r.probe > 0 && gap.Span.Start >= r.probe {
				gap.Span = gap.Span.Shift(-min(len(probe), gap.Span.Start-r.probe))
			}
			if within(gap.Span, wanted) {
				edits = append(edits, gap)
			}
		}
	}
	return edits
}
