package parse

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// Repair of ranges in the tree of a broken text. The parser leaves the ranges of unclosed
// calls and brackets without an end, and some ranges don't contain their children.

// repair makes every range lie inside the fragment and contain the ranges of its children.
// A range without an end reaches to the end of the fragment's last line.
func (f fragment) repair(n hclsyntax.Node) {
	end := f.span.Start + len(strings.TrimRight(f.source(), " \t\r\n"))
	repairNode(n, lex.Span{Start: f.span.Start, End: max(end, f.span.Start)}.Shift(f.base))
}

func repairNode(n hclsyntax.Node, bounds lex.Span) {
	kids := node.Children(n)
	for _, child := range kids {
		repairNode(child, bounds)
	}
	r := node.RangeField(n)
	if r == nil {
		return
	}
	s := node.Bytes(*r)
	if s.Start < bounds.Start || s.End < s.Start {
		s.Start = min(max(s.Start, bounds.Start), bounds.End)
		s.End = bounds.End
	}
	for _, child := range kids {
		s.End = max(s.End, node.SpanOf(child).End)
	}
	r.Start.Byte, r.End.Byte = s.Start, s.End
	if call, ok := n.(*hclsyntax.FunctionCallExpr); ok {
		repairCall(call, s)
	}
}

// repairCall gives a call a range.
func repairCall(call *hclsyntax.FunctionCallExpr, s lex.Span) {
	if node.Bytes(call.OpenParenRange).Start < s.Start {
		call.OpenParenRange = node.Range(lex.Span{Start: s.End, End: s.End})
	}
	if at := node.Bytes(call.CloseParenRange); at.Start < s.Start || at.End != s.End {
		call.CloseParenRange = node.Range(lex.Span{Start: s.End, End: s.End})
	}
}
