package syntax

import "github.com/hashicorp/hcl/v2/hclsyntax"

// Finding nodes by offset.

// SpanOf returns the span of a node, relative to the text of its item. For a
// block that is everything from its keyword to its closing brace.
func SpanOf(n hclsyntax.Node) Span { return nodeSpan(n) }

// NodeAt returns the nodes of an item that contain an offset, from the outermost
// to the innermost. A node contains the offset of its end too; where one node
// ends and the next begins, the one that begins is taken.
func NodeAt(it *Item, offset int) []hclsyntax.Node {
	var path []hclsyntax.Node
	n := root(it)
	for n != nil && nodeSpan(n).Touches(offset) {
		path = append(path, n)
		n = childAt(n, offset)
	}
	return path
}

// root returns the attribute or block of an item; nil if it has neither.
func root(it *Item) hclsyntax.Node {
	switch {
	case it.Block != nil:
		return it.Block
	case it.Attr != nil:
		return it.Attr
	}
	return nil
}

func childAt(n hclsyntax.Node, offset int) hclsyntax.Node {
	var touching hclsyntax.Node
	for _, child := range Children(n) {
		span := nodeSpan(child)
		if span.Contains(offset) {
			return child
		}
		if touching == nil && span.Touches(offset) {
			touching = child
		}
	}
	return touching
}
