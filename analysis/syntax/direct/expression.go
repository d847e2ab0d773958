package direct

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// This file parses expressions, but for terms that have brackets.

// expression parses a conditional, or what may be its condition.
func (p *parser) expression() hclsyntax.Expression {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	condition := p.operation(1)
	if condition == nil || p.peek() != '?' {
		return condition
	}
	p.read(1)
	yes := p.expression()
	if yes == nil || p.peek() != ':' || p.byteAt(1) == ':' {
		return nil
	}
	p.read(1)
	no := p.expression()
	if no == nil {
		return nil
	}
	return &hclsyntax.ConditionalExpr{
		Condition: condition, TrueResult: yes, FalseResult: no,
		SrcRange: between(condition.Range(), no.Range()),
	}
}

// operator is the binary operator that comes next: how tightly it binds, from 1 up,
// and its length. It is nil if there is none.
func (p *parser) operator() (op *hclsyntax.Operation, binds, length int) {
	switch p.peek() {
	case '|':
		if p.byteAt(1) == '|' {
			return hclsyntax.OpLogicalOr, 1, 2
		}
	case '&':
		if p.byteAt(1) == '&' {
			return hclsyntax.OpLogicalAnd, 2, 2
		}
	case '=':
		if p.byteAt(1) == '=' {
			return hclsyntax.OpEqual, 3, 2
		}
	case '!':
		if p.byteAt(1) == '=' {
			return hclsyntax.OpNotEqual, 3, 2
		}
	case '>':
		if p.byteAt(1) == '=' {
			return hclsyntax.OpGreaterThanOrEqual, 4, 2
		}
		return hclsyntax.OpGreaterThan, 4, 1
	case '<':
		switch p.byteAt(1) {
		case '=':
			return hclsyntax.OpLessThanOrEqual, 4, 2
		case '<': // a heredoc, perhaps
			return nil, 0, 0
		}
		return hclsyntax.OpLessThan, 4, 1
	case '+':
		return hclsyntax.OpAdd, 5, 1
	case '-':
		return hclsyntax.OpSubtract, 5, 1
	case '*':
		return hclsyntax.OpMultiply, 6, 1
	case '/':
		return hclsyntax.OpDivide, 6, 1
	case '%':
		return hclsyntax.OpModulo, 6, 1
	}
	return nil, 0, 0
}

// operation parses operands that are joined by operators which bind at least so
// tightly. All of them associate to the left.
func (p *parser) operation(least int) hclsyntax.Expression {
	left := p.operand()
	for left != nil {
		op, binds, length := p.operator()
		if op == nil || binds < least {
			return left
		}
		p.read(length)
		if !p.step() {
			return nil
		}
		right := p.operation(binds + 1)
		if right == nil {
			return nil
		}
		left = &hclsyntax.BinaryOpExpr{LHS: left, Op: op, RHS: right, SrcRange: between(left.Range(), right.Range())}
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
	switch c := p.peek(); {
	case class[c]&letter != 0:
		return p.named()
	case class[c]&digit != 0:
		return p.numeral()
	case c == '"':
		return p.quoted()
	case c == '{':
		return p.braces()
	case c == '[':
		return p.brackets()
	case c == '(':
		return p.parentheses()
	case c == '-':
		return p.prefixed(hclsyntax.OpNegate)
	case c == '!' && p.byteAt(1) != '=':
		return p.prefixed(hclsyntax.OpLogicalNot)
	}
	return nil
}

func (p *parser) numeral() hclsyntax.Expression {
	text, start := p.number()
	value, err := cty.ParseNumberVal(text)
	if err != nil {
		return nil
	}
	return &hclsyntax.LiteralValueExpr{Val: value, SrcRange: p.since(start)}
}

// prefixed parses an operand behind a prefix operator.
func (p *parser) prefixed(op *hclsyntax.Operation) hclsyntax.Expression {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	symbol := p.since(p.read(1))
	operand := p.operand()
	if operand == nil {
		return nil
	}
	return &hclsyntax.UnaryOpExpr{Op: op, Val: operand, SrcRange: between(symbol, operand.Range()), SymbolRange: symbol}
}

var nullValue = cty.NullVal(cty.DynamicPseudoType)

// named parses what begins with a name: a call, a keyword or a reference.
func (p *parser) named() hclsyntax.Expression {
	name, span, ok := p.name()
	if !ok {
		return nil
	}
	switch c := p.peek(); {
	case c == '(', c == ':' && p.byteAt(1) == ':':
		return p.call(name, span)
	case name == "true":
		return &hclsyntax.LiteralValueExpr{Val: cty.True, SrcRange: span}
	case name == "false":
		return &hclsyntax.LiteralValueExpr{Val: cty.False, SrcRange: span}
	case name == "null":
		return &hclsyntax.LiteralValueExpr{Val: nullValue, SrcRange: span}
	}
	return &hclsyntax.ScopeTraversalExpr{
		Traversal: hcl.Traversal{hcl.TraverseRoot{Name: name, SrcRange: span}},
		SrcRange:  span,
	}
}

// call parses a call from behind the first part of the function's name.
func (p *parser) call(name string, span hcl.Range) hclsyntax.Expression {
	for p.peek() == ':' {
		if p.byteAt(1) != ':' {
			return nil
		}
		p.read(2)
		part, place, ok := p.name()
		if !ok {
			return nil
		}
		name, span.End = name+"::"+part, place.End
	}
	if p.peek() != '(' {
		return nil
	}
	c := &hclsyntax.FunctionCallExpr{Name: name, NameRange: span, OpenParenRange: p.since(p.read(1))}
	defer p.inBrackets()()
	for !p.take(')') {
		arg := p.expression()
		if arg == nil {
			return nil
		}
		c.Args = append(c.Args, arg)
		switch {
		case p.take(','):
		case p.peek() == ')':
		case p.peek() == '.' && p.follows("..."):
			p.read(3)
			c.ExpandFinal = true
			if p.peek() != ')' {
				return nil
			}
		default:
			return nil
		}
	}
	c.CloseParenRange = p.since(p.end - 1)
	return c
}

// inBrackets makes line ends mean nothing, until the function that it returns is
// called.
func (p *parser) inBrackets() (leave func()) {
	lines := p.lines
	p.lines = false
	return func() { p.lines = lines }
}
