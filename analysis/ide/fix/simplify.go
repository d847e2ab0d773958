package fix

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file writes in a shorter way what is said in a roundabout one. What comes out
// has the same value, and binds at least as strongly as what was there.

// plainly is a safe fix that writes something in the place of a part of the item.
func (s site) plainly(span syntax.Span, text string) []Fix {
	f := s.rewrite(span, text, "Write `"+text+"`")
	f.Safe, f.Preferred = true, true
	return []Fix{f}
}

func (s site) of(e hclsyntax.Expression) string { return s.text(syntax.SpanOf(e)) }

// not is the negation of an expression, as it is written.
func (s site) not(e hclsyntax.Expression) string {
	switch e.(type) {
	case *hclsyntax.BinaryOpExpr, *hclsyntax.ConditionalExpr:
		return "!(" + s.of(e) + ")"
	}
	return "!" + s.of(e)
}

func (s site) binary() (*hclsyntax.BinaryOpExpr, bool) {
	return innermost(s, func(b *hclsyntax.BinaryOpExpr) bool { return syntax.SpanOf(b) == s.span })
}

// isTruth reports a literal bool, and which.
func isTruth(text string) (value, literal bool) {
	return text == "true", text == "true" || text == "false"
}

// alone writes a bool without the comparison.
func alone(s site) []Fix {
	b, ok := s.binary()
	if !ok {
		return nil
	}
	value, literal := isTruth(s.of(b.RHS))
	other := b.LHS
	if !literal {
		value, literal = isTruth(s.of(b.LHS))
		other = b.RHS
	}
	switch {
	case !literal:
		return nil
	case value == (b.Op == hclsyntax.OpEqual):
		return s.plainly(s.span, s.of(other))
	}
	return s.plainly(s.span, s.not(other))
}

// positively takes two negations away, or the one of a comparison.
func positively(s site) []Fix {
	outer, ok := innermost(s, func(u *hclsyntax.UnaryOpExpr) bool { return syntax.SpanOf(u) == s.span })
	if !ok {
		return nil
	}
	inside := outer.Val
	for {
		p, ok := inside.(*hclsyntax.ParenthesesExpr)
		if !ok {
			break
		}
		inside = p.Expression
	}
	switch e := inside.(type) {
	case *hclsyntax.UnaryOpExpr:
		return s.plainly(s.span, s.of(e.Val))
	case *hclsyntax.BinaryOpExpr:
		operator := " != "
		if e.Op == hclsyntax.OpNotEqual {
			operator = " == "
		}
		text := s.of(e.LHS) + operator + s.of(e.RHS)
		if !s.isWhole() {
			text = "(" + text + ")"
		}
		return s.plainly(s.span, text)
	}
	return nil
}

// isWhole reports whether the finding is about all of an attribute's value.
func (s site) isWhole() bool {
	a, ok := s.attribute()
	return ok && syntax.SpanOf(a.Expr) == s.span
}

// conditionAlone writes the condition instead of the choice between its values.
func conditionAlone(s site) []Fix {
	c, ok := innermost(s, func(c *hclsyntax.ConditionalExpr) bool { return syntax.SpanOf(c) == s.span })
	if !ok {
		return nil
	}
	if s.of(c.TrueResult) == "true" {
		return s.plainly(s.span, s.of(c.Condition))
	}
	return s.plainly(s.span, s.not(c.Condition))
}

// eitherBranch writes what both branches say. The condition goes, and with it what it
// may be waiting for.
func eitherBranch(s site) []Fix {
	c, ok := innermost(s, func(c *hclsyntax.ConditionalExpr) bool { return syntax.SpanOf(c) == s.span })
	if !ok {
		return nil
	}
	return []Fix{s.rewrite(s.span, s.of(c.TrueResult), "Write the branch alone")}
}

// otherOperand writes the operand that counts.
func otherOperand(s site) []Fix {
	b, ok := innermost(s, func(b *hclsyntax.BinaryOpExpr) bool {
		return syntax.SpanOf(b.LHS) == s.span || syntax.SpanOf(b.RHS) == s.span
	})
	if !ok {
		return nil
	}
	if syntax.SpanOf(b.LHS) == s.span {
		return s.plainly(syntax.SpanOf(b), s.of(b.RHS))
	}
	return s.plainly(syntax.SpanOf(b), s.of(b.LHS))
}

// argumentAlone writes what a call gives back.
func argumentAlone(s site) []Fix {
	call, ok := innermost(s, func(c *hclsyntax.FunctionCallExpr) bool { return c.NameRange.Start.Byte == s.span.Start })
	if !ok || len(call.Args) == 0 {
		return nil
	}
	given := call.Args[len(call.Args)-1]
	if call.Name == "join" {
		list, ok := given.(*hclsyntax.TupleConsExpr)
		if !ok || len(list.Exprs) != 1 {
			return nil
		}
		given = list.Exprs[0]
	}
	return s.plainly(syntax.SpanOf(call), s.term(given))
}

// term is an expression with parentheses around it where it has operators.
func (s site) term(e hclsyntax.Expression) string {
	switch e.(type) {
	case *hclsyntax.BinaryOpExpr, *hclsyntax.ConditionalExpr, *hclsyntax.UnaryOpExpr:
		return "(" + s.of(e) + ")"
	}
	return s.of(e)
}

// collectionAlone writes the collection instead of the loop that copies it.
func collectionAlone(s site) []Fix {
	loop, ok := innermost(s, func(f *hclsyntax.ForExpr) bool { return syntax.SpanOf(f) == s.span })
	if !ok {
		return nil
	}
	return s.plainly(s.span, s.term(loop.CollExpr))
}

// textAlone takes the signs of an interpolation from a text.
func textAlone(s site) []Fix {
	text := s.text(s.span)
	if len(text) < len(`${""}`) {
		return nil
	}
	return s.plainly(s.span, text[len(`${"`):len(text)-len(`"}`)])
}
