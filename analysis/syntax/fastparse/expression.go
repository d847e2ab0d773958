package fastparse

import (
	"math/big"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// Expressions, but for terms in brackets.

// expression parses a conditional, or an expression that could be its condition.
func (p *parser) expression() hclsyntax.Expression {
	if !p.enter() {
		return nil
	}
	condition := p.operation(1)
	if condition == nil || p.peek() != '?' {
		p.leave()
		return condition
	}
	p.read()
	yes := p.expression()
	if yes == nil || !p.take(':') {
		return nil
	}
	no := p.expression()
	if no == nil {
		return nil
	}
	p.leave()
	return &hclsyntax.ConditionalExpr{
		Condition: condition, TrueResult: yes, FalseResult: no,
		SrcRange: between(condition.Range(), no.Range()),
	}
}

// operators are the binary operators and how tightly they bind.
var operators = [256]struct {
	op    *hclsyntax.Operation
	binds int
}{
	lex.Or: {hclsyntax.OpLogicalOr, 1}, lex.And: {hclsyntax.OpLogicalAnd, 2},
	lex.Equal: {hclsyntax.OpEqual, 3}, lex.NotEqual: {hclsyntax.OpNotEqual, 3},
	'>': {hclsyntax.OpGreaterThan, 4}, lex.GreaterOrEqual: {hclsyntax.OpGreaterThanOrEqual, 4},
	'<': {hclsyntax.OpLessThan, 4}, lex.LessOrEqual: {hclsyntax.OpLessThanOrEqual, 4},
	'+': {hclsyntax.OpAdd, 5}, '-': {hclsyntax.OpSubtract, 5},
	'*': {hclsyntax.OpMultiply, 6}, '/': {hclsyntax.OpDivide, 6}, '%': {hclsyntax.OpModulo, 6},
}

// operation parses operands joined by operators that bind at least this tightly.
// All of them associate to the left.
func (p *parser) operation(least int) hclsyntax.Expression {
	left := p.operand()
	for left != nil {
		o := operators[p.peek()]
		if o.op == nil || o.binds < least {
			return left
		}
		p.read()
		if !p.step() {
			return nil
		}
		right := p.operation(o.binds + 1)
		if right == nil {
			return nil
		}
		left = &hclsyntax.BinaryOpExpr{LHS: left, Op: o.op, RHS: right, SrcRange: between(left.Range(), right.Range())}
	}
	return nil
}

// operand parses a term and the steps that follow it.
func (p *parser) operand() hclsyntax.Expression {
	term := p.term()
	if term == nil {
		return nil
	}
	return p.traversal(term)
}

func (p *parser) term() hclsyntax.Expression {
	switch p.peek() {
	case lex.Ident:
		return p.named()
	case lex.Number:
		return p.numeral()
	case lex.OpenQuote:
		return p.quoted()
	case '{':
		return p.braces()
	case '[':
		return p.brackets()
	case '(':
		return p.parentheses()
	case '-':
		return p.prefixed(hclsyntax.OpNegate)
	case '!':
		return p.prefixed(hclsyntax.OpLogicalNot)
	}
	return nil
}

func (p *parser) numeral() hclsyntax.Expression {
	start := p.read()
	value, ok := number(p.text(start, p.end))
	if !ok {
		return nil
	}
	return &hclsyntax.LiteralValueExpr{Val: value, SrcRange: p.since(start)}
}

// number is the value of a number. Most are small integers, which are made here as
// [cty.ParseNumberVal] makes them, with a precision of 512 bits.
func number(text string) (value cty.Value, ok bool) {
	n := int64(0)
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' || len(text) > 18 {
			value, err := cty.ParseNumberVal(text)
			return value, err == nil
		}
		n = n*10 + int64(text[i]-'0')
	}
	return cty.NumberVal(new(big.Float).SetPrec(512).SetInt64(n)), true
}

// prefixed parses an operand behind a prefix operator.
func (p *parser) prefixed(op *hclsyntax.Operation) hclsyntax.Expression {
	if !p.enter() {
		return nil
	}
	symbol := p.since(p.read())
	operand := p.operand()
	if operand == nil {
		return nil
	}
	p.leave()
	return &hclsyntax.UnaryOpExpr{Op: op, Val: operand, SrcRange: between(symbol, operand.Range()), SymbolRange: symbol}
}

var nullValue = cty.NullVal(cty.DynamicPseudoType)

// named parses a call, a keyword or a reference.
func (p *parser) named() hclsyntax.Expression {
	name, start, ok := p.name()
	if !ok {
		return nil
	}
	switch c := p.peek(); {
	case c == '(', c == lex.DoubleColon:
		return p.call(name, start)
	case name == "true":
		return &hclsyntax.LiteralValueExpr{Val: cty.True, SrcRange: p.since(start)}
	case name == "false":
		return &hclsyntax.LiteralValueExpr{Val: cty.False, SrcRange: p.since(start)}
	case name == "null":
		return &hclsyntax.LiteralValueExpr{Val: nullValue, SrcRange: p.since(start)}
	case c == '.', c == '[':
		r := &struct {
			expr  hclsyntax.ScopeTraversalExpr
			steps [2]hcl.Traverser // more are rare
		}{}
		r.expr.SrcRange = p.since(start)
		r.expr.Traversal = append(r.steps[:0], hcl.TraverseRoot{Name: name, SrcRange: r.expr.SrcRange})
		return &r.expr
	}
	return p.reference(&reference{}, lex.Span{Start: start, End: p.end})
}

// reference is a name without steps.
type reference struct {
	expr  hclsyntax.ScopeTraversalExpr
	steps [1]hcl.Traverser
}

// reference makes a reference of the name at a place.
func (p *parser) reference(r *reference, at lex.Span) *hclsyntax.ScopeTraversalExpr {
	r.expr.SrcRange = p.span(at.Start, at.End)
	r.steps[0] = hcl.TraverseRoot{Name: p.text(at.Start, at.End), SrcRange: r.expr.SrcRange}
	r.expr.Traversal = r.steps[:]
	return &r.expr
}

// call parses the rest of a call, behind the first part of the function's name.
func (p *parser) call(name string, start int) hclsyntax.Expression {
	for p.take(lex.DoubleColon) {
		part, _, ok := p.name()
		if !ok {
			return nil
		}
		name += "::" + part
	}
	if p.peek() != '(' {
		return nil
	}
	c := &hclsyntax.FunctionCallExpr{Name: name, NameRange: p.since(start)}
	c.OpenParenRange = p.since(p.read())
	lines := p.inBrackets()
	first := len(p.exprs)
	for !p.take(')') {
		arg := p.expression()
		if arg == nil {
			return nil
		}
		p.exprs = append(p.exprs, arg)
		switch {
		case p.take(','):
		case p.peek() == ')':
		case p.take(lex.Ellipsis):
			c.ExpandFinal = true
			if p.peek() != ')' {
				return nil
			}
		default:
			return nil
		}
	}
	p.lines = lines
	c.Args, c.CloseParenRange = taken(&p.exprs, first), p.since(p.end-1)
	return c
}

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
