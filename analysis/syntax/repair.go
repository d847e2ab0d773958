package syntax

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Repair: making the ranges of a tree that was parsed from broken text usable.
// The parser leaves ranges of unclosed calls and brackets without an end, and
// ranges that do not reach what is inside them.

// repair makes every range lie inside the fragment and contain the ranges of the
// children. What has no end reaches to the end of the fragment's last line.
func (f fragment) repair(n hclsyntax.Node) {
	end := f.span.Start + len(strings.TrimRight(f.source(), " \t\r\n"))
	repairNode(n, Span{Start: f.span.Start, End: max(end, f.span.Start)}.Shift(f.base))
}

func repairNode(n hclsyntax.Node, bounds Span) {
	kids := Children(n)
	for _, child := range kids {
		repairNode(child, bounds)
	}
	r := ownRange(n)
	if r == nil {
		return
	}
	s := spanOf(*r)
	if s.Start < bounds.Start || s.End < s.Start {
		s.Start = min(max(s.Start, bounds.Start), bounds.End)
		s.End = bounds.End
	}
	for _, child := range kids {
		s.End = max(s.End, nodeSpan(child).End)
	}
	r.Start.Byte, r.End.Byte = s.Start, s.End
	if call, ok := n.(*hclsyntax.FunctionCallExpr); ok {
		repairCall(call, s)
	}
}

// repairCall gives a call the range that was found for it.
func repairCall(call *hclsyntax.FunctionCallExpr, s Span) {
	if spanOf(call.OpenParenRange).Start < s.Start {
		call.OpenParenRange = rangeOf(Span{Start: s.End, End: s.End})
	}
	if at := spanOf(call.CloseParenRange); at.Start < s.Start || at.End != s.End {
		call.CloseParenRange = rangeOf(Span{Start: s.End, End: s.End})
	}
}

// ownRange returns the field that holds the range of a node; for a call, whose
// range is made of two fields, a copy. It is nil for a node whose range is that
// of its child.
func ownRange(n hclsyntax.Node) *hcl.Range {
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
