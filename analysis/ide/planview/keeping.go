package planview

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds what to write into a block so that its resources keep their names: an alias if one does
// for all resources that the block makes, and otherwise the logical name that all of them had.

// keeping is the alias object, or the attribute with the logical name; empty if neither helps.
func (f *namesFindings) keeping(g *namesGroup) string {
	block := g.pairs[0].now.Item.Item
	moved := f.moved[block]
	if len(moved) == 1 && f.uses[block] == 1 && !moved[0].now.Local && !moved[0].now.Many {
		return aliasOf(moved[0])
	}
	if text, all := common(moved, typeAlias); all && !moved[0].now.Local {
		return text
	}
	if name, all := common(moved, replacement.logicalName); all && f.uses[block] == len(moved) {
		return language.LogicalName + " = " + printer.Text(name)
	}
	return ""
}

// common is what all have in common.
func common(moved []replacement, of func(replacement) (string, bool)) (text string, all bool) {
	for i, p := range moved {
		one, ok := of(p)
		if !ok || i > 0 && one != text {
			return "", false
		}
		text = one
	}
	return text, text != ""
}

// typeAlias is an alias that leaves the name out. Several resources can share it if only something above them
// changed.
func typeAlias(p replacement) (string, bool) {
	return aliasOf(p), p.old.Name() == p.now.Name
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
	before, now := was.Part(urn.QualifiedType), is.Part(urn.QualifiedType)
	if before != now || misread(p.now.Parent) {
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

// misread reports whether the engine takes a part of the name of a parent for its type, where an alias leaves
// the type out.
func misread(parent string) bool {
	u, err := urn.Parse(parent)
	return parent != "" && (err != nil || strings.Contains(u.Part(urn.Name), "::"))
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
