package direct

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// This file parses terms in brackets: parentheses, tuples, objects, for-expressions.

func (p *parser) parentheses() hclsyntax.Expression {
	start := p.read(1)
	defer p.inBrackets()()
	e := p.expression()
	if e == nil || !p.take(')') {
		return nil
	}
	return &hclsyntax.ParenthesesExpr{Expression: e, SrcRange: p.since(start)}
}

// brackets parses a tuple, or a for-expression that makes one.
func (p *parser) brackets() hclsyntax.Expression {
	start := p.read(1)
	open := p.since(start)
	defer p.inBrackets()()
	if p.word("for") {
		return p.forEach(start, ']')
	}
	t := &hclsyntax.TupleConsExpr{OpenRange: open}
	for !p.take(']') {
		e := p.expression()
		if e == nil {
			return nil
		}
		t.Exprs = append(t.Exprs, e)
		if p.peek() != ']' && !p.take(',') {
			return nil
		}
	}
	t.SrcRange = p.since(start)
	return t
}

// braces parses an object, or a for-expression that makes one. Line ends separate the
// members of an object, whatever is around it.
func (p *parser) braces() hclsyntax.Expression {
	start := p.read(1)
	open := p.since(start)
	defer p.inBrackets()()
	if inside := p.at; p.word("for") {
		return p.forEach(start, '}')
	} else {
		p.at = inside
	}
	p.lines = true
	o := &hclsyntax.ObjectConsExpr{OpenRange: open}
	for !p.take('}') {
		if p.peek() == '\n' {
			p.lineEnd()
			continue
		}
		if !p.member(o) {
			return nil
		}
	}
	o.SrcRange = p.since(start)
	return o
}

// member parses a key, its value, and what separates them from the next.
func (p *parser) member(o *hclsyntax.ObjectConsExpr) bool {
	inParentheses := p.peek() == '('
	key := p.expression()
	if key == nil || !p.assigns() && p.peek() != ':' || p.follows("::") {
		return false
	}
	p.read(1)
	value := p.expression()
	if value == nil {
		return false
	}
	o.Items = append(o.Items, hclsyntax.ObjectConsItem{
		KeyExpr:   &hclsyntax.ObjectConsKeyExpr{Wrapped: key, ForceNonLiteral: inParentheses},
		ValueExpr: value,
	})
	return p.peek() == '}' || p.take(',') || p.peek() == '\n' && p.lineEnd()
}

// forEach parses a for-expression from its keyword on.
func (p *parser) forEach(start int, closer byte) hclsyntax.Expression {
	f := &hclsyntax.ForExpr{OpenRange: p.since(start)}
	p.read(len("for"))
	if !p.variables(f) || !p.word("in") {
		return nil
	}
	p.read(len("in"))
	if f.CollExpr = p.expression(); f.CollExpr == nil || p.peek() != ':' || p.follows("::") {
		return nil
	}
	p.read(1)
	if f.ValExpr = p.expression(); f.ValExpr == nil {
		return nil
	}
	if p.peek() == '=' && p.follows("=>") {
		p.read(2)
		f.KeyExpr = f.ValExpr
		if f.ValExpr = p.expression(); f.ValExpr == nil {
			return nil
		}
	}
	if p.peek() == '.' && p.follows("...") {
		p.read(3)
		f.Group = true
	}
	if p.word("if") {
		p.read(len("if"))
		if f.CondExpr = p.expression(); f.CondExpr == nil {
			return nil
		}
	}
	makesObject := closer == '}'
	if !p.take(closer) || makesObject != (f.KeyExpr != nil) || f.Group && !makesObject {
		return nil
	}
	f.SrcRange, f.CloseRange = p.since(start), p.since(p.end-1)
	return f
}

// variables parses the names that a for-expression declares.
func (p *parser) variables(f *hclsyntax.ForExpr) bool {
	var ok bool
	if f.ValVar, _, ok = p.name(); !ok {
		return false
	}
	if p.take(',') {
		f.KeyVar = f.ValVar
		f.ValVar, _, ok = p.name()
	}
	return ok
}
