package parse

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// Diagnostics of hclsyntax become errors with our codes and messages. Their places mostly
// stay the same; see toEdit.

// errors turns the diagnostics of a fragment into errors, one for each cause, in the order
// of their spans.
func (f fragment) errors(diags hcl.Diagnostics) []Error {
	var errs []Error
	misplaced := false // a misplaced directive makes those behind it misplaced too
	for _, d := range diags {
		if d.Severity != hcl.DiagError || misplaced && strings.HasPrefix(d.Summary, "Unexpected e") {
			continue
		}
		e := f.error(d).inWholeCharacters(f.text)
		misplaced = misplaced || e.Code == codes.SyntaxTemplateDirective
		errs = append(errs, e)
	}
	sortErrors(errs)
	errs = f.oneForEachCause(errs)
	for i, e := range errs {
		errs[i] = e.Shift(f.base)
	}
	return errs
}

// sortErrors sorts errors by their places.
func sortErrors(errs []Error) {
	sort.SliceStable(errs, func(i, j int) bool { return errs[i].Span.Start < errs[j].Span.Start })
}

// oneForEachCause drops errors that follow from another. Behind a wrong character the
// errors of the parser are worthless, and the first wrong character of a line stands for
// all of the line.
func (f fragment) oneForEachCause(errs []Error) []Error {
	kept := errs[:0]
	lexical := -1 // end of the last lexical error
	for _, e := range errs {
		switch {
		case isLexical(e.Code):
			kept = dropAt(kept, e.Span.Start)
			if e.Code == codes.SyntaxStringNewline && len(kept) > 0 && kept[len(kept)-1].Code == codes.SyntaxTemplateUnterminated {
				continue
			}
			if lexical >= 0 && (e.Code == codes.SyntaxStringNewline || !strings.Contains(f.text[lexical:e.Span.Start], "\n")) {
				continue
			}
			lexical = e.Span.End
		case e.Code == codes.SyntaxTemplateDirective && slices.ContainsFunc(kept, func(k Error) bool { return k.Code == e.Code }):
			continue // the directives are in pairs
		case lexical >= 0, len(kept) > 0 && kept[len(kept)-1].Span.Start == e.Span.Start:
			continue
		}
		kept = append(kept, e)
	}
	return kept
}

// dropAt drops the last error if the parser reported it where the lexer found the cause.
func dropAt(errs []Error, start int) []Error {
	if n := len(errs); n > 0 && errs[n-1].Span.Start == start && !isLexical(errs[n-1].Code) {
		return errs[:n-1]
	}
	return errs
}

func isLexical(code codes.Code) bool {
	switch code {
	case codes.SyntaxCharacter, codes.SyntaxOperator, codes.SyntaxEncoding, codes.SyntaxStringNewline:
		return true
	}
	return false
}

// error turns one diagnostic into an error.
func (f fragment) error(d *hcl.Diagnostic) Error {
	e := Error{Span: f.span}
	if d.Subject != nil {
		e.Span = f.atLineEnd(f.place(*d.Subject))
	}
	e.Code, e.Message = f.explain(d, e.Span)
	e.Message = short(e.Message)
	if better, found := f.toEdit(d, e); found {
		e.Span = better
		return e
	}
	switch {
	case d.Context != nil && isUnterminated(e.Code):
		e.Related = f.opening(f.place(*d.Context))
	case d.Summary == "Unexpected end of template":
		e.Related = f.openDirective(e.Span.Start)
	case d.Summary == "Missing expression" && e.Code != codes.SyntaxExpressionMissing,
		e.Code == codes.SyntaxTemplateUnterminated && f.text[e.Span.Start:e.Span.End] != "${":
		e.Related = f.openedHere()
	}
	return e
}

// inWholeCharacters returns the error with places that begin and end between characters.
func (e Error) inWholeCharacters(text string) Error {
	e.Span = wholeCharacters(text, e.Span)
	for i, r := range e.Related {
		e.Related[i].Span = wholeCharacters(text, r.Span)
	}
	return e
}

// wholeCharacters widens a span to whole characters, because the lexer of hclsyntax marks
// one byte of an unusable character. The text is valid UTF-8.
func wholeCharacters(text string, s lex.Span) lex.Span {
	for 0 < s.Start && s.Start < len(text) && !utf8.RuneStart(text[s.Start]) {
		s.Start--
	}
	for s.End < len(text) && !utf8.RuneStart(text[s.End]) {
		s.End++
	}
	return s
}

// openedHere points at the innermost bracket that the fragment leaves open.
func (f fragment) openedHere() []Related {
	kind, at := split.InnermostOpen(f.source())
	if kind == 0 {
		return nil
	}
	span := lex.Span{Start: at, End: at + 1}.Shift(f.span.Start)
	if kind == lex.Interpolation {
		span.End++
	}
	return []Related{{Span: span, Message: "opened here"}}
}

func isUnterminated(code codes.Code) bool {
	return code == codes.SyntaxStringUnterminated || code == codes.SyntaxHeredocUnterminated
}

// atLineEnd moves an error at the end of an entry, which is the start of the next line,
// back to the end of the entry's last line. At the end of an item errors stay, because the
// file moves them.
func (f fragment) atLineEnd(s lex.Span) lex.Span {
	if s.Len() > 0 || s.Start < f.span.End || f.span.End == len(f.text) {
		return s
	}
	end := f.span.Start + len(strings.TrimRight(f.source(), " \t\r\n"))
	return lex.Span{Start: end, End: min(end+1, f.span.End)}
}

// Shift returns the error moved by n bytes.
func (e Error) Shift(n int) Error {
	e.Span = e.Span.Shift(n)
	if n == 0 || len(e.Related) == 0 {
		return e
	}
	related := make([]Related, len(e.Related))
	for i, r := range e.Related {
		related[i] = Related{Span: r.Span.Shift(n), Message: r.Message}
	}
	e.Related = related
	return e
}

// opening points at the beginning of a string or heredoc with some content.
func (f fragment) opening(content lex.Span) []Related {
	before := f.text[:content.Start]
	start := len(before) - 1
	if at := strings.LastIndex(before, "<<"); start >= 0 && before[start] != '"' && at >= 0 {
		start = at
	}
	if start < f.span.Start {
		return nil
	}
	end := start + len(strings.TrimRight(before[start:], "\r\n"))
	return []Related{{Span: lex.Span{Start: start, End: end}, Message: "opened here"}}
}

// short cuts a message to what fits in a tooltip.
func short(message string) string {
	const most = 190
	if len(message) <= most {
		return message
	}
	cut := most
	for cut > 0 && message[cut]&0xC0 == 0x80 {
		cut--
	}
	return message[:cut] + "…"
}

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
