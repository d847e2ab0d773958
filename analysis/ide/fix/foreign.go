package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file writes what constructs of other languages mean, which [language.ForeignOption] and [language.ForeignReference] know.

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
