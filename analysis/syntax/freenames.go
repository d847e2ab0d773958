package syntax

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Free names: what an item refers to, without knowing what the names denote.

// Ref is one use of a name.
type Ref struct {
	Name string
	Span Span
}

// FreeNames returns the uses of names that an item does not bind itself, in the
// order of the source. Names that a for expression binds are not free in its
// parts; bare object keys and called functions are no names of this kind.
func FreeNames(it *Item) []Ref {
	var n names
	n.visit(root(it))
	return n.free
}

// FreeNamesIn returns the uses of names in some nodes that are not bound inside
// them, as [FreeNames] does for an item. Nodes that are nil have none.
func FreeNamesIn(nodes ...hclsyntax.Node) []Ref {
	var n names
	for _, node := range nodes {
		n.visit(node)
	}
	return n.free
}

// CalledFunctions returns the names of the functions that an item calls, in the
// order of the source.
func CalledFunctions(it *Item) []Ref {
	var calls []Ref
	Walk(root(it), func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok {
			calls = append(calls, Ref{call.Name, spanOf(call.NameRange)})
		}
		return true
	})
	return calls
}

// names collects free names while it follows the scopes of for expressions.
type names struct {
	bound []string
	free  []Ref
}

func (n *names) visit(node hclsyntax.Node) {
	Walk(node, func(node hclsyntax.Node, _ []hclsyntax.Node) bool {
		switch node := node.(type) {
		case *hclsyntax.ForExpr:
			n.visitFor(node)
			return false
		case *hclsyntax.ScopeTraversalExpr:
			n.use(node.Traversal)
		}
		return true
	})
}

func (n *names) visitFor(f *hclsyntax.ForExpr) {
	n.visit(f.CollExpr)
	outer := len(n.bound)
	n.bound = append(n.bound, f.KeyVar, f.ValVar)
	n.visit(f.KeyExpr)
	n.visit(f.ValExpr)
	n.visit(f.CondExpr)
	n.bound = n.bound[:outer]
}

func (n *names) use(t hcl.Traversal) {
	if len(t) == 0 {
		return
	}
	root, ok := t[0].(hcl.TraverseRoot)
	if !ok {
		return
	}
	for _, b := range n.bound {
		if b == root.Name {
			return
		}
	}
	n.free = append(n.free, Ref{root.Name, spanOf(root.SrcRange)})
}
