package fix

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file removes the cause of a finding, and fixes suppression comments.

func removed(s site) []Fix {
	fixes := s.removeAttribute()
	for i := range fixes {
		fixes[i].Preferred = true
		fixes[i].Safe = s.severity != codes.Error
	}
	return fixes
}

// removedWhole removes an attribute if the finding is about its whole value.
func removedWhole(s site) []Fix {
	if !s.isWhole() {
		return nil
	}
	return removed(s)
}

// removedText removes the text of the finding.
func removedText(s site) []Fix {
	return []Fix{{Title: "Remove `" + s.text(s.span) + "`", Edits: []change.Edit{s.replace(s.span, "")}, Preferred: true}}
}

// removedItem removes a declaration with its leading comment. It is never safe: an author who
// saves a file while writing must not lose a local that is not used yet.
func removedItem(s site) []Fix {
	content := analysis.ContentSpan(s.item).Shift(-s.item.Base)
	first := 0
	if s.item.Base == 0 { // a comment at the top may be about the file
		first = 1
	}
	from := change.CommentsAbove(s.item.Text, content.Start, first)
	title := "Remove " + s.item.Kind.String()
	if s.item.Name != "" {
		title += " `" + s.item.Name + "`"
	}
	part := syntax.Span{Start: from, End: max(content.End, s.line(max(content.End-1, 0)).End)}
	below := s.item.Base + part.End
	if next := s.file.Slice(syntax.Span{Start: below, End: s.file.LineEnd(s.file.Line(below))}); strings.TrimSpace(next) == "" {
		part = change.SpaceAbove(s.item.Text, part) // one empty line stays between the neighbors
	}
	return []Fix{{Title: title, Edits: []change.Edit{s.replace(part, "")}, Preferred: s.code == codes.UnusedLocal}}
}

// removedFirst removes the related place, because only the last one counts.
func removedFirst(s site) []Fix {
	if len(s.finding.Related) == 0 || s.finding.Related[0].Path != s.path {
		return nil
	}
	span := s.finding.Related[0].Span.Shift(-s.item.Base)
	if span.Start < 0 || span.End > len(s.item.Text) {
		return nil
	}
	nodes := syntax.NodeAt(s.item.Item, span.Start)
	for i := len(nodes) - 1; i >= 0; i-- {
		switch n := nodes[i].(type) {
		case *hclsyntax.Block:
			return []Fix{{Title: "Remove the first one, which has no effect", Edits: []change.Edit{s.without(syntax.SpanOf(n))}, Safe: true, Preferred: true}}
		case *hclsyntax.ObjectConsExpr:
			fixes := s.removedEntry("Remove the first value, which has no effect", change.Members(n), span.Start)
			return safe(fixes)
		}
	}
	return nil
}

// removedEntry removes the entry of a list or an object that begins at an offset, unless a comment
// would go with it that may be about another entry.
func (s site) removedEntry(title string, entries []syntax.Span, at int) []Fix {
	i := slices.IndexFunc(entries, func(e syntax.Span) bool { return e.Start == at })
	if i < 0 {
		return nil
	}
	part, ok := change.RemoveEntry(s.item.Text, entries, i)
	if !ok {
		return nil
	}
	return []Fix{{Title: title, Edits: []change.Edit{s.replace(part, "")}, Preferred: true}}
}

// lostSteps replaces a traversal by its root.
func lostSteps(s site) []Fix {
	t, ok := innermost(s, func(t *hclsyntax.ScopeTraversalExpr) bool { return syntax.SpanOf(t) == s.span && len(t.Traversal) > 1 })
	if !ok {
		return nil
	}
	return s.instead(t.Traversal.RootName(), true)
}

// emptyBlock removes an empty block, unless it contains a comment.
func emptyBlock(s site, block *hclsyntax.Block) []Fix {
	if inside := s.text(syntax.Span{Start: block.OpenBraceRange.End.Byte, End: block.CloseBraceRange.Start.Byte}); strings.TrimSpace(inside) != "" {
		return nil
	}
	if syntax.Same(block, s.item.Block()) {
		fixes := removedItem(s)
		for i := range fixes {
			fixes[i].Preferred = true
		}
		return fixes
	}
	return []Fix{{Title: "Remove the empty block", Edits: []change.Edit{s.without(change.SpaceAbove(s.item.Text, syntax.SpanOf(block)))}, Preferred: true}}
}

// removedElement removes an element of a list in the options, and the whole option if no other
// element is left.
var removedElement = about(anywhere, func(s site, list *hclsyntax.TupleConsExpr) []Fix {
	if !slices.ContainsFunc(list.Exprs, func(e hclsyntax.Expression) bool { return syntax.SpanOf(e) == s.span }) {
		return nil
	}
	option, inOption := innermost(s, func(*hclsyntax.Attribute) bool { return true })
	block, inBlock := innermost(s, func(b *hclsyntax.Block) bool { return b.Type == language.OptionsBlock })
	switch {
	case !inOption || !inBlock:
		return nil
	case len(list.Exprs) > 1:
		return s.removedEntry("Remove `"+s.text(s.span)+"`", change.Elements(list), s.span.Start)
	}
	title := "Remove `" + option.Name + "`, which has no effect"
	if len(block.Body.Attributes) == 1 {
		title = "Remove the redundant options"
	}
	return []Fix{{Title: title, Edits: []change.Edit{s.replace(s.block().Removal(option), "")}, Preferred: true}}
})

// unneeded removes an unused code from a suppression comment, or the whole comment if it is
// the only code.
func unneeded(_ context.Context, p *analysis.Program, d analysis.Diagnostic) []Fix {
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
	part, _ := change.RemoveEntry(it.Text, codes, i)
	return []Fix{{Title: "Remove `" + s.Codes[i].Pattern + "`", Preferred: true, Edits: []change.Edit{{Path: d.Path, Span: part.Shift(it.Base)}}}}
}

// meantCode replaces an unknown code by the similar code that the finding names.
func meantCode(_ context.Context, _ *analysis.Program, d analysis.Diagnostic) []Fix {
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
