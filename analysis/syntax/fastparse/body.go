package fastparse

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Bodies, attributes and blocks.

// Body parses a text as the content of a body. Offsets in the tree count from
// base. It returns nil if the text needs hclsyntax.
func Body(text string, base int) *hclsyntax.Body {
	p := newParser(text, base)
	if p.next.Kind != lex.Ident || p.next.Start > 0 {
		return nil // the range of the body would begin with a comment or a line end
	}
	p.lines = true
	return p.body(lex.EOF, p.span(0, 0))
}

// Expression parses a text that holds one expression and in which line ends mean
// nothing. It returns nil if the text needs hclsyntax.
func Expression(text string, base int) hclsyntax.Expression {
	p := newParser(text, base)
	e := p.expression()
	if e == nil || p.peek() != lex.EOF {
		return nil
	}
	return e
}

// body parses the content of a body and its closer. The range of its opener is
// open.
func (p *parser) body(closer lex.Kind, open hcl.Range) *hclsyntax.Body {
	b := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, Blocks: hclsyntax.Blocks{}}
	for {
		switch p.peek() {
		case closer:
			b.SrcRange = between(open, p.since(p.read()))
			b.EndRange = p.span(p.end, p.end)
			return b
		case lex.Newline:
			p.lineEnd()
		default:
			if !p.item(b) {
				return nil
			}
		}
	}
}

// item parses an attribute or a block into a body.
func (p *parser) item(b *hclsyntax.Body) bool {
	name, span, ok := p.name()
	if !ok {
		return false
	}
	if p.peek() == '=' {
		a := p.attribute(name, span)
		if a == nil || b.Attributes[name] != nil || !p.lineEnd() {
			return false
		}
		b.Attributes[name] = a
		return true
	}
	block := p.block(name, span)
	if block == nil || !p.lineEnd() {
		return false
	}
	b.Blocks = append(b.Blocks, block)
	return true
}

// attribute parses an attribute from its "=" on.
func (p *parser) attribute(name string, span hcl.Range) *hclsyntax.Attribute {
	equals := p.since(p.read())
	value := p.expression()
	if value == nil {
		return nil
	}
	return &hclsyntax.Attribute{
		Name:        name,
		Expr:        value,
		SrcRange:    hcl.Range{Start: span.Start, End: p.span(p.end, p.end).End},
		NameRange:   span,
		EqualsRange: equals,
	}
}

// block parses the labels, the braces and the body of a block.
func (p *parser) block(name string, span hcl.Range) *hclsyntax.Block {
	b := &hclsyntax.Block{Type: name, TypeRange: span}
	for !p.take('{') {
		label, place, ok := p.label()
		if !ok {
			return nil
		}
		b.Labels = append(b.Labels, label)
		b.LabelRanges = append(b.LabelRanges, place)
	}
	b.OpenBraceRange = p.since(p.end - 1)
	if !p.enter() {
		return nil
	}
	defer p.leave()
	switch p.peek() {
	case lex.Newline, '}':
		b.Body = p.body('}', b.OpenBraceRange)
	default:
		b.Body = p.line()
	}
	if b.Body == nil {
		return nil
	}
	b.CloseBraceRange = p.since(p.end - 1)
	return b
}

// label parses a label of a block.
func (p *parser) label() (label string, span hcl.Range, ok bool) {
	if p.peek() != lex.OpenQuote {
		return p.name()
	}
	start := p.next.Start
	t := p.lexer.Quoted(p.next.End)
	if t.Kind == lex.Text {
		if label, ok = p.literal(t); !ok {
			return "", span, false
		}
		t = p.lexer.Quoted(t.End)
	}
	if t.Kind != lex.CloseQuote {
		return "", span, false
	}
	p.closeQuote(t)
	return label, p.since(start), true
}

// line parses a body that is one attribute on the line of its braces.
func (p *parser) line() *hclsyntax.Body {
	name, span, ok := p.name()
	if !ok || p.peek() != '=' {
		return nil
	}
	a := p.attribute(name, span)
	if a == nil || !p.take('}') {
		return nil
	}
	end := a.SrcRange.End
	return &hclsyntax.Body{
		Attributes: hclsyntax.Attributes{name: a},
		SrcRange:   a.SrcRange,
		EndRange:   hcl.Range{Start: end, End: end},
	}
}
