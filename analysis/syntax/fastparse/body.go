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
	defer p.free()
	if p.next.Kind != lex.Ident || p.next.Start > 0 {
		return nil // the range of the body would begin with a comment or a line end
	}
	p.lines = true
	b := &hclsyntax.Body{}
	if !p.body(b, lex.EOF, p.span(0, 0)) {
		return nil
	}
	return b
}

// Block parses a text that is one block. It returns nil if the text needs hclsyntax.
func Block(text string, base int) *hclsyntax.Block {
	p := newParser(text, base)
	defer p.free()
	p.lines = true
	name, start, ok := p.name()
	if !ok || p.peek() == '=' {
		return nil
	}
	b := p.block(name, p.since(start))
	if b == nil || !p.endsBehindLine() {
		return nil
	}
	return b
}

// Attribute parses a text that is one attribute. It returns nil if the text needs hclsyntax.
func Attribute(text string, base int) *hclsyntax.Attribute {
	p := newParser(text, base)
	defer p.free()
	p.lines = true
	name, start, ok := p.name()
	if !ok || p.peek() != '=' {
		return nil
	}
	a := &hclsyntax.Attribute{}
	if !p.attribute(a, name, start) || !p.endsBehindLine() {
		return nil
	}
	return a
}

// endsBehindLine reports whether nothing but comments and line ends follows, and a line end
// first if anything does.
func (p *parser) endsBehindLine() bool {
	if !p.lineEnd() {
		return false
	}
	p.lines = false
	return p.peek() == lex.EOF
}

// Expression parses a text that holds one expression and in which line ends mean
// nothing. It returns nil if the text needs hclsyntax.
func Expression(text string, base int) hclsyntax.Expression {
	p := newParser(text, base)
	defer p.free()
	e := p.expression()
	if e == nil || p.peek() != lex.EOF {
		return nil
	}
	return e
}

// body parses the content of a body and its closer. The range of its opener is
// open.
func (p *parser) body(b *hclsyntax.Body, closer lex.Kind, open hcl.Range) bool {
	attributes, blocks := len(p.attributes), len(p.blocks)
	for {
		switch p.peek() {
		case closer:
			b.SrcRange = between(open, p.since(p.read()))
			b.EndRange = p.span(p.end, p.end)
			if b.Blocks = taken(&p.blocks, blocks); b.Blocks == nil {
				b.Blocks = hclsyntax.Blocks{}
			}
			return addAttributes(b, taken(&p.attributes, attributes))
		case lex.Newline:
			p.lineEnd()
		default:
			if !p.item() {
				return false
			}
		}
	}
}

// addAttributes adds the attributes of a body. It returns false if two have one name.
func addAttributes(b *hclsyntax.Body, all []hclsyntax.Attribute) bool {
	b.Attributes = make(hclsyntax.Attributes, len(all))
	for i := range all {
		b.Attributes[all[i].Name] = &all[i]
	}
	return len(b.Attributes) == len(all)
}

// item parses an attribute or a block of a body.
func (p *parser) item() bool {
	name, start, ok := p.name()
	if !ok {
		return false
	}
	if p.peek() == '=' {
		p.attributes = append(p.attributes, hclsyntax.Attribute{})
		return p.attribute(&p.attributes[len(p.attributes)-1], name, start) && p.lineEnd()
	}
	block := p.block(name, p.since(start))
	if block == nil || !p.lineEnd() {
		return false
	}
	p.blocks = append(p.blocks, block)
	return true
}

// attribute parses an attribute from its "=" on, behind its name.
func (p *parser) attribute(a *hclsyntax.Attribute, name string, start int) bool {
	a.Name, a.NameRange = name, p.since(start)
	a.EqualsRange = p.since(p.read())
	a.Expr = p.expression()
	a.SrcRange = p.since(start)
	return a.Expr != nil
}

// labeled is a block with its body, and room for the labels of most blocks.
type labelled struct {
	block  hclsyntax.Block
	body   hclsyntax.Body
	labels [2]string
	ranges [2]hcl.Range
}

// block parses the labels, the braces and the body of a block.
func (p *parser) block(name string, span hcl.Range) *hclsyntax.Block {
	made := &labelled{}
	b := &made.block
	b.Body, b.Type, b.TypeRange = &made.body, name, span
	if p.peek() != '{' {
		b.Labels, b.LabelRanges = made.labels[:0], made.ranges[:0]
	}
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
	ok := false
	switch p.peek() {
	case lex.Newline, '}':
		ok = p.body(b.Body, '}', b.OpenBraceRange)
	default:
		ok = p.line(b.Body)
	}
	if !ok {
		return nil
	}
	b.CloseBraceRange = p.since(p.end - 1)
	p.leave()
	return b
}

// label parses a label of a block.
func (p *parser) label() (label string, span hcl.Range, ok bool) {
	if p.peek() != lex.OpenQuote {
		name, start, ok := p.name()
		return name, p.since(start), ok
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
func (p *parser) line(b *hclsyntax.Body) bool {
	name, start, ok := p.name()
	if !ok || p.peek() != '=' {
		return false
	}
	a := &hclsyntax.Attribute{}
	if !p.attribute(a, name, start) || !p.take('}') {
		return false
	}
	end := a.SrcRange.End
	b.Attributes, b.SrcRange, b.EndRange = hclsyntax.Attributes{name: a}, a.SrcRange, hcl.Range{Start: end, End: end}
	return true
}
