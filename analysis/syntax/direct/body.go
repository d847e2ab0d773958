package direct

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// This file parses bodies, attributes and blocks.

// Body parses a text as the content of a body. Offsets in the tree count from base.
// It returns nil if the text is for hclsyntax.
func Body(text string, base int) *hclsyntax.Body {
	if text == "" || class[text[0]]&letter == 0 {
		return nil // the range of the body would begin with a comment or a line end
	}
	p := parser{text: text, base: base, lines: true}
	return p.body(eof, p.span(0, 0))
}

// Expression parses a text that holds one expression and in which line ends mean
// nothing. It returns nil if the text is for hclsyntax.
func Expression(text string, base int) hclsyntax.Expression {
	p := parser{text: text, base: base}
	e := p.expression()
	if e == nil || !p.atEnd() {
		return nil
	}
	return e
}

// body parses what is in a body up to its closer, which it takes. What opened it has
// the range open.
func (p *parser) body(closer byte, open hcl.Range) *hclsyntax.Body {
	b := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, Blocks: hclsyntax.Blocks{}}
	for {
		switch c := p.peek(); {
		case c == closer:
			if c == eof && p.at < len(p.text) {
				return nil
			}
			n := 1
			if c == eof {
				n = 0
			}
			end := p.read(n)
			b.SrcRange = between(open, p.since(end))
			b.EndRange = p.span(p.end, p.end)
			return b
		case c == '\n':
			p.lineEnd()
		case !p.item(b):
			return nil
		}
	}
}

// item parses an attribute or a block into a body.
func (p *parser) item(b *hclsyntax.Body) bool {
	name, span, ok := p.name()
	if !ok {
		return false
	}
	if p.assigns() {
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

// attribute parses from the "=" on.
func (p *parser) attribute(name string, span hcl.Range) *hclsyntax.Attribute {
	equals := p.since(p.read(1))
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

// block parses from behind the block's type on, and to its closing brace.
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
	case '\n', '}':
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
	if p.peek() != '"' {
		return p.name()
	}
	start := p.read(1)
	value, ok := p.literal()
	if !ok || p.byteAt(0) != '"' {
		return "", span, false
	}
	p.read(1)
	return value, p.since(start), true
}

// line parses a body that is one attribute on the line of its braces.
func (p *parser) line() *hclsyntax.Body {
	name, span, ok := p.name()
	if !ok || !p.assigns() {
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

// enter goes one level deeper. It reports false where that is too deep.
func (p *parser) enter() bool {
	p.depth++
	return p.depth <= maxDepth
}

func (p *parser) leave() { p.depth-- }

// step counts what makes a tree deep by being long. It reports false where it is
// too long.
func (p *parser) step() bool {
	p.steps++
	return p.steps <= maxSteps
}
