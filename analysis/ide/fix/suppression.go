package fix

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file fixes suppression comments.

// unneeded removes an unused code from a suppression comment, or the whole comment if it is
// the only code.
func unneeded(p *analysis.Program, d analysis.Diagnostic) []Fix {
	file, s, it, ok := suppressionAt(p, d)
	if !ok {
		return nil
	}
	codes := lists.Map(s.Codes, func(c syntax.SuppressedCode) syntax.Span { return c.Span })
	i := slices.Index(codes, d.Span.Shift(-it.Base))
	switch {
	case i < 0:
		return nil
	case len(codes) == 1:
		span := wholeComment(file, s.Span.Shift(it.Base))
		return []Fix{{Title: "Remove the comment", Preferred: true, Edits: []change.Edit{{Path: d.Path, Span: span}}}}
	}
	part, _ := edit.RemoveEntry(it.Text, codes, i)
	return []Fix{{Title: "Remove `" + s.Codes[i].Pattern + "`", Preferred: true, Edits: []change.Edit{{Path: d.Path, Span: part.Shift(it.Base)}}}}
}

// meantCode replaces an unknown code by the similar code that the finding names.
func meantCode(_ *analysis.Program, d analysis.Diagnostic) []Fix {
	if d.Subject == "" {
		return nil
	}
	return []Fix{{Title: "Write `" + d.Subject + "`", Preferred: true, Edits: []change.Edit{{Path: d.Path, Span: d.Span, Text: d.Subject}}}}
}

// suppressionAt returns the suppression comment around a finding and its item.
func suppressionAt(p *analysis.Program, d analysis.Diagnostic) (file *syntax.File, s syntax.Suppression, it syntax.Placed, ok bool) {
	file, known := p.File(d.Path)
	if !known {
		return nil, s, it, false
	}
	it, _ = file.ItemAt(d.Span.Start)
	if it.Item == nil {
		return nil, s, it, false
	}
	for _, s := range it.Item.Suppressions() {
		if at := s.Span.Shift(it.Base); at.Start <= d.Span.Start && d.Span.End <= at.End {
			return file, s, it, true
		}
	}
	return nil, s, it, false
}

// wholeComment extends the span of a comment to the spaces around it, and to its line if
// nothing else is on it.
func wholeComment(f *syntax.File, comment syntax.Span) syntax.Span {
	start, end := f.LineStart(f.Line(comment.Start)), f.LineEnd(f.Line(comment.End))
	before, after := f.Slice(syntax.Span{Start: start, End: comment.Start}), f.Slice(syntax.Span{Start: comment.End, End: end})
	switch {
	case strings.Trim(before, " \t\uFEFF") == "" && strings.TrimSpace(after) == "":
		comment.Start = start + len(before) - len(strings.TrimPrefix(before, "\uFEFF"))
		comment.End = f.Len()
		if line := f.Line(end) + 1; line < f.LineCount() {
			comment.End = f.LineStart(line)
		}
	case strings.TrimSpace(after) == "":
		comment.Start -= len(before) - len(strings.TrimRight(before, " \t"))
	default:
		comment.End += len(after) - len(strings.TrimLeft(after, " \t"))
	}
	return comment
}
