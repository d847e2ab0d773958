package planview

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds what to write into a block so that its resources keep their names: an alias if the
// block makes one resource, and otherwise the logical name that all of them had.

// keeping is the alias object, or the attribute with the logical name; empty if neither helps.
func (f *namesFindings) keeping(g *namesGroup) string {
	first := g.pairs[0]
	moved, uses := f.moved[first.now.Item.Item], f.uses[first.now.Item.Item]
	if len(moved) == 1 && uses == 1 && !first.now.Local && analysis.RangeAttribute(first.now.Item.Item) == nil {
		return aliasOf(first)
	}
	name := ""
	for _, p := range moved {
		logical, ok := p.logicalName()
		if !ok || name != "" && name != logical {
			return ""
		}
		name = logical
	}
	if uses != len(moved) || name == "" {
		return ""
	}
	return language.LogicalName + " = " + printer.Text(name)
}

// aliasOf is an alias that stands for the resource that goes.
func aliasOf(p replacement) string {
	was, err := urn.Parse(p.old.URN)
	is, problem := urn.Parse(p.now.URN)
	if err != nil || problem != nil {
		return ""
	}
	var parts []string
	if name := was.Part(urn.Name); name != p.now.Name {
		parts = append(parts, language.AliasName+" = "+printer.Text(name))
	}
	if before, now := was.Part(urn.QualifiedType), is.Part(urn.QualifiedType); before != now {
		if before != was.Part(urn.Type) {
			parts = append(parts, language.AliasKind+" = "+printer.Text(before))
		}
		if p.now.Parent != "" {
			parts = append(parts, language.AliasNoParent+" = true")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// logicalName is the logical name with which the new resource has the name of the old one.
func (p replacement) logicalName() (string, bool) {
	was, err := urn.Parse(p.old.URN)
	is, problem := urn.Parse(p.now.URN)
	if err != nil || problem != nil || was.Part(urn.QualifiedType) != is.Part(urn.QualifiedType) {
		return "", false
	}
	before, after := around(p.now)
	name, begins := strings.CutPrefix(was.Part(urn.Name), before)
	name, ends := strings.CutSuffix(name, after)
	return name, begins && ends && name != ""
}

// around is what stands before and after the logical name in a registered name.
func around(r *eval.Registration) (before, after string) {
	if r.Within != nil {
		before = r.Within.Name + "-"
	}
	after, _ = strings.CutPrefix(r.Name, before+analysis.LogicalName(r.Item.Item))
	return before, after
}
