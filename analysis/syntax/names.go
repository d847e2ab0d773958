package syntax

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Free names: the names that an item refers to, whatever they denote.

// Ref is one use of a name.
type Ref struct {
	Name string
	Span lex.Span
}

// freeNames finds the free names of a tree: of an attribute, or of the attributes and blocks of a block.
func freeNames(attr *hclsyntax.Attribute, attributes []*hclsyntax.Attribute, block *hclsyntax.Block) []Ref {
	var n names
	if attr != nil {
		n.visit(attr)
	}
	for _, a := range attributes {
		n.visit(a.Expr)
	}
	if block != nil && len(block.Body.Blocks) > 0 {
		for _, inner := range block.Body.Blocks {
			n.visit(inner)
		}
		lists.SortStable(n.free, func(x, y Ref) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
	}
	return slices.Clip(n.free)
}

// FreeNamesIn is [FreeNames] for nodes. Nodes that are nil have no names.
func FreeNamesIn(nodes ...hclsyntax.Node) []Ref {
	var n names
	for _, node := range nodes {
		n.visit(node)
	}
	return n.free
}

// names collects free names while it follows the scopes of for expressions.
type names struct {
	bound []string
	free  []Ref
}

func (n *names) visit(at hclsyntax.Node) {
	switch at := at.(type) {
	case nil:
	case *hclsyntax.ForExpr:
		n.visitFor(at)
	case *hclsyntax.ScopeTraversalExpr:
		n.use(at.Traversal)
	default:
		node.EachChild(at, n.visit)
	}
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
	if !slices.Contains(n.bound, root.Name) {
		n.free = append(n.free, Ref{root.Name, node.Bytes(root.SrcRange)})
	}
}

// SpanOf returns the span of a node, relative to the text of its item. For a
// block that is everything from its keyword to its closing brace.
func SpanOf(n hclsyntax.Node) Span { return node.SpanOf(n) }

// Same reports whether two nodes of an item are the same part of its text. Compare nodes with it and
// not by their pointers: an item may have another tree the next time.
func Same(a, b hclsyntax.Node) bool { return node.Same(a, b) }

// NodeAt returns the nodes of an item that contain an offset, from the outermost to the
// innermost. A node also contains the offset of its end. Where one node ends and the next
// begins, NodeAt takes the next.
func NodeAt(it *Item, offset int) []hclsyntax.Node {
	var path []hclsyntax.Node
	n := it.Root()
	for n != nil && node.SpanOf(n).Touches(offset) {
		path = append(path, n)
		n = node.ChildAt(n, offset)
	}
	return path
}

// IsIdentifier reports whether a name is one identifier. The scanner of HCL decides on
// letters outside ASCII; it is slow, and most names are plain.
func IsIdentifier(name string) bool {
	if strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return name != "" && IdentifierEnd(name, 0) == len(name)
	}
	return hclsyntax.ValidIdentifier(name)
}
