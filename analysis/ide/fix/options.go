package fix

import (
	"context"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file fixes options: aliases, the former names of resources that were renamed or moved, and what constructs of
// other languages mean, which [language.ForeignOption] and [language.ForeignReference] know.

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
	return s.removedEntry("Remove `noParent`", change.Members(object), s.span.Start)
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

// asOption moves an attribute that is an option into the options, with those beside it that the finding is about, too.
func asOption(s site) []Fix {
	a, ok := s.attribute()
	if !ok || s.finding.Suggestion != "" || s.item.Block() == nil || s.item.Block().Body.Attributes[a.Name] == nil {
		return nil
	}
	all := []*hclsyntax.Attribute{a}
	for _, related := range s.finding.Related {
		for _, other := range s.item.Block().Body.Attributes {
			if syntax.SpanOf(other).Start == related.Span.Start-s.item.Base {
				all = append(all, other)
			}
		}
	}
	var edits []change.Edit
	var lines, names []string
	for _, a := range all {
		name := options.Meant(a.Name)
		if name == "" || s.block().Option(name) != nil {
			return nil
		}
		lines, names = append(lines, name+" = "+s.of(a.Expr)), append(names, foreignName(a)...)
		edits = append(edits, s.replace(s.block().Removal(a), ""))
	}
	indented := strings.ReplaceAll(strings.Join(lines, "\n"), "\n", s.lineEnd()+"    ")
	edits = append(edits, s.edits(s.block().AddOption(indented))...)
	return []Fix{{Title: "Move it into `" + language.OptionsBlock + "`", Edits: edits, Preferred: true, reveals: true, translated: names}}
}

// foreignName is the name of an attribute if another language has an option with it, so that no typing mistake is guessed.
func foreignName(a *hclsyntax.Attribute) []string {
	if language.ForeignOption(a.Name) == "" {
		return nil
	}
	return []string{a.Name}
}

// blockAsOptions makes options of a block that holds them elsewhere, such as `lifecycle` of Terraform, if all of it has a counterpart.
func blockAsOptions(s site, b *hclsyntax.Block) []Fix {
	if !language.IsForeignOptions(b.Type) || len(b.Body.Blocks) > 0 || len(b.Body.Attributes) == 0 {
		return nil
	}
	edits, names := []change.Edit{s.replace(s.span, language.OptionsBlock)}, []string{b.Type}
	for _, a := range b.Body.Attributes {
		name := options.Meant(a.Name)
		if name == "" {
			return nil
		}
		at := syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}
		edits, names = append(edits, s.replace(at, name)), append(names, foreignName(a)...)
	}
	return []Fix{{Title: "Write `" + language.OptionsBlock + "`", Edits: edits, Preferred: true, reveals: true, translated: names}}
}

// foreignReference writes what a reference such as `var.region` refers to.
var foreignReference = about(site.begins, func(s site, t *hclsyntax.ScopeTraversalExpr) []Fix {
	if len(t.Traversal) < 2 {
		return nil
	}
	step, ok := t.Traversal[1].(hcl.TraverseAttr)
	if !ok {
		return nil
	}
	text := language.ForeignReference(t.Traversal.RootName(), step.Name)
	if text == "" {
		return nil
	}
	f := s.rewrite(syntax.Span{Start: s.span.Start, End: step.SrcRange.End.Byte}, text, "Write `"+text+"`")
	f.reveals, f.translated = true, []string{t.Traversal.RootName(), step.Name}
	return []Fix{f}
})

// formerName writes the alias or the logical name that a finding proposes. The block may be inside a
// component.
func formerName(ctx context.Context, p *analysis.Program, d analysis.Diagnostic) []Fix {
	at := d
	if len(d.Related) > 0 {
		at = analysis.Diagnostic{Path: d.Related[0].Path, Span: d.Related[0].Span}
		p = withFile(p, at.Path, map[string]bool{})
	}
	if p == nil || d.Subject == "" {
		return nil
	}
	s, ok := siteOf(ctx, p, at)
	if !ok || s.item.Block() == nil || len(s.item.Errors) > 0 {
		return nil
	}
	if !strings.HasPrefix(d.Subject, "{") {
		_, name, _ := strings.Cut(d.Subject, " = ")
		edits := s.edits(s.block().SetLogicalName(name))
		return []Fix{{Title: "Keep the old name with `" + language.LogicalName + "`", Preferred: true, Edits: edits}}
	}
	edits, ok := s.withAlias(d.Subject)
	if !ok {
		return nil
	}
	return []Fix{{Title: "Keep the resource with an alias", Preferred: true, Edits: edits}}
}

// withFile returns the program with a file: p or one of its components; nil if none has it.
func withFile(p *analysis.Program, path string, seen map[string]bool) *analysis.Program {
	if _, ok := p.File(path); ok {
		return p
	}
	seen[p.Dir] = true
	for _, dir := range p.ComponentDirs() {
		if inner := p.ComponentProgram(dir); inner != nil && !seen[dir] {
			if found := withFile(inner, path, seen); found != nil {
				return found
			}
		}
	}
	return nil
}

// successor moves a resource to a type that the finding names, with the former type as an alias, so that a run keeps the resource.
func successor(s site) []Fix {
	fixes := choices(s)
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil || info.Resource == nil || s.item.Kind != syntax.KindResource || s.item.Block() == nil || len(s.item.Errors) > 0 {
		return fixes
	}
	for i := range fixes {
		fixes[i].Edits = append(fixes[i].Edits, preserve.FormerType(s.path, s.item, info.Resource.Token)...)
	}
	return fixes
}

// withAlias returns edits that add an alias. It is false if the aliases are not written out as a list.
func (s site) withAlias(alias string) ([]change.Edit, bool) {
	a := s.block().Option(language.NameAliases)
	if a == nil {
		return s.edits(s.block().AddOption(language.NameAliases + " = [" + alias + "]")), true
	}
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil, false
	}
	return s.edits([]syntax.Edit{s.block().AddElements(list, alias)}), true
}
