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
)

// Diagnostics of hclsyntax become errors with our codes and messages. Their places stay
// the same, except for those in place.go.

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
