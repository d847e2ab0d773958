package format

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file lays out what has just been typed: the lines that a bracket closes, or
// the attributes above a new line, and the indentation of that line.
//
// Invariant: it works inside broken items, as long as the tokens around are whole.
// What stands in a string, a heredoc or a comment is left alone.
//
// Why each edit is between two words here: the cursor is near, and an editor moves it
// along with the word beside it.

// Triggers are what can be typed for [Typed] to lay something out.
var Triggers = []string{"}", "\n"}

// Typed lays out what one of the [Triggers] ends that has just been typed in front of
// an offset.
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

// closed lays out the lines from the bracket that the one before an offset closes.
func closed(f *syntax.File, offset int) []Edit {
	r := regionOf(f, offset-1, offset-1)
	end := f.LineEnd(f.Line(offset - 1))
	text := r.text(f)
	tokens, ok := r.tokens(text, end)
	if !ok {
		return nil
	}
	var open []hclsyntax.Token
	for _, t := range tokens {
		switch opens, closes := brackets(t); {
		case opens:
			open = append(open, t)
		case closes && len(open) == 0:
			return nil
		case closes:
			opener := open[len(open)-1]
			open = open[:len(open)-1]
			if r.start+t.Range.End.Byte == offset {
				if t.Type != hclsyntax.TokenCBrace {
					return nil // the end of an interpolation
				}
				first := f.LineStart(f.Line(r.start + opener.Range.Start.Byte))
				return r.edits(f, text, []syntax.Span{{Start: first, End: end}})
			}
		}
	}
	return nil
}

// newLine lays out the attributes above the line of an offset, and indents the line.
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
	if indent.End == end { // nothing stands on the line: something has to, to be indented and aligned
		text = text[:start-r.start] + here + probe + text[end-r.start:]
		r.probe = end
	}
	if _, ok := r.tokens(text, r.end+len(probe)); !ok {
		text = text[:end-r.start+r.added()]
	}
	return r.edits(f, text, append(chain(f, line), indent))
}

// probe stands on an empty line while its indentation is found out. It is an
// attribute, so that those above and below are aligned with each other.
const probe = "x = 1"

// chain are the lines above a line, and below it, that attributes of one group stand
// on: up to a line that is blank or ends with a bracket.
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

// region is the text that something typed is laid out with.
type region struct {
	start, end int
	probe      int // where the probe stands; 0 for none
}

// regionOf is what is laid out together with two places, the one before the other.
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

// tokens are those of the region's text up to an offset of the file; false if one of
// them is none, as after a quote that nothing closes.
func (r region) tokens(text string, end int) (hclsyntax.Tokens, bool) {
	tokens := lex(text)
	behind := slices.IndexFunc(tokens, func(t hclsyntax.Token) bool { return r.start+t.Range.Start.Byte >= end })
	if behind >= 0 {
		tokens = tokens[:behind]
	}
	return tokens, !slices.ContainsFunc(tokens, func(t hclsyntax.Token) bool {
		switch t.Type {
		case hclsyntax.TokenInvalid, hclsyntax.TokenBadUTF8, hclsyntax.TokenQuotedNewline:
			return true
		}
		return false
	})
}

// betweenTokens reports whether the place behind some tokens is in no string, heredoc
// or comment.
func betweenTokens(tokens hclsyntax.Tokens, at int) bool {
	depth := 0
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			depth++
		case hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
			depth--
		}
	}
	return depth == 0 && (len(tokens) == 0 || tokens[len(tokens)-1].Range.End.Byte <= at)
}

// brackets tells what a token does to the brackets around it.
func brackets(t hclsyntax.Token) (opens, closes bool) {
	switch t.Type {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		return true, false
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
		return false, true
	}
	return false, false
}

// edits lay out a text that the region has, perhaps with the probe in it, and keep to
// some spans of the file.
func (r region) edits(f *syntax.File, text string, wanted []syntax.Span) []Edit {
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
