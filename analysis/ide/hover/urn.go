package hover

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file tells the URN of a resource.

// maxAncestors is how many parents of a resource are looked at.
const maxAncestors = 20

// urnFact is the URN that a resource has in the selected stack; empty where the program does not
// say it: without a stack, inside a component, with several instances, or with a parent that is
// no name.
func (h *hoverer) urnFact(it syntax.Placed) string {
	stack := h.p.Stack()
	if stack == nil || stack.Name == "" || stack.Project == "" || analysis.RangeAttribute(it.Item) != nil {
		return ""
	}
	types, known := h.qualifiedType(it, 0)
	if !known {
		return ""
	}
	return "URN " + markdown.Code(urn.Prefix+stack.Name+"::"+stack.Project+"::"+types+"::"+analysis.LogicalName(it.Item))
}

// qualifiedType is the type of a resource after those of its ancestors.
func (h *hoverer) qualifiedType(it syntax.Placed, depth int) (types string, known bool) {
	if it.Kind != syntax.KindResource || len(it.Labels) < 2 || depth > maxAncestors {
		return "", false
	}
	r := h.schemaResource(it.Labels[1].Value)
	if r == nil {
		return "", false
	}
	parent := analysis.ParentOption(it.Item)
	if parent == nil {
		return r.Token, true
	}
	name, ok := parent.Expr.(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(name.Traversal) != 1 {
		return "", false
	}
	object := h.p.Lookup(name.Traversal.RootName())
	if object == nil {
		return "", false
	}
	above, declared := object.Item()
	if !declared || analysis.RangeAttribute(above.Item) != nil {
		return "", false
	}
	types, known = h.qualifiedType(above, depth+1)
	return types + "$" + r.Token, known
}
