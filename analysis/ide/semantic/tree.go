package semantic

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// This file walks the syntax tree of an item. It paints names that their position classifies,
// and computes the taints of values behind names.

// namer paints the names of one item.
type namer struct {
	*painter
	sight *analysis.Sight
	// carried holds the modifiers of values by the offset of their name. Most have none.
	carried map[int]Modifiers
}

// carry records the modifiers of a value whose name is at an offset.
func (n *namer) carry(at int, m Modifiers) {
	if m == 0 {
		delete(n.carried, at)
		return
	}
	if n.carried == nil {
		n.carried = map[int]Modifiers{}
	}
	n.carried[at] = m
}

// scope is one layer of for expression variables.
type scope struct {
	outer *scope
	names map[string]analysis.Taint
}

func (n *namer) tree() {
	it := n.sight.Item
	n.carry(it.NameSpan.Start, marks(n.sight.TaintOf(it.Name)))
	switch {
	case it.Block() != nil:
		for _, child := range node.Children(it.Block()) {
			n.node(child, nil)
		}
	case it.Attr() != nil:
		n.node(it.Attr().Expr, nil)
	}
}

// node paints a node and everything below it.
func (n *namer) node(at hclsyntax.Node, in *scope) {
	switch e := at.(type) {
	case *hclsyntax.Attribute:
		n.name(e.NameRange, n.sight.Taint(e.Expr))
	case *hclsyntax.Block:
		n.paint(rangeSpan(e.TypeRange), Keyword, 0)
	case *hclsyntax.ObjectConsExpr:
		for _, entry := range e.Items {
			if key, ok := entry.KeyExpr.(*hclsyntax.ObjectConsKeyExpr); ok && node.IsBareKey(key) {
				n.name(key.Range(), n.sight.Taint(entry.ValueExpr))
			} else {
				n.carry(entry.KeyExpr.Range().Start.Byte, marks(n.sight.Taint(entry.ValueExpr)))
			}
		}
	case *hclsyntax.ScopeTraversalExpr:
		root := n.sight.TaintOf(e.Traversal.RootName())
		if taint, local := in.lookup(e.Traversal.RootName()); local {
			root = taint
		}
		n.carry(e.Range().Start.Byte, marks(root))
		n.steps(root, e.Traversal[1:], n.sight.Taint(e))
	case *hclsyntax.RelativeTraversalExpr:
		n.steps(n.sight.Taint(e.Source), e.Traversal, n.sight.Taint(e))
	case *hclsyntax.ForExpr:
		n.loop(e, in)
		return
	}
	for _, child := range node.Children(at) {
		n.node(child, in)
	}
}

// name paints a name as a property unless more is known about it.
func (n *namer) name(r hcl.Range, value analysis.Taint) {
	span := rangeSpan(r)
	n.carry(span.Start, marks(value))
	n.paint(span, Property, marks(value))
}

// loop visits a for expression, with its variables in scope.
func (n *namer) loop(e *hclsyntax.ForExpr, in *scope) {
	collection := n.sight.Taint(e.CollExpr)
	inner := &scope{in, map[string]analysis.Taint{e.ValVar: collection.Element()}}
	if e.KeyVar != "" {
		inner.names[e.KeyVar] = collection.Key()
	}
	declared := syntax.Span{Start: e.Range().Start.Byte, End: e.CollExpr.Range().Start.Byte}
	for _, o := range n.sight.Info.Occurrences {
		if o.Kind == analysis.OccurDeclaration && o.Object != nil && declared.Contains(o.Span.Start) {
			n.carry(o.Span.Start, marks(inner.names[o.Name]))
		}
	}
	n.node(e.CollExpr, in)
	for _, part := range []hclsyntax.Expression{e.KeyExpr, e.ValExpr, e.CondExpr} {
		if part != nil {
			n.node(part, inner)
		}
	}
}

// steps paints the names of steps into a value. The taint of the last step is that of the
// expression.
func (n *namer) steps(from analysis.Taint, steps hcl.Traversal, whole analysis.Taint) {
	for i, s := range steps {
		from = from.Through(s)
		if i == len(steps)-1 {
			from = whole
		}
		span := rangeSpan(s.SourceRange())
		switch s.(type) {
		case hcl.TraverseAttr:
			if span.Start >= 0 && span.End <= len(n.text) && span.Start < span.End {
				span.Start += strings.LastIndexFunc(n.text[span.Start:span.End], func(r rune) bool { return strings.ContainsRune(". \t\r\n", r) }) + 1
			}
			n.carry(span.Start, marks(from))
			n.paint(span, Property, marks(from))
		case hcl.TraverseIndex:
			n.carry(span.Start, marks(from))
		}
	}
}

func (s *scope) lookup(name string) (analysis.Taint, bool) {
	for ; s != nil; s = s.outer {
		if taint, ok := s.names[name]; ok {
			return taint, true
		}
	}
	return analysis.Taint{}, false
}

// marks returns the modifiers of a taint.
func marks(f analysis.Taint) Modifiers {
	var m Modifiers
	if f.Secret() {
		m |= Secret
	}
	if f.Unknown() {
		m |= Unknown
	}
	return m
}

func rangeSpan(r hcl.Range) syntax.Span { return syntax.Span{Start: r.Start.Byte, End: r.End.Byte} }
