package node

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

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
