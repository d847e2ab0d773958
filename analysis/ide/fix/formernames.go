package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file keeps the names of resources that were renamed or moved.

// formerName writes the alias or the logical name that a finding proposes. The block may be inside a
// component.
func formerName(p *analysis.Program, d analysis.Diagnostic) []Fix {
	at := d
	if len(d.Related) > 0 {
		at = analysis.Diagnostic{Path: d.Related[0].Path, Span: d.Related[0].Span}
		p = withFile(p, at.Path, map[string]bool{})
	}
	if p == nil || d.Subject == "" {
		return nil
	}
	s, ok := siteOf(p, at)
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
		fixes[i].Edits = append(fixes[i].Edits, keep.FormerType(s.path, s.item, info.Resource.Token)...)
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
