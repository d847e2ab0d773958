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
	case *hclsyntax.Body:
		return &n.SrcRange
	case *hclsyntax.Attribute:
		return &n.SrcRange
	case *hclsyntax.Block:
		return &n.CloseBraceRange
	case *hclsyntax.FunctionCallExpr:
		r := n.Range()
		return &r
	case *hclsyntax.LiteralValueExpr:
		return &n.SrcRange
	case *hclsyntax.ScopeTraversalExpr:
		return &n.SrcRange
	case *hclsyntax.RelativeTraversalExpr:
		return &n.SrcRange
	case *hclsyntax.ParenthesesExpr:
		return &n.SrcRange
	case *hclsyntax.AnonSymbolExpr:
		return &n.SrcRange
	case *hclsyntax.ExprSyntaxError:
		return &n.SrcRange
	default:
		return compoundRange(n)
	}
}

func compoundRange(n hclsyntax.Node) *hcl.Range {
	switch n := n.(type) {
	case *hclsyntax.ConditionalExpr:
		return &n.SrcRange
	case *hclsyntax.IndexExpr:
		return &n.SrcRange
	case *hclsyntax.TupleConsExpr:
		return &n.SrcRange
	case *hclsyntax.ObjectConsExpr:
		return &n.SrcRange
	case *hclsyntax.ForExpr:
		return &n.SrcRange
	case *hclsyntax.SplatExpr:
		return &n.SrcRange
	case *hclsyntax.BinaryOpExpr:
		return &n.SrcRange
	case *hclsyntax.UnaryOpExpr:
		return &n.SrcRange
	case *hclsyntax.TemplateExpr:
		return &n.SrcRange
	case *hclsyntax.TemplateWrapExpr:
		return &n.SrcRange
	}
	return nil
}
