package fastparse

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Terms in brackets: parentheses, tuples, objects, for expressions.

func (p *parser) parentheses() hclsyntax.Expression {
	start := p.read()
	lines := p.inBrackets()
	e := p.expression()
	if e == nil || !p.take(')') {
		return nil
	}
	p.lines = lines
	return &hclsyntax.ParenthesesExpr{Expression: e, SrcRange: p.since(start)}
}

// brackets parses a tuple, or a for expression that makes one.
func (p *parser) brackets() hclsyntax.Expression {
	start := p.read()
	open := p.since(start)
	lines := p.inBrackets()
	if p.word("for") {
		return p.forEach(start, ']', lines)
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
	p.lines = lines
	return &hclsyntax.TupleConsExpr{Exprs: taken(&p.exprs, first), SrcRange: p.since(start), OpenRange: open}
}

// braces parses an object, or a for expression that makes one. Line ends separate
// the members of an object, whatever is around it.
func (p *parser) braces() hclsyntax.Expression {
	start := p.read()
	open := p.since(start)
	lines := p.inBrackets()
	first := p.next // perhaps a line end, which word skips
	if p.word("for") {
		return p.forEach(start, '}', lines)
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
	p.lines = lines
	return &hclsyntax.ObjectConsExpr{Items: p.items(pairs), SrcRange: p.since(start), OpenRange: open}
}

// items are the members of an object, from the first pair on.
func (p *parser) items(first int) []hclsyntax.ObjectConsItem {
	n := len(p.pairs) - first
	if n == 0 {
		return nil
	}
	items, keys := make([]hclsyntax.ObjectConsItem, n), make([]hclsyntax.ObjectConsKeyExpr, n)
	p.nameKeys(p.pairs[first:])
	for i := range items {
		m := &p.pairs[first+i]
		keys[i] = hclsyntax.ObjectConsKeyExpr{Wrapped: m.key, ForceNonLiteral: m.inParentheses}
		items[i] = hclsyntax.ObjectConsItem{KeyExpr: &keys[i], ValueExpr: m.value}
	}
	drop(&p.pairs, first)
	return items
}

// nameKeys makes the expressions of all bare keys of an object in one piece of memory.
func (p *parser) nameKeys(members []pair) {
	bare := 0
	for i := range members {
		if members[i].key == nil {
			bare++
		}
	}
	names := make([]reference, bare)
	for i := range members {
		if m := &members[i]; m.key == nil {
			m.key = p.reference(&names[0], m.bare)
			names = names[1:]
		}
	}
}

// member parses a key, its value, and the separator behind them.
func (p *parser) member() bool {
	m := pair{inParentheses: p.peek() == '('}
	if p.nextIsBareKey() {
		_, start, ok := p.name()
		if !ok {
			return false
		}
		m.bare = lex.Span{Start: start, End: p.end}
	} else if m.key = p.expression(); m.key == nil {
		return false
	}
	if !p.take('=') && !p.take(':') {
		return false
	}
	if m.value = p.expression(); m.value == nil {
		return false
	}
	p.pairs = append(p.pairs, m)
	return p.peek() == '}' || p.take(',') || p.peek() == lex.Newline && p.lineEnd()
}

// nextIsBareKey reports whether the next token is a name with the sign of a key right behind it,
// as most keys are.
func (p *parser) nextIsBareKey() bool {
	if p.next.Kind != lex.Ident || isLiteral(p.text(p.next.Start, p.next.End)) {
		return false
	}
	sign := p.lexer.Code(p.next.End).Kind
	return sign == '=' || sign == ':'
}

// isLiteral reports whether a name is a literal and never a reference.
func isLiteral(name string) bool { return name == "true" || name == "false" || name == "null" }

// forEach parses a for expression from its keyword on, up to its closer. Behind that, line ends
// are tokens as lines says.
func (p *parser) forEach(start int, closer lex.Kind, lines bool) hclsyntax.Expression {
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
	p.lines = lines
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
