package parse

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/fastparse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Attributes, and those that break off.

var dynamicValue = cty.DynamicVal

// attribute parses a fragment that begins with "name =". The attribute is nil only if
// the fragment is nested too deep. Its expression is never nil.
func (f fragment) attribute(h split.Head) (*hclsyntax.Attribute, []Error) {
	if a := fastparse.Attribute(f.source(), f.span.Start+f.base); a != nil {
		return a, nil
	}
	body, errs := f.explainBody()
	name := h.Name
	if body != nil {
		if a := body.Attributes[name]; a != nil {
			if better := f.mend(h, errs); better != nil {
				a = better
			}
			if a.Expr == nil {
				a.Expr = f.missingExpression(h.Equals + 1)
			}
			return a, errs
		}
	}
	if isTooDeep(errs) {
		return nil, errs
	}
	expr := f.missingExpression(h.Equals + 1)
	return &hclsyntax.Attribute{
		Name:        name,
		Expr:        expr,
		SrcRange:    node.Range(lex.Span{Start: h.Word.Start, End: expr.SrcRange.End.Byte}),
		NameRange:   node.Range(h.Word),
		EqualsRange: node.Range(lex.Span{Start: h.Equals, End: h.Equals + 1}),
	}, errs
}

// missingExpression stands for an unreadable expression. It spans the rest of the line.
func (f fragment) missingExpression(start int) *hclsyntax.ExprSyntaxError {
	rest, _, _ := strings.Cut(f.text[start:f.span.End], "\n")
	blank := len(rest) - len(strings.TrimLeft(rest, " \t\r"))
	if rest = strings.TrimSpace(rest); rest == "" {
		blank = 0
	}
	return &hclsyntax.ExprSyntaxError{
		Placeholder: dynamicValue,
		SrcRange:    node.Range(lex.Span{Start: start + blank, End: start + blank + len(rest)}),
	}
}

func isTooDeep(errs []Error) bool { return len(errs) > 0 && errs[0].Code == codes.SyntaxDepth }

// maxMends limits how many loose ends of one attribute are blanked out.
const maxMends = 4

// afterDot is the message for a dot without a name behind it.
const afterDot = "A name is needed after the dot."

// operators are the bytes that loose ends consist of.
const operators = ".+-*/%<>=!&|?:"

// mend parses an attribute again without its loose ends. Where an expression breaks
// off, as it does while it is typed, hclsyntax drops much of the text before. In
//
//	c = q + r.
//
// it keeps nothing of r. With the dot blanked out it keeps q + r. Loose ends are replaced
// by as many spaces, so offsets stay the same. Mend returns nil if that doesn't help.
func (f fragment) mend(h split.Head, errs []Error) *hclsyntax.Attribute {
	var best *hclsyntax.Attribute
	var ends []lex.Span
	h.Equals -= f.span.Start
	h.Word = h.Word.Shift(-f.span.Start)
	f = f.isolated()
	for range maxMends {
		end, ok := f.firstLooseEnd(h, errs)
		if !ok {
			break
		}
		ends = append(ends, end.Shift(f.base))
		blank := strings.Repeat(" ", end.Len())
		f.text = f.text[:end.Start] + blank + f.text[end.End:]
		var body *hclsyntax.Body
		body, errs = f.parseBody()
		if body == nil || body.Attributes[h.Name] == nil {
			break
		}
		best = body.Attributes[h.Name]
	}
	if best != nil {
		f.cover(best, ends)
	}
	return best
}

// cover makes the ranges of a mended tree reach over the loose ends. The dot behind a
// traversal belongs to the traversal, so that features find it at the cursor.
func (f fragment) cover(a *hclsyntax.Attribute, ends []lex.Span) {
	for _, end := range ends {
		node.Walk(a, func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
			if r := node.RangeField(n); r != nil && r.End.Byte == end.Start && end.Len() == 1 {
				r.End.Byte = end.End
			}
			return true
		})
		a.SrcRange.End.Byte = max(a.SrcRange.End.Byte, end.End)
	}
	f.repair(a)
}

// firstLooseEnd finds the first loose end that an error points behind.
func (f fragment) firstLooseEnd(h split.Head, errs []Error) (lex.Span, bool) {
	for _, e := range errs {
		if e.Code != codes.SyntaxExpressionMissing && e.Message != afterDot {
			continue
		}
		if end, ok := f.looseEnd(h, e.Span.Start-f.base); ok {
			return end, true
		}
	}
	return lex.Span{}, false
}

// looseEnd returns the operator or dot in front of an offset, or the key of an object
// with its "=".
func (f fragment) looseEnd(h split.Head, at int) (lex.Span, bool) {
	before := strings.TrimRight(f.text[h.Equals+1:at], " \t\r\n")
	rest := strings.TrimRight(before, operators)
	start, end := h.Equals+1+len(rest), h.Equals+1+len(before)
	switch f.text[start:end] {
	case "":
		return lex.Span{}, false
	case "=", ":":
		line := strings.LastIndexAny(rest, "\n,{") + 1
		if line == 0 {
			return lex.Span{Start: start, End: end}, strings.Contains(rest, "?")
		}
		start = h.Equals + 1 + line
	}
	return lex.Span{Start: start, End: end}, true
}

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
