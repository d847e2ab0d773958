package fix

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file removes the cause of a finding.

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
	from := edit.CommentsAbove(s.item.Text, content.Start, first)
	title := "Remove " + s.item.Kind.String()
	if s.item.Name != "" {
		title += " `" + s.item.Name + "`"
	}
	part := syntax.Span{Start: from, End: max(content.End, s.line(max(content.End-1, 0)).End)}
	below := s.item.Base + part.End
	if next := s.file.Slice(syntax.Span{Start: below, End: s.file.LineEnd(s.file.Line(below))}); strings.TrimSpace(next) == "" {
		part = edit.SpaceAbove(s.item.Text, part) // one empty line stays between the neighbors
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
			fixes := s.removedEntry("Remove the first value, which has no effect", edit.Members(n), span.Start)
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
	part, ok := edit.RemoveEntry(s.item.Text, entries, i)
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
	return []Fix{{Title: "Remove the empty block", Edits: []change.Edit{s.without(edit.SpaceAbove(s.item.Text, syntax.SpanOf(block)))}, Preferred: true}}
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
		return s.removedEntry("Remove `"+s.text(s.span)+"`", edit.Elements(list), s.span.Start)
	}
	title := "Remove `" + option.Name + "`, which has no effect"
	if len(block.Body.Attributes) == 1 {
		title = "Remove the redundant options"
	}
	return []Fix{{Title: title, Edits: []change.Edit{s.replace(s.block().Removal(option), "")}, Preferred: true}}
})
