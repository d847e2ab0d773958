package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
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

// removedElement removes an element of a list in the options.
func removedElement(s site) []Fix { return needlessEntry(s.program, s.finding) }

// removedText removes the text of the finding.
func removedText(s site) []Fix {
	return []Fix{{Title: "Remove `" + s.text(s.span) + "`", Edits: []change.Edit{s.replace(s.span, "")}, Preferred: true}}
}

// removedItem removes a declaration with its leading comment. It is never safe: an author who
// saves a file while writing must not lose a local that is not used yet.
func removedItem(s site) []Fix {
	content := analysis.ContentSpan(s.item).Shift(-s.item.Base)
	from := s.line(content.Start).Start
	for from > 0 {
		before := s.line(from - 1)
		if !isComment(s.text(before)) || s.item.Base+before.Start == 0 {
			break
		}
		from = before.Start
	}
	title := "Remove " + s.item.Kind.String()
	if s.item.Name != "" {
		title += " `" + s.item.Name + "`"
	}
	part := s.withSpace(syntax.Span{Start: from, End: max(content.End, s.line(max(content.End-1, 0)).End)})
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
			return s.removedEntry(n, span.Start)
		}
	}
	return nil
}

// removedEntry removes an entry of an object, unless it is the last one.
func (s site) removedEntry(object *hclsyntax.ObjectConsExpr, at int) []Fix {
	for i, entry := range object.Items {
		key := syntax.SpanOf(entry.KeyExpr)
		if !key.Touches(at) || i+1 == len(object.Items) {
			continue
		}
		part := syntax.Span{Start: key.Start, End: syntax.SpanOf(object.Items[i+1].KeyExpr).Start}
		if strings.ContainsAny(s.text(syntax.Span{Start: syntax.SpanOf(entry.ValueExpr).End, End: part.End}), "#/") {
			return nil // a comment is between them
		}
		return []Fix{{Title: "Remove the first value, which has no effect", Edits: []change.Edit{s.replace(part, "")}, Safe: true, Preferred: true}}
	}
	return nil
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
func emptyBlock(s site) []Fix {
	block, ok := innermost(s, func(b *hclsyntax.Block) bool { return syntax.SpanOf(b).Start == s.span.Start })
	if !ok {
		return nil
	}
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
	return []Fix{{Title: "Remove the empty block", Edits: []change.Edit{s.without(s.withSpace(syntax.SpanOf(block)))}, Preferred: true}}
}

// needlessEntry removes an element of a list in the options, and the whole option if no other
// element is left.
func needlessEntry(p *analysis.Program, d analysis.Diagnostic) []Fix {
	s, ok := siteOf(p, d)
	if !ok {
		return nil
	}
	list, ok := innermost(s, func(l *hclsyntax.TupleConsExpr) bool { return true })
	if !ok {
		return nil
	}
	at := -1
	for i, x := range list.Exprs {
		if syntax.SpanOf(x) == s.span {
			at = i
		}
	}
	option, inOption := innermost(s, func(*hclsyntax.Attribute) bool { return true })
	block, inBlock := innermost(s, func(b *hclsyntax.Block) bool { return b.Type == language.OptionsBlock })
	switch {
	case at < 0 || !inOption || !inBlock:
		return nil
	case len(list.Exprs) == 1 && len(block.Body.Attributes) == 1:
		return []Fix{{Title: "Remove the redundant options", Edits: []change.Edit{s.without(s.withSpace(syntax.SpanOf(block)))}, Preferred: true}}
	case len(list.Exprs) == 1:
		return []Fix{{Title: "Remove `" + option.Name + "`, which has no effect", Edits: []change.Edit{s.without(syntax.SpanOf(option))}, Preferred: true}}
	}
	part := s.span // includes the comma before it, or after it for the first element
	if at > 0 {
		part.Start = syntax.SpanOf(list.Exprs[at-1]).End
	} else {
		part.End = syntax.SpanOf(list.Exprs[1]).Start
	}
	if strings.ContainsAny(s.text(part), "#\n") || strings.Contains(s.text(part), "//") {
		part = s.span // comments and other commas stay
		rest := s.item.Text[part.End:]
		trimmed := strings.TrimLeft(rest, " \t")
		if !strings.HasPrefix(trimmed, ",") {
			return nil
		}
		part.End += len(rest) - len(trimmed) + 1
		if line := s.line(part.Start); isComment(s.text(syntax.Span{Start: part.End, End: max(part.End, line.End)})) &&
			strings.TrimSpace(s.text(syntax.Span{Start: line.Start, End: part.Start})) == "" {
			part = line // a comment after it belongs to it
		}
		return []Fix{{Title: "Remove `" + s.text(s.span) + "`", Edits: []change.Edit{s.without(part)}, Preferred: true}}
	}
	return []Fix{{Title: "Remove `" + s.text(s.span) + "`", Edits: []change.Edit{s.replace(part, "")}, Preferred: true}}
}
