package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file removes what findings are about.

// attribute is the innermost attribute around the finding.
func (s site) attribute() (*hclsyntax.Attribute, bool) {
	return innermost(s, func(*hclsyntax.Attribute) bool { return true })
}

// removeAttribute removes the attribute, and the options that it leaves empty.
func (s site) removeAttribute() []Fix {
	a, ok := s.attribute()
	if !ok || s.item.Attr == a {
		return nil
	}
	part := syntax.SpanOf(a)
	if block, in := innermost(s, func(b *hclsyntax.Block) bool { return b.Type == "options" }); in && len(block.Body.Attributes) == 1 && len(block.Body.Blocks) == 0 {
		part = s.withSpace(syntax.SpanOf(block))
	}
	return []Fix{{Title: "Remove `" + a.Name + "`", Edits: []change.Edit{s.without(part)}}}
}

func removed(s site) []Fix {
	fixes := s.removeAttribute()
	for i := range fixes {
		fixes[i].Preferred = true
		fixes[i].Safe = s.severity != codes.Error
	}
	return fixes
}

// removedElement removes an element of a list in the options.
func removedElement(s site) []Fix { return needlessEntry(s.program, s.finding) }

// removedText removes the very text.
func removedText(s site) []Fix {
	return []Fix{{Title: "Remove `" + s.text(s.span) + "`", Edits: []change.Edit{s.replace(s.span, "")}, Preferred: true}}
}

// removedItem removes a declaration, with the comment that stands on it. That is never
// safe: an unused local may be one that is going to be used, and who saves a file while
// writing it must not lose lines.
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

// removedFirst removes what the finding relates to, because only the last counts.
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
			return []Fix{{Title: "Remove the first one, which says nothing", Edits: []change.Edit{s.without(syntax.SpanOf(n))}, Safe: true, Preferred: true}}
		case *hclsyntax.ObjectConsExpr:
			return s.removedEntry(n, span.Start)
		}
	}
	return nil
}

// removedEntry removes an entry that is not the last one of an object.
func (s site) removedEntry(object *hclsyntax.ObjectConsExpr, at int) []Fix {
	for i, entry := range object.Items {
		key := syntax.SpanOf(entry.KeyExpr)
		if !key.Touches(at) || i+1 == len(object.Items) {
			continue
		}
		part := syntax.Span{Start: key.Start, End: syntax.SpanOf(object.Items[i+1].KeyExpr).Start}
		if strings.ContainsAny(s.text(syntax.Span{Start: syntax.SpanOf(entry.ValueExpr).End, End: part.End}), "#/") {
			return nil // a comment stands between them
		}
		return []Fix{{Title: "Remove the first value, which says nothing", Edits: []change.Edit{s.replace(part, "")}, Safe: true, Preferred: true}}
	}
	return nil
}

// lostSteps refers to the whole thing instead of one of its members.
func lostSteps(s site) []Fix {
	t, ok := innermost(s, func(t *hclsyntax.ScopeTraversalExpr) bool { return syntax.SpanOf(t) == s.span && len(t.Traversal) > 1 })
	if !ok {
		return nil
	}
	return s.instead(t.Traversal.RootName(), true)
}

// mergedOptions moves options to the block before.
func mergedOptions(s site) []Fix {
	if s.item.Block == nil {
		return nil
	}
	var first, second *hclsyntax.Block
	for _, b := range s.item.Block.Body.Blocks {
		switch {
		case b.Type != "options":
		case syntax.SpanOf(b).Touches(s.span.Start):
			second = b
		case first == nil:
			first = b
		}
	}
	if first == nil || second == nil {
		return nil
	}
	for name := range second.Body.Attributes {
		if first.Body.Attributes[name] != nil {
			return nil
		}
	}
	inside := strings.Trim(s.text(syntax.Span{Start: second.OpenBraceRange.End.Byte, End: second.CloseBraceRange.Start.Byte}), " \t\r\n")
	if inside == "" || strings.Contains(inside, "<<") {
		return nil
	}
	at := first.CloseBraceRange.Start.Byte
	indent := "  "
	if !strings.HasSuffix(strings.TrimRight(s.item.Text[:at], " \t"), "\n") {
		indent = s.lineEnd() + "    "
	}
	return []Fix{{Title: "Put the options together", Preferred: true, Edits: []change.Edit{
		s.replace(syntax.Span{Start: at, End: at}, indent+inside+s.lineEnd()+"  "), s.without(syntax.SpanOf(second)),
	}}}
}
