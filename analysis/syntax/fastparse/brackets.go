package fastparse

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Terms in brackets: parentheses, tuples, objects, for expressions.

func (p *parser) parentheses() hclsyntax.Expression {
	start := p.read()
	defer p.inBrackets()()
	e := p.expression()
	if e == nil || !p.take(')') {
		return nil
	}
	return &hclsyntax.ParenthesesExpr{Expression: e, SrcRange: p.since(start)}
}

// brackets parses a tuple, or a for expression that makes one.
func (p *parser) brackets() hclsyntax.Expression {
	start := p.read()
	open := p.since(start)
	defer p.inBrackets()()
	if p.word("for") {
		return p.forEach(start, ']')
	}
	first := len(p.exprs)
	for !p.take(']') {
		e := p.expression()
		if e == nil {
			return nil
		}
		p.exprs = append(p.exprs, e)
		if p.peek() != ']' && !p.take(',') {
			return nil
		}
	}
	return &hclsyntax.TupleConsExpr{Exprs: taken(&p.exprs, first), SrcRange: p.since(start), OpenRange: open}
}

// braces parses an object, or a for expression that makes one. Line ends separate
// the members of an object, whatever is around it.
func (p *parser) braces() hclsyntax.Expression {
	start := p.read()
	open := p.since(start)
	defer p.inBrackets()()
	first := p.next // perhaps a line end, which word skips
	if p.word("for") {
		return p.forEach(start, '}')
	}
	p.next, p.lines = first, true
	pairs := len(p.pairs)
	for !p.take('}') {
		if p.peek() == lex.Newline {
			p.lineEnd()
		} else if !p.member() {
			return nil
		}
	}
	return &hclsyntax.ObjectConsExpr{Items: p.items(pairs), SrcRange: p.since(start), OpenRange: open}
}

// items are the members of an object, from the first pair on.
func (p *parser) items(first int) []hclsyntax.ObjectConsItem {
	n := len(p.pairs) - first
	if n == 0 {
		return nil
	}
	items, keys := make([]hclsyntax.ObjectConsItem, n), make([]hclsyntax.ObjectConsKeyExpr, n)
	for i, m := range p.pairs[first:] {
		keys[i] = hclsyntax.ObjectConsKeyExpr{Wrapped: m.key, ForceNonLiteral: m.inParentheses}
		items[i] = hclsyntax.ObjectConsItem{KeyExpr: &keys[i], ValueExpr: m.value}
	}
	drop(&p.pairs, first)
	return items
}

// member parses a key, its value, and the separator behind them.
func (p *parser) member() bool {
	inParentheses := p.peek() == '('
	key := p.expression()
	if key == nil || !p.take('=') && !p.take(':') {
		return false
	}
	value := p.expression()
	if value == nil {
		return false
	}
	p.pairs = append(p.pairs, pair{key, value, inParentheses})
	return p.peek() == '}' || p.take(',') || p.peek() == lex.Newline && p.lineEnd()
}

// forEach parses a for expression from its keyword on.
func (p *parser) forEach(start int, closer lex.Kind) hclsyntax.Expression {
	f := &hclsyntax.ForExpr{OpenRange: p.since(start)}
	p.read()
	if !p.variables(f) || !p.word("in") {
		return nil
	}
	p.read()
	if f.CollExpr = p.expression(); f.CollExpr == nil || !p.take(':') {
		return nil
	}
	if f.ValExpr = p.expression(); f.ValExpr == nil {
		return nil
	}
	if p.take(lex.Arrow) {
		f.KeyExpr = f.ValExpr
		if f.ValExpr = p.expression(); f.ValExpr == nil {
			return nil
		}
	}
	f.Group = p.take(lex.Ellipsis)
	if p.word("if") {
		p.read()
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

// variables parses the names that a for expression declares.
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
