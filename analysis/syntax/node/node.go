// Package node walks the trees of hclsyntax in the order of the source and finds the spans
// of nodes. It makes no assumptions about trees that recovery has left incomplete.
//
// It knows the node types of hclsyntax and nothing else. Of positions, only the byte
// offsets mean something.
//
// Invariant: children come in the order of the source, and none is nil.
package node

import (
	"cmp"
	"math/bits"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
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

// Walk visits a node and the nodes below it, parents before children, in the order of
// the source. It goes below a node if visit returns true. Visit gets the parents from
// the outermost to the nearest, and must not keep the slice.
func Walk(n hclsyntax.Node, visit func(n hclsyntax.Node, parents []hclsyntax.Node) bool) {
	if isNilNode(n) {
		return
	}
	w := &walker{visit: visit}
	w.step, w.parents = w.walk, w.few[:0]
	w.walk(n)
}

type walker struct {
	visit   func(hclsyntax.Node, []hclsyntax.Node) bool
	step    func(hclsyntax.Node) // is walk, made into a value once
	parents []hclsyntax.Node
	few     [8]hclsyntax.Node // for parents: few nodes are deeper
}

func (w *walker) walk(n hclsyntax.Node) {
	if w.visit(n, w.parents) {
		w.parents = append(w.parents, n)
		EachChild(n, w.step)
		w.parents = w.parents[:len(w.parents)-1]
	}
}

// SpanOf returns the span of a node. For a block it is everything from its keyword to
// its closing brace.
func SpanOf(n hclsyntax.Node) lex.Span {
	s, _ := standing(n)
	return s
}

// Bytes returns the byte offsets of an HCL range.
func Bytes(r hcl.Range) lex.Span { return lex.Span{Start: r.Start.Byte, End: r.End.Byte} }

// Range returns an HCL range with the byte offsets of a span. Its lines and columns mean
// nothing.
func Range(s lex.Span) hcl.Range {
	return hcl.Range{
		Start: hcl.Pos{Line: 1, Column: 1, Byte: s.Start},
		End:   hcl.Pos{Line: 1, Column: 1, Byte: s.End},
	}
}

// RangeField returns the field that holds the range of a node. For a call, whose range
// is made of two fields, it returns a copy. It returns nil for a node that has the range
// of its child.
func RangeField(n hclsyntax.Node) *hcl.Range {
	switch n := n.(type) {
	case *hclsyntax.Block:
		return &n.CloseBraceRange
	case *hclsyntax.FunctionCallExpr:
		r := n.Range()
		return &r
	}
	r, _ := field(n)
	return r
}

// The kinds of expressions whose range is not one field.
const (
	callKind = 17 + iota
	keyKind
	joinKind
)

// field returns the field that holds the whole range of a node, and a number for its kind, which is 0
// outside of expressions. It returns nil for a node that has no such field.
func field(n hclsyntax.Node) (r *hcl.Range, kind uint64) {
	switch n := n.(type) {
	case *hclsyntax.LiteralValueExpr:
		return &n.SrcRange, 1
	case *hclsyntax.TemplateExpr:
		return &n.SrcRange, 2
	case *hclsyntax.ScopeTraversalExpr:
		return &n.SrcRange, 3
	case *hclsyntax.ObjectConsExpr:
		return &n.SrcRange, 4
	case *hclsyntax.TupleConsExpr:
		return &n.SrcRange, 5
	case *hclsyntax.TemplateWrapExpr:
		return &n.SrcRange, 6
	case *hclsyntax.RelativeTraversalExpr:
		return &n.SrcRange, 7
	case *hclsyntax.ParenthesesExpr:
		return &n.SrcRange, 8
	case *hclsyntax.AnonSymbolExpr:
		return &n.SrcRange, 9
	case *hclsyntax.SplatExpr:
		return &n.SrcRange, 10
	case *hclsyntax.ForExpr:
		return &n.SrcRange, 11
	case *hclsyntax.IndexExpr:
		return &n.SrcRange, 12
	case *hclsyntax.ConditionalExpr:
		return &n.SrcRange, 13
	case *hclsyntax.BinaryOpExpr:
		return &n.SrcRange, 14
	case *hclsyntax.UnaryOpExpr:
		return &n.SrcRange, 15
	case *hclsyntax.ExprSyntaxError:
		return &n.SrcRange, 16
	case *hclsyntax.Attribute:
		return &n.SrcRange, 0
	case *hclsyntax.Body:
		return &n.SrcRange, 0
	}
	return nil, 0
}

// ID identifies a node among those of one text: where it stands and what it is. Trees of
// equal texts have the same IDs, so what is known about a node outlives its tree.
//
// It is a start, a length and a kind in one word: maps of words are faster and smaller.
type ID uint64

// The bits of an ID after its start, enough for a node of half a gigabyte.
const (
	kindBits   = 5
	lengthBits = 29
)

// IDOf returns the ID of a node.
//
// Why the kind: some nodes stand where their only child stands.
func IDOf(n hclsyntax.Node) ID {
	s, kind := standing(n)
	return ID(s.Start)<<(lengthBits+kindBits) | ID(s.End-s.Start)<<kindBits | ID(kind)
}

// standing returns where a node stands, and a number for its kind. It asks for no range of
// hclsyntax, which would be copied several times.
func standing(n hclsyntax.Node) (s lex.Span, kind uint64) {
	if r, kind := field(n); r != nil {
		return lex.Span{Start: r.Start.Byte, End: r.End.Byte}, kind
	}
	switch n := n.(type) {
	case *hclsyntax.FunctionCallExpr:
		return lex.Span{Start: n.NameRange.Start.Byte, End: n.CloseParenRange.End.Byte}, callKind
	case *hclsyntax.ObjectConsKeyExpr:
		s, _ = standing(n.Wrapped)
		return s, keyKind
	case *hclsyntax.TemplateJoinExpr:
		s, _ = standing(n.Tuple)
		return s, joinKind
	case *hclsyntax.Block:
		return lex.Span{Start: n.TypeRange.Start.Byte, End: n.CloseBraceRange.End.Byte}, 0
	}
	return Bytes(n.Range()), 0
}

// Same reports whether two nodes of equal texts are the same part of it, even if they are from
// different trees. Nil is the same as nil only.
func Same(a, b hclsyntax.Node) bool {
	if isNilNode(a) || isNilNode(b) {
		return isNilNode(a) && isNilNode(b)
	}
	return a == b || IDOf(a) == IDOf(b)
}

// Map holds values by the IDs of nodes. It is smaller and faster than a map of the language, and cannot forget single
// values. The zero value is empty and ready to use.
type Map[V any] struct {
	slots []slot[V] // a fifth at least is free
	taken int
}

// slot is free if its key is 0.
type slot[V any] struct {
	key   uint64 // an ID, plus 1
	value V
}

// NewMap returns an empty map with room for a number of values.
func NewMap[V any](room int) Map[V] {
	return Map[V]{slots: make([]slot[V], room+room/4+1)}
}

// Len returns the number of values.
func (m *Map[V]) Len() int { return m.taken }

// Set gives an ID a value, instead of the one that it may have.
func (m *Map[V]) Set(p ID, value V) {
	if 5*(m.taken+1) > 4*len(m.slots) {
		m.grow()
	}
	s := m.slot(uint64(p) + 1)
	if s.key == 0 {
		s.key = uint64(p) + 1
		m.taken++
	}
	s.value = value
}

func (m *Map[V]) grow() {
	before := m.slots
	m.slots = make([]slot[V], max(8, 2*len(before)))
	for i := range before {
		if s := &before[i]; s.key != 0 {
			*m.slot(s.key) = *s
		}
	}
}

// Get returns the value of an ID, and whether it has one.
func (m *Map[V]) Get(p ID) (value V, known bool) {
	if m.taken == 0 {
		return value, false
	}
	s := m.slot(uint64(p) + 1)
	return s.value, s.key != 0
}

// slot returns the slot of a key, or the free one for it.
func (m *Map[V]) slot(key uint64) *slot[V] {
	const mix = 0x9E3779B97F4A7C15 // spreads keys that differ little
	at, _ := bits.Mul64(key*mix, uint64(len(m.slots)))
	for {
		if s := &m.slots[at]; s.key == key || s.key == 0 {
			return s
		}
		if at++; at == uint64(len(m.slots)) {
			at = 0
		}
	}
}
