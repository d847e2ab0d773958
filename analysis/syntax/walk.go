package syntax

import (
	"cmp"
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Walking: the children of a node in source order, without assumptions about
// trees that recovery has left incomplete.

// Walk visits a node and what is below it, parents before children, children in
// the order of the source. It descends where visit returns true. The parents are
// given from the outermost to the nearest; visit must not keep the slice.
func Walk(n hclsyntax.Node, visit func(n hclsyntax.Node, parents []hclsyntax.Node) bool) {
	if isNilNode(n) {
		return
	}
	w := walkers.Get().(*walker)
	w.visit = visit
	w.walk(n)
	w.rest()
	walkers.Put(w)
}

// walkers are kept for their lists.
var walkers = sync.Pool{New: func() any { return &walker{} }}

type walker struct {
	visit   func(hclsyntax.Node, []hclsyntax.Node) bool
	parents []hclsyntax.Node
	// pending are the children of all that is being walked: one list, as each list of
	// its own would be garbage at once.
	pending children
}

// rest forgets all nodes.
func (w *walker) rest() {
	const most = 512 // longer lists are those of a rare item
	if w.visit = nil; cap(w.pending) > most || cap(w.parents) > most {
		w.pending, w.parents = nil, nil
	}
	clear(w.pending[:cap(w.pending)])
	clear(w.parents[:cap(w.parents)])
}

func (w *walker) walk(n hclsyntax.Node) {
	if isNilNode(n) || !w.visit(n, w.parents) {
		return
	}
	w.parents = append(w.parents, n)
	from := len(w.pending)
	w.pending.of(n)
	for i, to := from, len(w.pending); i < to; i++ {
		w.walk(w.pending[i])
	}
	w.pending = w.pending[:from]
	w.parents = w.parents[:len(w.parents)-1]
}

// Children returns the nodes directly below a node in the order of the source;
// none of them is nil. The bare name that is the key of an object entry has no
// children: it is a literal, not a reference.
func Children(n hclsyntax.Node) []hclsyntax.Node {
	var c children
	c.of(n)
	return c
}

// children are nodes in the order of the source.
type children []hclsyntax.Node

// of adds the nodes directly below a node.
func (c *children) of(n hclsyntax.Node) {
	switch n := n.(type) {
	case *hclsyntax.Body:
		c.body(n)
	case *hclsyntax.Attribute:
		c.add(n.Expr)
	case *hclsyntax.Block:
		c.add(n.Body)
	case *hclsyntax.ObjectConsExpr:
		for _, item := range n.Items {
			c.add(item.KeyExpr, item.ValueExpr)
		}
	case *hclsyntax.ObjectConsKeyExpr:
		if !IsBareKey(n) {
			c.add(n.Wrapped)
		}
	case *hclsyntax.ForExpr:
		c.add(n.CollExpr, n.KeyExpr, n.ValExpr, n.CondExpr)
	default:
		c.expression(n)
	}
}

func (c *children) add(nodes ...hclsyntax.Node) {
	for _, n := range nodes {
		if !isNilNode(n) {
			*c = append(*c, n)
		}
	}
}

func (c *children) addAll(exprs []hclsyntax.Expression) {
	for _, e := range exprs {
		c.add(e)
	}
}

func (c *children) body(b *hclsyntax.Body) {
	from := len(*c)
	for _, a := range b.Attributes {
		c.add(a)
	}
	for _, block := range b.Blocks {
		c.add(block)
	}
	slices.SortStableFunc((*c)[from:], func(a, b hclsyntax.Node) int {
		return cmp.Compare(nodeSpan(a).Start, nodeSpan(b).Start)
	})
}

func (c *children) expression(n hclsyntax.Node) {
	switch n := n.(type) {
	case *hclsyntax.ParenthesesExpr:
		c.add(n.Expression)
	case *hclsyntax.TemplateExpr:
		c.addAll(n.Parts)
	case *hclsyntax.TemplateWrapExpr:
		c.add(n.Wrapped)
	case *hclsyntax.TemplateJoinExpr:
		c.add(n.Tuple)
	case *hclsyntax.TupleConsExpr:
		c.addAll(n.Exprs)
	case *hclsyntax.FunctionCallExpr:
		c.addAll(n.Args)
	case *hclsyntax.RelativeTraversalExpr:
		c.add(n.Source)
	case *hclsyntax.IndexExpr:
		c.add(n.Collection, n.Key)
	case *hclsyntax.SplatExpr:
		c.add(n.Source, n.Each)
	case *hclsyntax.ConditionalExpr:
		c.add(n.Condition, n.TrueResult, n.FalseResult)
	case *hclsyntax.BinaryOpExpr:
		c.add(n.LHS, n.RHS)
	case *hclsyntax.UnaryOpExpr:
		c.add(n.Val)
	}
}

// IsBareKey reports whether an object key is a single name without quotes or
// parentheses. Such a key is a literal, whatever the name means elsewhere.
func IsBareKey(key *hclsyntax.ObjectConsKeyExpr) bool {
	if key.ForceNonLiteral {
		return false
	}
	trav, ok := key.Wrapped.(*hclsyntax.ScopeTraversalExpr)
	return ok && len(trav.Traversal) == 1
}

// isNilNode reports whether a node is nil or a nil pointer of a type that can
// stand in the fields of other nodes.
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

// nodeSpan returns the offsets of a node.
func nodeSpan(n hclsyntax.Node) Span {
	if b, ok := n.(*hclsyntax.Block); ok {
		return Span{Start: b.TypeRange.Start.Byte, End: b.CloseBraceRange.End.Byte}
	}
	return spanOf(n.Range())
}
