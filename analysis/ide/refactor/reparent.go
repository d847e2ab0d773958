package refactor

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file gives a resource another parent.

// handedOn are the options that a parent hands on to its children. A provider is handed on, too, but the block can name it.
var handedOn = []string{language.NameProtect}

// parents offers other parents, and none.
func (s place) parents() (all []moved) {
	if s.item.Kind != syntax.KindResource {
		return nil
	}
	current := s.parentOf(s.item)
	if s.option(language.NameParent) != nil {
		all = append(all, s.reparented("", "Remove the parent", s.edits(s.block().RemoveOption(language.NameParent))))
	}
	needing := s.program.Dependents(s.item.Name)
	for _, o := range s.program.Objects() {
		it, ok := o.Item()
		if !ok || len(all) == mostTargets {
			break
		}
		if o.Kind != analysis.ObjectResource && o.Kind != analysis.ObjectComponent || o.Name == current || it.Block() == nil ||
			len(it.Errors) > 0 || analysis.RangeAttribute(it.Item) != nil || o.Name == s.item.Name || needing[o.Name] || syntax.IdentifierEnd(o.Name, 0) != len(o.Name) {
			continue
		}
		all = append(all, s.reparented(o.Name, "Set the parent to `"+o.Name+"`", s.edits(s.block().SetOption(language.NameParent, o.Name))))
	}
	return all
}

// reparented is the action, which is disabled where another parent hands on other options.
func (s place) reparented(to, title string, edits []change.Edit) moved {
	m := rewritten("parent", title, edits, "", keep.Unmoved)
	was, is := s.inherited(s.parentOf(s.item)), s.inherited(to)
	for _, option := range handedOn {
		if s.option(option) == nil && was[option] != is[option] {
			m.Disabled = "it would inherit another `" + option + "` from its parent"
		}
	}
	return m
}

// parentOf is the name of the parent that an item gives itself; empty for none.
func (s place) parentOf(it syntax.Placed) string {
	a := analysis.ParentOption(it.Item)
	if a == nil {
		return ""
	}
	for _, ref := range syntax.FreeNamesIn(a.Expr) {
		return ref.Name
	}
	return ""
}

// inherited are the options that a parent and its parents hand on, as they are written.
func (s place) inherited(name string) map[string]string {
	all := map[string]string{}
	for seen := map[string]bool{}; name != "" && !seen[name]; {
		seen[name] = true
		o := s.program.Lookup(name)
		if o == nil {
			break
		}
		it, ok := o.Item()
		if !ok {
			break
		}
		above := place{ctx: s.ctx, program: s.program, item: it}
		for _, option := range handedOn {
			if a := above.option(option); a != nil && all[option] == "" {
				all[option] = above.textOf(a.Expr)
			}
		}
		name = s.parentOf(it)
	}
	return all
}
