package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file fixes findings about what is there for nothing: entries of options, and
// references to outputs, which have no value inside the program.

// needlessEntry removes an element of a list, and the option with the last one.
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
	block, inBlock := innermost(s, func(b *hclsyntax.Block) bool { return b.Type == "options" })
	switch {
	case at < 0 || !inOption || !inBlock:
		return nil
	case len(list.Exprs) == 1 && len(block.Body.Attributes) == 1:
		return []Fix{{Title: "Remove the options, which say nothing", Edits: []change.Edit{s.without(s.withSpace(syntax.SpanOf(block)))}, Preferred: true}}
	case len(list.Exprs) == 1:
		return []Fix{{Title: "Remove `" + option.Name + "`, which says nothing", Edits: []change.Edit{s.without(syntax.SpanOf(option))}, Preferred: true}}
	}
	part := s.span // with the comma before it, or behind it for the first one
	if at > 0 {
		part.Start = syntax.SpanOf(list.Exprs[at-1]).End
	} else {
		part.End = syntax.SpanOf(list.Exprs[1]).Start
	}
	if strings.ContainsAny(s.text(part), "#\n") || strings.Contains(s.text(part), "//") {
		part = s.span // comments stay, and a comma is left where it is
		rest := s.item.Text[part.End:]
		trimmed := strings.TrimLeft(rest, " \t")
		if !strings.HasPrefix(trimmed, ",") {
			return nil
		}
		part.End += len(rest) - len(trimmed) + 1
		if line := s.line(part.Start); isComment(s.text(syntax.Span{Start: part.End, End: max(part.End, line.End)})) &&
			strings.TrimSpace(s.text(syntax.Span{Start: line.Start, End: part.Start})) == "" {
			part = line // what is said behind it is about it
		}
		return []Fix{{Title: "Remove `" + s.text(s.span) + "`", Edits: []change.Edit{s.without(part)}, Preferred: true}}
	}
	return []Fix{{Title: "Remove `" + s.text(s.span) + "`", Edits: []change.Edit{s.replace(part, "")}, Preferred: true}}
}

// isComment reports the rest of a line that is a comment.
func isComment(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//")
}

// withSpace is a part of the item with the empty line before it, if there is one.
func (s site) withSpace(part syntax.Span) syntax.Span {
	before := s.item.Text[:part.Start]
	bare := strings.TrimRight(before, " \t\r\n")
	if strings.Count(before[len(bare):], "\n") > 1 {
		part.Start = len(bare) + strings.Index(before[len(bare):], "\n") + 1
	}
	return part
}

// permanent refers to what an output exports instead of to the output.
func permanent(p *analysis.Program, d analysis.Diagnostic) []Fix {
	s, ok := siteOf(p, d)
	if !ok {
		return nil
	}
	o := p.LookupOutput(s.text(s.span))
	reference, found := innermost(s, func(t *hclsyntax.ScopeTraversalExpr) bool { return syntax.SpanOf(t).Start == s.span.Start })
	if o == nil || !found || p.Lookup(s.text(s.span)) != nil && p.Lookup(s.text(s.span)).Kind != analysis.ObjectOutput {
		return nil
	}
	it, _ := o.Item()
	if it.Block == nil || it.Block.Body.Attributes["value"] == nil {
		return nil
	}
	exported, plain := it.Block.Body.Attributes["value"].Expr.(*hclsyntax.ScopeTraversalExpr)
	if !plain || exported.Traversal.RootName() == reference.Traversal.RootName() {
		return nil
	}
	span := syntax.SpanOf(exported)
	text := it.Text[span.Start:span.End]
	return []Fix{{Title: "Refer to `" + text + "`", Edits: []change.Edit{s.replace(s.span, text)}, Preferred: true}}
}
