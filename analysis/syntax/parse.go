package syntax

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Parsing: a file into items, and the text of an item into a tree.

// Parse cuts the text of a file into items and parses each. It never fails.
// Items of prev, which may be nil, are kept where their text occurs again.
func Parse(path, text string, prev *File) *File { return ParseBy(inOrder, path, text, prev) }

// Each calls a function with every number below n, in any order and maybe several at
// once, and returns when all calls have.
type Each func(n int, do func(i int))

func inOrder(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// ParseBy is [Parse] where the items are parsed by others.
func ParseBy(each Each, path, text string, prev *File) *File {
	b := fileBuilder{path: path}
	if prev != nil {
		b.know(prev, 0, prev.Count())
	}
	var stretches []split.Stretch
	keywords.Stretches(split.Part{Text: validUTF8(text)}, func(s split.Stretch) bool {
		stretches = append(stretches, s)
		return true
	})
	b.parse(each, text, stretches)
	for _, s := range stretches {
		b.add(text, s)
	}
	f := b.file()
	f.text.Store(&text)
	return f
}

// ParseItem parses the text of one item. Whatever the text holds besides its
// first attribute or block is an error.
func ParseItem(text string) *Item {
	it := &Item{Kind: KindBlank, Text: text, lineEnds: countLineEnds(text)}
	it.parse()
	it.marks = it.ownMarks()
	return it
}

func (it *Item) parse() {
	clean := validUTF8(it.Text)
	start := lex.SkipTrivia(clean)
	if start == len(clean) {
		return
	}
	h := keywords.Head(clean, start)
	f := fragment{text: clean, span: Span{Start: start, End: len(clean)}}
	switch h.Shape {
	case split.AttrHead:
		it.readLocal(f, h)
	case split.BlockHead:
		it.readBlock(f, h)
	default:
		it.readStray(f)
	}
	if len(it.Errors) == 0 && it.followed(clean) {
		it.Errors = furtherItems(f)
	}
	sortErrors(it.Errors)
}

// followed reports whether there is something behind the attribute or block. It may
// say so of what is part of an attribute.
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

// furtherItems reports a second attribute or block in the text of one item.
func furtherItems(f fragment) []Error {
	spans := keywords.File(f.source())
	if len(spans) < 2 || lex.SkipTrivia(f.source()[spans[1].Start:]) == spans[len(spans)-1].End-spans[1].Start {
		return nil
	}
	return []Error{{
		Span:    spans[1].Shift(f.span.Start),
		Code:    codes.SyntaxBodyItem,
		Message: "This is more than one attribute or block; only the first is read.",
	}}
}

func (it *Item) readLocal(f fragment, h split.Head) {
	it.Kind, it.Name, it.NameSpan = KindLocal, h.Name, h.Word
	it.Attr, it.Errors = f.parseAttribute(h)
}

func (it *Item) readBlock(f fragment, h split.Head) {
	it.Keyword, it.KeywordSpan = h.Name, h.Word
	it.Kind = KindOf(it.Keyword)
	it.Block, it.Labels, it.Errors = f.parseBlock(h, 0)
	if n := it.nameLabel(); n >= 0 && n < len(it.Labels) {
		it.Name, it.NameSpan = it.Labels[n].Value, it.Labels[n].Span
	}
}

// nameLabel returns the index of the label that names what the block declares.
func (it *Item) nameLabel() int {
	switch it.Kind {
	case KindPulumi:
		return -1
	case KindHook:
		return 1
	default:
		return 0
	}
}

func (it *Item) readStray(f fragment) {
	it.Kind = KindStray
	_, errs := f.parseBody()
	if len(errs) == 0 {
		first, _, _ := strings.Cut(f.source(), "\n")
		span := Span{Start: f.span.Start, End: f.span.Start + len(strings.TrimSpace(first))}
		errs = []Error{{Span: span, Code: codes.SyntaxBodyItem, Message: explainBodyItem("")}}
	}
	if strings.HasPrefix(f.source(), "/*") {
		errs[0].Span.End = errs[0].Span.Start + len("/*")
		errs[0].Message = explainBodyItem(f.source())
	}
	it.Errors = errs[:1]
}

// parseAttribute parses a fragment that begins with "name =". The attribute is
// nil only if the fragment is nested too deep; its expression is never nil.
func (f fragment) parseAttribute(h split.Head) (*hclsyntax.Attribute, []Error) {
	body, errs := f.parseBody()
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
		SrcRange:    rangeOf(Span{Start: h.Word.Start, End: expr.SrcRange.End.Byte}),
		NameRange:   rangeOf(h.Word),
		EqualsRange: rangeOf(Span{Start: h.Equals, End: h.Equals + 1}),
	}, errs
}

// missingExpression stands for an expression that cannot be read: it spans the
// rest of the line.
func (f fragment) missingExpression(start int) *hclsyntax.ExprSyntaxError {
	rest, _, _ := strings.Cut(f.text[start:f.span.End], "\n")
	blank := len(rest) - len(strings.TrimLeft(rest, " \t\r"))
	if rest = strings.TrimSpace(rest); rest == "" {
		blank = 0
	}
	return &hclsyntax.ExprSyntaxError{
		Placeholder: dynamicValue,
		SrcRange:    rangeOf(Span{Start: start + blank, End: start + blank + len(rest)}),
	}
}

func isTooDeep(errs []Error) bool { return len(errs) > 0 && errs[0].Code == codes.SyntaxDepth }
