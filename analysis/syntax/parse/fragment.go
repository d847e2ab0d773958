package parse

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/fastparse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// The only door to the parsers. Every text that goes to hclsyntax is guarded against
// depth, and every tree has offsets relative to the item.

// fragment is a part of an item's text: text[span]. The text is valid UTF-8.
type fragment struct {
	text string
	span lex.Span
	base int // added to offsets in text to get offsets in the tree

	keywords split.Keywords
}

// part returns another part of the same text.
func (f fragment) part(s lex.Span) fragment {
	f.span = s
	return f
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
	return f.explainBody()
}

// explainBody is parseBody by hclsyntax, which explains errors.
func (f fragment) explainBody() (body *hclsyntax.Body, errs []Error) {
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
// Why: hclsyntax gets text that is being typed, and an item without a tree is better than
// a server that crashes.
func (f fragment) survive(errs *[]Error) {
	if p := recover(); p != nil {
		*errs = append(*errs, Error{
			Span:    f.span.Shift(f.base),
			Code:    codes.SyntaxExpressionInvalid,
			Message: short(fmt.Sprintf("This text cannot be parsed: %v.", p)),
		})
	}
}

// Expression parses a text that holds one expression, such as the type in a label. Line
// ends mean nothing in it. The text stands at an offset of a larger text, from which the
// offsets of the result count. The expression is nil only if there is an error.
func Expression(text string, offset int) (expr hclsyntax.Expression, errs []Error) {
	f := fragment{text: lex.ValidUTF8(text), span: lex.Span{Start: 0, End: len(text)}, base: offset}
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

// isolated returns the fragment with no text around it. Trees parsed from it have the
// same offsets.
func (f fragment) isolated() fragment {
	source := f.source()
	return fragment{text: source, span: lex.Span{End: len(source)}, base: f.base + f.span.Start, keywords: f.keywords}
}

// place returns the span of a range of the parser in the fragment's text.
func (f fragment) place(r hcl.Range) lex.Span {
	s := node.Bytes(r).Shift(-f.base)
	start := min(max(s.Start, f.span.Start), f.span.End)
	return lex.Span{Start: start, End: min(max(s.End, start), f.span.End)}
}
