package fastparse

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// The steps behind a term: attributes, indexes, splats.

// traversal parses the steps that follow an expression.
func (p *parser) traversal(from hclsyntax.Expression) hclsyntax.Expression {
	for from != nil {
		switch p.peek() {
		case '.':
			from = p.dot(from)
		case '[':
			if !p.step() {
				return nil
			}
			from = p.index(from)
		default:
			return from
		}
	}
	return nil
}

// dot parses a step to an attribute.
func (p *parser) dot(from hclsyntax.Expression) hclsyntax.Expression {
	start := p.read()
	name, _, ok := p.name()
	if !ok {
		return nil
	}
	r := p.since(start)
	return extended(from, hcl.TraverseAttr{Name: name, SrcRange: r}, r)
}

// index parses a step in brackets.
func (p *parser) index(from hclsyntax.Expression) hclsyntax.Expression {
	start := p.read()
	open := p.since(start)
	if p.peek() == '*' {
		p.read()
		return p.splat(from, start)
	}
	key := p.key()
	if key == nil {
		return nil
	}
	r := p.since(start)
	switch key := key.(type) {
	case *hclsyntax.LiteralValueExpr:
		return extended(from, hcl.TraverseIndex{Key: key.Val, SrcRange: r}, r)
	case *hclsyntax.TemplateExpr:
		if key.IsStringLiteral() {
			value, _ := key.Value(nil)
			return extended(from, hcl.TraverseIndex{Key: value, SrcRange: r}, r)
		}
	}
	return &hclsyntax.IndexExpr{
		Collection: from, Key: key,
		SrcRange: between(from.Range(), r), OpenRange: open, BracketRange: r,
	}
}

// key parses the expression in the brackets of an index, and the closing bracket.
func (p *parser) key() hclsyntax.Expression {
	lines := p.inBrackets()
	key := p.expression()
	if key == nil || !p.take(']') {
		return nil
	}
	p.lines = lines
	return key
}

// splat parses the "]" of a "[*]" and the steps behind it.
func (p *parser) splat(from hclsyntax.Expression, start int) hclsyntax.Expression {
	if !p.take(']') || !p.enter() {
		return nil
	}
	marker := p.since(start)
	item := &hclsyntax.AnonSymbolExpr{SrcRange: marker}
	each := p.traversal(item)
	if each == nil {
		return nil
	}
	p.leave()
	return &hclsyntax.SplatExpr{
		Source: from, Each: each, Item: item,
		SrcRange: between(from.Range(), each.Range()), MarkerRange: marker,
	}
}

// extended returns an expression with one more step. It changes an expression that
// has steps already.
func extended(e hclsyntax.Expression, step hcl.Traverser, r hcl.Range) hclsyntax.Expression {
	switch e := e.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		e.Traversal = append(e.Traversal, step)
		e.SrcRange.End = r.End
		return e
	case *hclsyntax.RelativeTraversalExpr:
		e.Traversal = append(e.Traversal, step)
		e.SrcRange.End = r.End
		return e
	}
	return &hclsyntax.RelativeTraversalExpr{Source: e, Traversal: hcl.Traversal{step}, SrcRange: between(e.Range(), r)}
}
