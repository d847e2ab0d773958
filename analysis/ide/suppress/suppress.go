package suppress

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds places for suppression comments.

// mostTried is how many places around a finding are tried. Multi-line strings are not nested
// deeper.
const mostTried = 20

// Action adds a suppression comment for one finding.
type Action struct {
	// Title is an imperative sentence without a full stop.
	Title string
	Edit  change.Edit
}

// For returns the comment that suppresses a finding, if possible. A new comment has no reason,
// which only its author knows; the snippet has a placeholder for it.
func For(p *analysis.Program, d analysis.Diagnostic) (Action, bool) {
	at, ok := placeFor(p, d)
	if !ok {
		return Action{}, false
	}
	title := "Ignore `" + string(d.Code) + "` here"
	if at.word == "ignore-block" {
		title = "Ignore `" + string(d.Code) + "` in this whole block"
	}
	return Action{title, at.edit([]codes.Code{d.Code}, "")}, true
}

// All returns comments that suppress findings, with a reason unless that is empty. Findings of
// one line share a comment. Findings that cannot be suppressed are skipped.
func All(p *analysis.Program, findings []analysis.Diagnostic, reason string) change.Set {
	var places []place
	wanted := map[place][]codes.Code{}
	for _, d := range findings {
		at, ok := placeFor(p, d)
		switch {
		case !ok:
		case wanted[at] == nil:
			places, wanted[at] = append(places, at), []codes.Code{d.Code}
		case !slices.Contains(wanted[at], d.Code):
			wanted[at] = append(wanted[at], d.Code)
		}
	}
	var set change.Set
	index := map[change.Edit]int{} // by place
	for _, at := range places {
		e := at.edit(wanted[at], reason)
		where := change.Edit{Path: e.Path, Span: e.Span}
		if i, taken := index[where]; taken { // a block and a line may start at one place
			set.Edits[i].Text, set.Edits[i].Snippet = set.Edits[i].Text+e.Text, ""
			continue
		}
		index[where] = len(set.Edits)
		set.Edits = append(set.Edits, e)
	}
	return set
}

// place is where codes are written: in a new or an existing comment.
type place struct {
	path   string
	at     int
	word   string // of a new comment; empty for an existing one
	first  bool   // the existing comment has no code yet
	indent string
	end    string // line ending
}

func (at place) edit(list []codes.Code, reason string) change.Edit {
	var words []string
	for _, c := range list {
		words = append(words, string(c))
	}
	text := strings.Join(words, ", ")
	e := change.Edit{Path: at.path, Span: syntax.Span{Start: at.at, End: at.at}}
	switch {
	case at.word == "" && at.first:
		e.Text = " " + text
	case at.word == "":
		e.Text = ", " + text
	default:
		e.Text = at.comment(text, reason)
		if reason == "" {
			e.Snippet = at.comment(text, "${1:reason}")
		}
	}
	return e
}

// comment returns a new comment with its line ending.
func (at place) comment(list, reason string) string {
	text := at.indent + "# pcl-lsp:" + at.word + " " + list
	if reason != "" {
		text += " -- " + reason
	}
	return text + at.end
}

// placeFor returns where to write the code of a finding.
func placeFor(p *analysis.Program, d analysis.Diagnostic) (place, bool) {
	file, known := p.File(d.Path)
	if !known || !d.Code.Suppressible() {
		return place{}, false
	}
	it, ok := file.ItemAt(d.Span.Start)
	if !ok {
		return place{}, false
	}
	offset := d.Span.Start - it.Base
	here, rest := beginnings(it.Text, offset)
	if at, found := extended(it, here, offset); found {
		at.path = d.Path
		return at, true
	}
	at := place{path: d.Path, end: lineEnding(file)}
	if at.takes(it, here, "ignore", offset) {
		return at, true
	}
	for _, line := range rest {
		if at.takes(it, line, "ignore-block", offset) {
			return at, true
		}
	}
	return place{}, false
}

// extended returns the end of the codes in an existing comment for exactly the line of an
// offset.
func extended(it syntax.Placed, line, offset int) (place, bool) {
	for _, s := range it.Item.Suppressions() {
		if s.Extent == syntax.ExtentLine && s.Target.Start == line && s.Target.Touches(offset) {
			return place{at: it.Base + s.List.End, first: len(s.Codes) == 0}, true
		}
	}
	return place{}, false
}

// takes reports whether a comment above a line applies to an offset, and records that place.
// It parses the result, because inside a string the comment would be text.
func (at *place) takes(it syntax.Placed, line int, word string, offset int) bool {
	rest := strings.TrimPrefix(it.Text[line:], "\uFEFF")
	line = len(it.Text) - len(rest)
	at.indent, at.word, at.at = rest[:len(rest)-len(strings.TrimLeft(rest, " \t"))], word, it.Base+line
	comment := at.comment("unused.*", "")
	tried := it.With(it.Text[:line] + comment + rest)
	if len(tried.Errors) > len(it.Errors) {
		return false
	}
	for _, s := range tried.Suppressions() {
		if s.Span.Start == line+len(at.indent) {
			return s.Target.Start >= 0 && s.Target.Touches(offset+len(comment))
		}
	}
	return false
}

// beginnings returns the start of an offset's line, and the starts of earlier lines outside
// strings up to the start of the item.
func beginnings(text string, offset int) (here int, rest []int) {
	here = strings.LastIndexByte(text[:min(offset, len(text))], '\n') + 1
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	inside, last := 0, -1
	for _, t := range tokens {
		if t.Range.Start.Byte > offset {
			break
		}
		switch t.Type {
		case hclsyntax.TokenNewline, hclsyntax.TokenComment, hclsyntax.TokenEOF:
			continue
		case hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
			inside--
		}
		if line := strings.LastIndexByte(text[:t.Range.Start.Byte], '\n') + 1; inside == 0 && line != last {
			rest, last = append(rest, line), line
		}
		if t.Type == hclsyntax.TokenOQuote || t.Type == hclsyntax.TokenOHeredoc {
			inside++
		}
	}
	slices.Reverse(rest)
	if len(rest) > mostTried {
		rest = append(rest[:mostTried:mostTried], rest[len(rest)-1])
	}
	return here, rest
}

// lineEnding returns the line ending of a file.
func lineEnding(f *syntax.File) string {
	return printer.LineEnd(f.Slice(syntax.Span{Start: f.LineStart(0), End: f.LineStart(1)}))
}
