// Package parse turns the text of one attribute or block into a tree of hclsyntax and
// a list of errors that tell users what to change.
//
// It knows the grammar of HCL and our syntax codes. It doesn't know files, items, or
// the meaning of a block kind; it is given the keywords as data.
//
// Invariant: it never fails and never panics. Errors are data, also where the parser of
// hclsyntax panics.
//
// Invariant: offsets in a tree and in errors count from the beginning of the text that
// the caller passes, or from the offset that the caller passes with it.
//
// Invariant: no tree is deeper than [MaxDepth] nested levels plus [MaxChain] chained
// operators, so walking it by recursion is safe.
//
// Invariant: no expression in a tree is nil. A missing or unreadable expression is a
// *hclsyntax.ExprSyntaxError or a literal of the unknown dynamic value.
//
// # How it works
//
// The fast parser handles valid text (package fastparse). Other text goes to hclsyntax,
// behind a guard against depth. If that reports errors, the text is salvaged: the body of
// a block is cut into entries, each entry is parsed on its own, and the good ones make up
// the body. An attribute that breaks off, as in "c = q + r.", is parsed again without its
// loose end.
//
// **Why** a guard: the parser of hclsyntax recurses, and a Go program cannot recover
// from a stack overflow.
//
// **Why** salvage: the recovery of hclsyntax drops everything behind the first error.
package parse

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/fastparse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Label is one label of a block header. Its span includes the quotes, if any.
type Label struct {
	Value  string // without quotes and with escapes replaced
	Span   lex.Span
	Quoted bool
}

// Error is one syntax error. Its code is one of the syntax codes.
type Error struct {
	Span    lex.Span
	Code    codes.Code
	Message string
	Related []Related
}

// Related is a second place that explains an error.
type Related struct {
	Span    lex.Span
	Message string
}

// Item is the result of parsing one attribute or block.
type Item struct {
	Head   split.Head           // has no shape if the text begins with something else
	Blank  bool                 // comments and blanks only
	Attr   *hclsyntax.Attribute // nil if it is nested too deep; its Expr is never nil
	Block  *hclsyntax.Block     // nil if there is no "{", or if it is nested too deep
	Labels []Label
	Errors []Error // in the order of their spans
}

// Text parses the text of one item. If the text holds more than one attribute or block,
// that is an error.
func Text(text string, keywords split.Keywords) Item {
	clean := lex.ValidUTF8(text)
	start := lex.SkipTrivia(clean)
	if start == len(clean) {
		return Item{Blank: true}
	}
	f := fragment{text: clean, span: lex.Span{Start: start, End: len(clean)}, keywords: keywords}
	it := f.item(keywords.Head(clean, start))
	if len(it.Errors) == 0 && it.followed(clean) {
		it.Errors = f.furtherItems()
	}
	sortErrors(it.Errors)
	return it
}

func (f fragment) item(h split.Head) Item {
	it := Item{Head: h}
	switch h.Shape {
	case split.AttrHead:
		it.Attr, it.Errors = f.attribute(h)
	case split.BlockHead:
		it.Block, it.Labels, it.Errors = f.block(h, 0)
	default:
		it.Errors = []Error{f.stray()}
	}
	return it
}

// followed reports whether there is something behind the attribute or block. It may
// report that of the end of an attribute.
func (it *Item) followed(text string) bool {
	end := 0
	switch {
	case it.Attr != nil:
		end = it.Attr.SrcRange.End.Byte
	case it.Block != nil:
		end = it.Block.CloseBraceRange.End.Byte
	}
	end = min(end, len(text))
	return lex.SkipTrivia(text[end:]) < len(text)-end
}

// furtherItems reports a second attribute or block.
func (f fragment) furtherItems() []Error {
	spans := f.keywords.File(f.source())
	if len(spans) < 2 || lex.SkipTrivia(f.source()[spans[1].Start:]) == spans[len(spans)-1].End-spans[1].Start {
		return nil
	}
	return []Error{{
		Span:    spans[1].Shift(f.span.Start),
		Code:    codes.SyntaxBodyItem,
		Message: "This is more than one attribute or block; only the first is read.",
	}}
}

// stray returns the error of text that begins neither an attribute nor a block.
func (f fragment) stray() Error {
	_, errs := f.parseBody()
	if len(errs) == 0 {
		first, _, _ := strings.Cut(f.source(), "\n")
		span := lex.Span{Start: f.span.Start, End: f.span.Start + len(strings.TrimSpace(first))}
		errs = []Error{{Span: span, Code: codes.SyntaxBodyItem, Message: explainBodyItem("")}}
	}
	if strings.HasPrefix(f.source(), "/*") {
		errs[0].Span.End = errs[0].Span.Start + len("/*")
		errs[0].Message = explainBodyItem(f.source())
	}
	return errs[0]
}

// Bodies without a block around them, as files of inputs hold them.

// Body parses a text that is the body of a block whose header and braces are not written.
// The block has no labels, and its header and braces are empty spans: those in front of the
// body at an offset, and the closing one at the end of the text. The block is nil if the text
// is nested too deep.
func Body(text string, start int, keywords split.Keywords) (*hclsyntax.Block, []Error) {
	clean := lex.ValidUTF8(text)
	f := fragment{text: clean, span: lex.Span{End: len(clean)}, keywords: keywords}
	body, errs := f.parseBody()
	if isTooDeep(errs) {
		return nil, errs
	}
	if len(errs) > 0 || body == nil {
		body, errs = f.salvageBody(errs)
	}
	open, end := node.Range(lex.Span{Start: start, End: start}), node.Range(lex.Span{Start: len(clean), End: len(clean)})
	body.SrcRange, body.EndRange = node.Range(lex.Span{Start: start, End: len(clean)}), end
	return &hclsyntax.Block{Body: body, TypeRange: open, OpenBraceRange: open, CloseBraceRange: end}, errs
}

// salvageBody parses the entries of a body that has errors one by one.
func (f fragment) salvageBody(whole []Error) (*hclsyntax.Body, []Error) {
	s := bodySalvage{fragment: f, body: &hclsyntax.Body{Attributes: hclsyntax.Attributes{}}}
	for _, span := range f.keywords.File(f.source()) {
		s.entry(span.Shift(f.span.Start))
	}
	if len(s.errs) == 0 {
		s.errs = whole
	}
	sortErrors(s.errs)
	return s.body, s.errs
}

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
