package node

import (
	"cmp"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Children returns the nodes directly below a node in the order of the source. None is
// nil. A bare name as the key of an object has no children, because it is a literal and
// not a reference.
func Children(n hclsyntax.Node) []hclsyntax.Node {
	var all []hclsyntax.Node
	EachChild(n, func(child hclsyntax.Node) { all = append(all, child) })
	return all
}

// ChildAt returns the node directly below a node that contains an offset, or else the first
// that ends there; nil if there is none. It neither copies nor sorts lists, objects and
// bodies, which may be long.
func ChildAt(n hclsyntax.Node, offset int) (found hclsyntax.Node) {
	inside := false
	consider := func(child hclsyntax.Node) {
		switch span := SpanOf(child); {
		case inside:
		case span.Contains(offset):
			found, inside = child, true
		case found == nil && span.Touches(offset):
			found = child
		}
	}
	if b, ok := n.(*hclsyntax.Body); ok && b != nil {
		for _, a := range b.Attributes {
			consider(a)
		}
		for _, block := range b.Blocks {
			consider(block)
		}
		return found
	}
	EachChild(n, consider)
	return found
}

// EachChild visits the nodes that [Children] returns. It allocates no list of them.
func EachChild(n hclsyntax.Node, visit func(hclsyntax.Node)) {
	switch n := n.(type) {
	case *hclsyntax.Body:
		eachInBody(n, visit)
	case *hclsyntax.Attribute:
		if n != nil {
			eachOf(visit, n.Expr)
		}
	case *hclsyntax.Block:
		if n != nil && n.Body != nil {
			visit(n.Body)
		}
	case *hclsyntax.ObjectConsExpr:
		for i := range n.Items {
			eachOf(visit, n.Items[i].KeyExpr, n.Items[i].ValueExpr)
		}
	case *hclsyntax.ObjectConsKeyExpr:
		if !IsBareKey(n) {
			eachOf(visit, n.Wrapped)
		}
	case *hclsyntax.ForExpr:
		eachOf(visit, n.CollExpr, n.KeyExpr, n.ValExpr, n.CondExpr)
	case *hclsyntax.ParenthesesExpr:
		eachOf(visit, n.Expression)
	case *hclsyntax.TemplateExpr:
		eachOf(visit, n.Parts...)
	case *hclsyntax.TemplateWrapExpr:
		eachOf(visit, n.Wrapped)
	case *hclsyntax.TemplateJoinExpr:
		eachOf(visit, n.Tuple)
	case *hclsyntax.TupleConsExpr:
		eachOf(visit, n.Exprs...)
	case *hclsyntax.FunctionCallExpr:
		eachOf(visit, n.Args...)
	case *hclsyntax.RelativeTraversalExpr:
		eachOf(visit, n.Source)
	case *hclsyntax.IndexExpr:
		eachOf(visit, n.Collection, n.Key)
	case *hclsyntax.SplatExpr:
		eachOf(visit, n.Source, n.Each)
	case *hclsyntax.ConditionalExpr:
		eachOf(visit, n.Condition, n.TrueResult, n.FalseResult)
	case *hclsyntax.BinaryOpExpr:
		eachOf(visit, n.LHS, n.RHS)
	case *hclsyntax.UnaryOpExpr:
		eachOf(visit, n.Val)
	}
}

func eachOf(visit func(hclsyntax.Node), exprs ...hclsyntax.Expression) {
	for _, e := range exprs {
		if e != nil {
			visit(e)
		}
	}
}

func eachInBody(b *hclsyntax.Body, visit func(hclsyntax.Node)) {
	if b == nil {
		return
	}
	var few [16]*hclsyntax.Attribute // most bodies have no more
	blocks := b.Blocks
	for _, a := range appendAttributes(few[:0], b) {
		for len(blocks) > 0 && blocks[0].TypeRange.Start.Byte < a.NameRange.Start.Byte {
			visit(blocks[0])
			blocks = blocks[1:]
		}
		visit(a)
	}
	for _, block := range blocks {
		visit(block)
	}
}

// Attributes returns the attributes of a body in the order of the source.
func Attributes(b *hclsyntax.Body) []*hclsyntax.Attribute {
	return appendAttributes(make([]*hclsyntax.Attribute, 0, len(b.Attributes)), b)
}

// appendAttributes appends the attributes of a body to an empty list.
func appendAttributes(all []*hclsyntax.Attribute, b *hclsyntax.Body) []*hclsyntax.Attribute {
	for _, a := range b.Attributes {
		all = append(all, a)
	}
	lists.SortStable(all, func(x, y *hclsyntax.Attribute) int {
		return cmp.Compare(x.NameRange.Start.Byte, y.NameRange.Start.Byte)
	})
	return all
}

// IsBareKey reports whether an object key is a single name without quotes or
// parentheses. Such a key is a literal, even if a variable has that name.
func IsBareKey(key *hclsyntax.ObjectConsKeyExpr) bool {
	if key.ForceNonLiteral {
		return false
	}
	trav, ok := key.Wrapped.(*hclsyntax.ScopeTraversalExpr)
	return ok && len(trav.Traversal) == 1
}

// isNilNode reports whether a node is nil, or a nil pointer of a type that fields of
// other nodes have.
func isNilNode(n hclsyntax.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *hclsyntax.Body:
		return n == nil
	case *hclsyntax.Attribute:
		return n == nil
	case *hclsyntax.Block:
		return n == nil
	}
	return false
}
