package hover

import (
	"cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file tells the URN of a resource, and those that its aliases stand for.

// maxAncestors is how many parents of a resource are looked at.
const maxAncestors = 20

// urnFact is the URN that a resource has in the selected stack; empty where the program does not
// say it: without a stack, inside a component, with several instances, or with a parent that is
// no name.
func (h *hoverer) urnFact(it syntax.Placed) markdown.Text {
	if analysis.RangeAttribute(it.Item) != nil {
		return ""
	}
	if u := h.urnOf(it, analysis.FormerName{}); u != "" {
		return "URN " + markdown.Code(u)
	}
	return ""
}

// aliasFact is the URN that the alias object at the offset stands for, with its span; empty where
// the program does not say it.
func (h *hoverer) aliasFact() (syntax.Span, markdown.Text) {
	for _, f := range analysis.FormerNames(h.at.Item.Item) {
		if f.URN != "" || !f.Span.Contains(h.at.Offset) || f.Name == "" && analysis.RangeAttribute(h.at.Item.Item) != nil {
			continue
		}
		if u := h.urnOf(h.at.Item, f); u != "" {
			return f.Span, "Stands for " + markdown.Code(u)
		}
	}
	return syntax.Span{}, ""
}

// urnOf is the URN that a resource had under another name, type or parent. What is left out is
// that of today.
func (h *hoverer) urnOf(it syntax.Placed, f analysis.FormerName) string {
	stack := h.p.Stack()
	if stack == nil || stack.Name == "" || stack.Project == "" || it.Kind != syntax.KindResource || len(it.Labels) < 2 {
		return ""
	}
	above, known := h.typesAbove(it, 0)
	switch {
	case f.NoParent:
		above, known = "", true
	case f.Parent != "":
		above, known = h.typesBelow(f.Parent, 0)
		known = known && !h.hasAliases(f.Parent) // which the engine follows
	}
	kind := f.Type
	if r := h.schemaResource(it.Labels[1].Value); r != nil && kind == "" {
		kind = r.Token
	}
	if !known || kind == "" {
		return ""
	}
	return urn.New(stack.Name, stack.Project, "", above+kind, cmp.Or(f.Name, analysis.LogicalName(it.Item)))
}

// typesAbove are the types of the ancestors of a resource, each with a separator behind it.
func (h *hoverer) typesAbove(it syntax.Placed, depth int) (types string, known bool) {
	parent := analysis.ParentOption(it.Item)
	if parent == nil {
		return "", true
	}
	return h.typesBelow(eval.Source(it.Item, parent.Expr), depth)
}

// typesBelow are the types of the ancestors of a resource with a certain parent.
func (h *hoverer) typesBelow(parent string, depth int) (types string, known bool) {
	it, declared := h.itemNamed(parent)
	if !declared || it.Kind != syntax.KindResource || len(it.Labels) < 2 || depth > maxAncestors || analysis.RangeAttribute(it.Item) != nil {
		return "", false
	}
	r := h.schemaResource(it.Labels[1].Value)
	if r == nil {
		return "", false
	}
	types, known = h.typesAbove(it, depth+1)
	return types + r.Token + "$", known
}

// itemNamed is the item that declares a name.
func (h *hoverer) itemNamed(name string) (syntax.Placed, bool) {
	object := h.p.Lookup(name)
	if object == nil {
		return syntax.Placed{}, false
	}
	return object.Item()
}

// hasAliases reports whether a resource or an ancestor of it may have aliases.
func (h *hoverer) hasAliases(name string) bool {
	for range maxAncestors {
		it, declared := h.itemNamed(name)
		if !declared || it.Block() == nil {
			return false
		}
		if tree.Option(it.Block(), language.NameAliases) != nil {
			return true
		}
		parent := analysis.ParentOption(it.Item)
		if parent == nil {
			return false
		}
		name = eval.Source(it.Item, parent.Expr)
	}
	return true
}
