package parse

import (
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// The place to edit. It is mostly where hclsyntax stopped, but sometimes a part of that,
// or next to it.

// toEdit returns the place to edit for an error, if it differs from the reported place.
func (f fragment) toEdit(d *hcl.Diagnostic, e Error) (lex.Span, bool) {
	if called, ok := f.calledMember(e.Span); ok {
		return called, true
	}
	switch {
	case e.Code == codes.SyntaxNumber:
		return f.numberAround(e.Span), true
	case d.Summary == "Unclosed template interpolation sequence":
		if opened := f.openedHere(); len(opened) > 0 {
			return opened[0].Span, true
		}
	case d.Summary == "Invalid argument name":
		return f.quotedAt(e.Span), true
	case d.Summary == "Argument or block definition required" && e.Code == codes.SyntaxBlockLabel:
		return f.wordBehind(e.Span), true
	}
	return lex.Span{}, false
}

// member matches a name, or an element of it, with one member at the end of a text.
var member = lazy.Regexp(`(?:^|[^\pL\pN_.\])-])([\pL_][\pL\pN_-]*(?:\[[^][]*\])?\.[\pL_][\pL\pN_-]*)$`)

// maxMember is how long a member that is called may be.
const maxMember = 120

// calledMember returns the place of the member in front of a parenthesis that the parser
// doesn't expect, as in server.restart().
func (f fragment) calledMember(paren lex.Span) (lex.Span, bool) {
	if f.text[paren.Start:paren.End] != "(" {
		return lex.Span{}, false
	}
	start := max(f.span.Start, paren.Start-maxMember)
	found := member.Get().FindStringSubmatchIndex(f.text[start:paren.Start])
	if found == nil {
		return lex.Span{}, false
	}
	return lex.Span{Start: found[2], End: found[3]}.Shift(start), true
}

// numberAround widens the place of an error in a number of another language, such as
// 0x1F, 1_000, 2k or .5, because the parser reports the text behind or in front of the
// digits. Other places stay the same.
func (f fragment) numberAround(at lex.Span) lex.Span {
	switch {
	case at.Len() == 0:
	case f.text[at.Start:at.End] == "." && isDigit(f.byteAt(at.End)):
		for isDigit(f.byteAt(at.End)) {
			at.End++
		}
	case lex.IdentifierEnd(f.text, at.Start) == at.End:
		start := at.Start
		for start > f.span.Start && (isDigit(f.text[start-1]) || f.text[start-1] == '.') {
			start--
		}
		if digits := f.text[start:at.Start]; digits != "" && isDigit(digits[0]) && !f.goesOnFromName(start) {
			at.Start = start
		}
	}
	return at
}

// goesOnFromName reports whether the text at an offset belongs to a name.
func (f fragment) goesOnFromName(at int) bool {
	before := f.text[f.span.Start:at]
	return before != "" && strings.TrimRight(before, " \t\r\n([{,=:?+-*/%<>!&|") == before
}

// byteAt returns the byte at an offset, or 0 behind the fragment.
func (f fragment) byteAt(at int) byte {
	if at >= f.span.End {
		return 0
	}
	return f.text[at]
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// directives matches the directives that open and close parts of templates.
var directives = lazy.Regexp(`%\{~?\s*(if|for|endif|endfor)\b`)

// openDirective points at the last if or for directive before an offset that is still
// open.
func (f fragment) openDirective(before int) []Related {
	var open []lex.Span
	text := f.text[f.span.Start:before]
	for _, m := range directives.Get().FindAllStringSubmatchIndex(text, -1) {
		switch word := text[m[2]:m[3]]; {
		case strings.HasSuffix(text[:m[0]], "%"): // %%{ is literal
		case word == "if" || word == "for":
			open = append(open, lex.Span{Start: m[0], End: m[1]}.Shift(f.span.Start))
		case len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return nil
	}
	return []Related{{Span: open[len(open)-1], Message: "opened here"}}
}

// quotedAt widens the place of an opening quote to the whole string, if that ends on its
// line.
func (f fragment) quotedAt(at lex.Span) lex.Span {
	line, _, _ := strings.Cut(f.text[at.Start:f.span.End], "\n")
	if strings.HasPrefix(line, `"`) {
		if end := strings.IndexByte(line[1:], '"'); end >= 0 {
			at.End = at.Start + end + 2
		}
	}
	return at
}

// wordBehind returns the place of the next word on the line.
func (f fragment) wordBehind(at lex.Span) lex.Span {
	start := lex.SkipBlank(f.text, at.End)
	word := f.text[start:f.span.End]
	if end := strings.IndexAny(word, " \t\r\n{"); end > 0 {
		word = word[:end]
	}
	return lex.Span{Start: start, End: start + len(word)}
}
