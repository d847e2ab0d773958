package parse

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
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
