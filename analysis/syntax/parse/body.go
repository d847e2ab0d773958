package parse

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

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
