package syntax

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/fastparse"
)

// The only door to the HCL parsers: the direct one for what is valid and usual, and
// hclsyntax for the rest. Every text that goes through it is guarded against depth, and
// every tree that comes out has item-relative offsets.

// fragment is a part of an item's text: text[span]. The text is valid UTF-8.
type fragment struct {
	text string
	span Span
	base int // what is added to offsets in text to make those of the tree
}

func (f fragment) source() string { return f.text[f.span.Start:f.span.End] }

func (f fragment) start() hcl.Pos {
	return hcl.Pos{Line: 1, Column: 1, Byte: f.span.Start + f.base}
}

// parseBody parses a fragment as the content of a body.
func (f fragment) parseBody() (body *hclsyntax.Body, errs []Error) {
	if body = fastparse.Body(f.source(), f.span.Start+f.base); body != nil {
		return body, nil
	}
	if err, deep := tooDeep(f); deep {
		return nil, []Error{err}
	}
	defer f.survive(&errs)
	file, diags := hclsyntax.ParseConfig([]byte(f.source()), "", f.start())
	body, _ = file.Body.(*hclsyntax.Body)
	if diags.HasErrors() {
		f.repair(body)
	}
	return body, f.errors(diags)
}

// survive turns a panic of the parser into an error of the fragment.
//
// Why: the parser is not ours and is fed text that is being typed; one item
// without a tree is better than a process that ends.
func (f fragment) survive(errs *[]Error) {
	if p := recover(); p != nil {
		*errs = append(*errs, Error{
			Span:    f.span.Shift(f.base),
			Code:    codes.SyntaxExpressionInvalid,
			Message: short(fmt.Sprintf("This text cannot be parsed: %v.", p)),
		})
	}
}

// ParseExpression parses a text that holds one expression, such as the type in
// a label; line ends mean nothing in it. The text stands at an offset of
// something larger, and all offsets of the result count from there. The
// expression is nil only if there is an error.
func ParseExpression(text string, offset int) (expr hclsyntax.Expression, errs []Error) {
	f := fragment{text: validUTF8(text), span: Span{Start: 0, End: len(text)}, base: offset}
	if expr = fastparse.Expression(f.source(), offset); expr != nil {
		return expr, nil
	}
	if err, deep := tooDeep(f); deep {
		return nil, []Error{err}
	}
	defer f.survive(&errs)
	expr, diags := hclsyntax.ParseExpression([]byte(f.source()), "", f.start())
	if diags.HasErrors() && expr != nil {
		f.repair(expr)
	}
	return expr, f.errors(diags)
}

// isolated returns the fragment as one whose text is nothing but itself. What is
// parsed from it has the same offsets.
func (f fragment) isolated() fragment {
	source := f.source()
	return fragment{text: source, span: Span{Start: 0, End: len(source)}, base: f.base + f.span.Start}
}

// place returns the span in the fragment's text of a range that the parser gave.
func (f fragment) place(r hcl.Range) Span {
	s := spanOf(r).Shift(-f.base)
	start := min(max(s.Start, f.span.Start), f.span.End)
	return Span{Start: start, End: min(max(s.End, start), f.span.End)}
}

// spanOf returns the byte offsets of an HCL range.
func spanOf(r hcl.Range) Span { return Span{Start: r.Start.Byte, End: r.End.Byte} }

// rangeOf returns an HCL range with the byte offsets of a span. Its lines and
// columns mean nothing.
func rangeOf(s Span) hcl.Range {
	return hcl.Range{
		Start: hcl.Pos{Line: 1, Column: 1, Byte: s.Start},
		End:   hcl.Pos{Line: 1, Column: 1, Byte: s.End},
	}
}
