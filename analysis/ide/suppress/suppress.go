package suppress

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file writes suppression comments.

// Action adds a suppression comment for one finding.
type Action struct {
	// Title is an imperative sentence without a full stop.
	Title string
	Edit  change.Edit
}

// For returns the comment that suppresses each finding, or nil where that is impossible. A new
// comment has no reason, which only its author knows; the snippet has a placeholder for it.
func For(p *analysis.Program, findings ...analysis.Diagnostic) []*Action {
	actions := make([]*Action, len(findings))
	for i, at := range placesFor(p, findings) {
		if at == nil {
			continue
		}
		d := findings[i]
		actions[i] = &Action{"Ignore `" + string(d.Code) + "` here", at.edit([]codes.Code{d.Code}, "")}
		if at.word == wordBlock {
			actions[i].Title = "Ignore `" + string(d.Code) + "` in this whole block"
		}
	}
	return actions
}

// All returns comments that suppress findings, with a reason unless that is empty. Findings of
// one line share a comment. Findings that cannot be suppressed are skipped.
func All(p *analysis.Program, findings []analysis.Diagnostic, reason string) change.Set {
	var places []place
	wanted := map[place][]codes.Code{}
	for i, found := range placesFor(p, findings) {
		if found == nil {
			continue
		}
		switch at, code := *found, findings[i].Code; {
		case wanted[at] == nil:
			places, wanted[at] = append(places, at), []codes.Code{code}
		case !slices.Contains(wanted[at], code):
			wanted[at] = append(wanted[at], code)
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
	words := lists.Map(list, func(c codes.Code) string { return string(c) })
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

// lineEnding returns the line ending of a file.
func lineEnding(f *syntax.File) string {
	return printer.LineEnd(f.Slice(syntax.Span{Start: f.LineStart(0), End: f.LineStart(1)}))
}
