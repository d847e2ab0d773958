package fix

import (
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// alias turns an old name into an alias object.
func alias(s site, t *hclsyntax.TemplateExpr) []Fix {
	text, plain := analysis.PlainText(t)
	if !plain || strings.Contains(text, ":") {
		return nil
	}
	return []Fix{s.rewrite(syntax.SpanOf(t), "{ name = "+printer.Text(text)+" }", "Write an alias object")}
}

// withoutAlias removes an alias. Which of two resources has the wrong one is not known.
func withoutAlias(s site) []Fix {
	fixes := removedElement(s)
	for i := range fixes {
		fixes[i].Title, fixes[i].Preferred = "Remove the alias", s.code == codes.AliasesOwn
	}
	return fixes
}

// withoutNoParent removes `noParent` from an alias object with the comma beside it.
func withoutNoParent(s site, object *hclsyntax.ObjectConsExpr) []Fix {
	return s.removedEntry("Remove `noParent`", edit.Members(object), s.span.Start)
}

// elementCount replaces a range by its length if its values are unused.
func elementCount(s site) []Fix {
	a, ok := s.attribute()
	if !ok {
		return nil
	}
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil
	}
	count := strconv.Itoa(len(list.Exprs))
	return []Fix{s.rewrite(syntax.SpanOf(a.Expr), count, "Write the number "+count)}
}

// keyed turns a list of names into a map.
var keyed = about(site.is, func(s site, list *hclsyntax.TupleConsExpr) []Fix {
	var entries []string
	for _, e := range list.Exprs {
		text, plain := analysis.PlainText(e)
		if !plain {
			return nil
		}
		entries = append(entries, printer.Text(text)+" = "+s.text(syntax.SpanOf(e)))
	}
	return []Fix{s.rewrite(s.span, "{ "+strings.Join(entries, ", ")+" }", "Convert to a map (this renames the instances)")}
})

// hookOfKind changes the kind of the hook to the one that its place takes.
func hookOfKind(s site) []Fix {
	fixes := removedElement(s)
	if len(s.finding.Related) == 0 {
		return fixes
	}
	o := s.program.Lookup(s.text(s.span))
	if o == nil || o.Kind != analysis.ObjectHook {
		return fixes
	}
	it, _ := o.Item()
	if len(it.Labels) == 0 {
		return fixes
	}
	kind := language.ErrorHook
	if it.Labels[0].Value == language.ErrorHook {
		kind = language.ResourceHook
	}
	edit := change.Edit{Path: o.Path, Span: it.Labels[0].Span.Shift(it.Base), Text: kind}
	return append(fixes, Fix{Title: "Make `" + o.Name + "` a hook of kind `" + kind + "`", Edits: []change.Edit{edit}})
}

// pathInstead writes the path that the message proposes.
func pathInstead(s site) []Fix {
	if s.code == codes.PathKind {
		return proposed(s)
	}
	return removedText(s)
}

// mergedOptions moves the options to the first options block.
func mergedOptions(s site) []Fix {
	var first, second *hclsyntax.Block
	for _, b := range s.item.Block().Body.Blocks {
		switch {
		case b.Type != language.OptionsBlock:
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
	edits := append(s.edits(s.block().Nested(first).AddLast(inside)), s.without(syntax.SpanOf(second)))
	return []Fix{{Title: "Merge the options", Preferred: true, Edits: edits, translated: []string{language.OptionsBlock}}}
}

// protected adds the option `protect`.
func protected(s site) []Fix {
	return []Fix{{Title: "Add `protect = true`", Edits: s.edits(s.block().AddOption("protect = true"))}}
}
