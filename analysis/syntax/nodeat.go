package syntax

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// Finding nodes by offset.

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
