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

// This file finds the places for comments.

// mostTried is how many places around a finding are tried: texts of several lines are
// not nested deeper than that.
const mostTried = 20

// Action is a comment for one finding.
type Action struct {
	// Title says what it does, as an order, without a full stop.
	Title string
	Edit  change.Edit
}

// For is the comment that suppresses a finding of a program; false where none can. A new
// comment has no reason: only its author knows one. In the edit's snippet is a place
// for it.
func For(p *analysis.Program, d analysis.Diagnostic) (Action, bool) {
	at, ok := placeFor(p, d)
	if !ok {
		return Action{}, false
	}
	title := "Ignore `" + string(d.Code) + "` here"
	if at.word == "ignore-block" {
		title = "Ignore `" + string(d.Code) + "` in all of this"
	}
	return Action{title, at.edit([]codes.Code{d.Code}, "")}, true
}

// All are the comments that suppress findings of a program, with a reason unless that is
// empty. Those for one line are one comment. Findings that cannot be suppressed are left
// out.
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
		if i, taken := index[where]; taken { // a block and a line may begin together
			set.Edits[i].Text, set.Edits[i].Snippet = set.Edits[i].Text+e.Text, ""
			continue
		}
		index[where] = len(set.Edits)
		set.Edits = append(set.Edits, e)
	}
	return set
}

// place is where codes are written: a new comment, or one that there is.
type place struct {
	path   string
	at     int
	word   string // of the new comment; empty for one that there is
	first  bool   // the comment that there is has no code yet
	indent string
	end    string // of lines
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

// comment is a whole comment with its line.
func (at place) comment(list, reason string) string {
	text := at.indent + "# pcl-lsp:" + at.word + " " + list
	if reason != "" {
		text += " -- " + reason
	}
	return text + at.end
}

// placeFor is where the code of a finding is written.
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

// extended is the end of the codes of a comment about just the line of an offset.
func extended(it syntax.Placed, line, offset int) (place, bool) {
	for _, s := range it.Item.Suppressions() {
		if s.Extent == syntax.ExtentLine && s.Target.Start == line && s.Target.Touches(offset) {
			return place{at: it.Base + s.List.End, first: len(s.Codes) == 0}, true
		}
	}
	return place{}, false
}

// takes reports whether a comment above a line is about an offset, and notes that place
// if so. It tries it out: within a text the comment would be text.
func (at *place) takes(it syntax.Placed, line int, word string, offset int) bool {
	rest := strings.TrimPrefix(it.Text[line:], "\uFEFF")
	line = len(it.Text) - len(rest)
	at.indent, at.word, at.at = rest[:len(rest)-len(strings.TrimLeft(rest, " \t"))], word, it.Base+line
	comment := at.comment("unused.*", "")
	tried := syntax.ParseItem(it.Text[:line] + comment + rest)
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

// beginnings are the beginning of the line of an offset, and of those lines from there
// upward where something begins outside of all texts, the item's first included.
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

// lineEnding is how lines end in a file.
func lineEnding(f *syntax.File) string {
	return printer.LineEnd(f.Slice(syntax.Span{Start: f.LineStart(0), End: f.LineStart(1)}))
}
