package node

import (
	"cmp"
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Walk visits a node and the nodes below it, parents before children, in the order of
// the source. It goes below a node if visit returns true. Visit gets the parents from
// the outermost to the nearest, and must not keep the slice.
func Walk(n hclsyntax.Node, visit func(n hclsyntax.Node, parents []hclsyntax.Node) bool) {
	if isNilNode(n) {
		return
	}
	w := walkers.Get().(*walker)
	w.visit = visit
	w.walk(n)
	w.reset()
	walkers.Put(w)
}

// walkers keeps walkers for the memory of their lists.
var walkers = sync.Pool{New: func() any { return &walker{} }}

type walker struct {
	visit   func(hclsyntax.Node, []hclsyntax.Node) bool
	parents []hclsyntax.Node
	// pending are the children of all nodes that are being walked, in one list, because
	// separate lists would be garbage at once.
	pending children
}

// reset forgets all nodes.
func (w *walker) reset() {
	const most = 512 // few items need longer lists
	if w.visit = nil; cap(w.pending) > most || cap(w.parents) > most {
		w.pending, w.parents = nil, nil
	}
	clear(w.pending[:cap(w.pending)])
	clear(w.parents[:cap(w.parents)])
}

func (w *walker) walk(n hclsyntax.Node) {
	if !w.visit(n, w.parents) {
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

// Children returns the nodes directly below a node in the order of the source. None is
// nil. A bare name as the key of an object has no children, because it is a literal and
// not a reference.
func Children(n hclsyntax.Node) []hclsyntax.Node {
	var c children
	c.of(n)
	return c
}

// ChildAt returns the node directly below a node that contains an offset, or else the first
// that ends there; nil if there is none. It does not copy lists and objects, which may be long.
func ChildAt(n hclsyntax.Node, offset int) hclsyntax.Node {
	s := search{offset: offset}
	switch n := n.(type) {
	case *hclsyntax.TupleConsExpr:
		for _, e := range n.Exprs {
			if s.add(e) {
				break
			}
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range n.Items {
			if s.add(item.KeyExpr) || s.add(item.ValueExpr) {
				break
			}
		}
	default:
		for _, child := range Children(n) {
			if s.add(child) {
				break
			}
		}
	}
	return s.found
}

// search is a search for the node at an offset.
type search struct {
	offset int
	found  hclsyntax.Node
}

// add considers one more node. It returns true if that contains the offset.
func (s *search) add(n hclsyntax.Node) bool {
	if isNilNode(n) {
		return false
	}
	span := SpanOf(n)
	switch {
	case span.Contains(s.offset):
		s.found = n
		return true
	case s.found == nil && span.Touches(s.offset):
		s.found = n
	}
	return false
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
		*c = append(*c, a)
	}
	for _, block := range b.Blocks {
		*c = append(*c, block)
	}
	if len(*c) > from+1 {
		slices.SortStableFunc((*c)[from:], func(a, b hclsyntax.Node) int {
			return cmp.Compare(startInBody(a), startInBody(b))
		})
	}
}

// startInBody is where an attribute or a block begins.
func startInBody(n hclsyntax.Node) int {
	if a, is := n.(*hclsyntax.Attribute); is {
		return a.SrcRange.Start.Byte
	}
	return n.(*hclsyntax.Block).TypeRange.Start.Byte
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
