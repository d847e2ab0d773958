package fix

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file simplifies expressions. The result has the same value and binds at least as
// tightly.

// not returns the negation of an expression as source text.
func (s site) not(e hclsyntax.Expression) string {
	switch e.(type) {
	case *hclsyntax.BinaryOpExpr, *hclsyntax.ConditionalExpr:
		return "!(" + s.of(e) + ")"
	}
	return "!" + s.of(e)
}

// isTruth reports whether a text is a literal bool, and its value.
func isTruth(text string) (value, literal bool) {
	return text == "true", text == "true" || text == "false"
}

// alone removes a comparison with a literal bool.
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

// positively removes a double negation or negates the comparison operator.
func positively(s site, outer *hclsyntax.UnaryOpExpr) []Fix {
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

// conditionAlone replaces `c ? true : false` by its condition or the negation of it.
func conditionAlone(s site, c *hclsyntax.ConditionalExpr) []Fix {
	if s.of(c.TrueResult) == "true" {
		return s.plainly(s.span, s.of(c.Condition))
	}
	return s.plainly(s.span, s.not(c.Condition))
}

// eitherBranch replaces a conditional with equal branches by one of them. It is not safe,
// because the result no longer waits for the condition.
func eitherBranch(s site, c *hclsyntax.ConditionalExpr) []Fix {
	return []Fix{s.rewrite(s.span, s.of(c.TrueResult), "Keep one branch")}
}

// otherOperand keeps the operand that decides the result.
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

// argumentAlone replaces a call by the argument that it returns unchanged.
func argumentAlone(s site) []Fix {
	call, ok := innermost(s, func(c *hclsyntax.FunctionCallExpr) bool { return c.NameRange.Start.Byte == s.span.Start })
	if !ok || len(call.Args) == 0 {
		return nil
	}
	given := call.Args[len(call.Args)-1]
	if language.Called(call.Name).Text == language.TextJoined {
		list, ok := given.(*hclsyntax.TupleConsExpr)
		if !ok || len(list.Exprs) != 1 {
			return nil
		}
		given = list.Exprs[0]
	}
	return s.plainly(syntax.SpanOf(call), s.term(given))
}

// term adds parentheses to an expression that has operators.
func (s site) term(e hclsyntax.Expression) string {
	switch e.(type) {
	case *hclsyntax.BinaryOpExpr, *hclsyntax.ConditionalExpr, *hclsyntax.UnaryOpExpr:
		return "(" + s.of(e) + ")"
	}
	return s.of(e)
}

// collectionAlone replaces a loop that only copies by its collection.
func collectionAlone(s site, loop *hclsyntax.ForExpr) []Fix {
	return s.plainly(s.span, s.term(loop.CollExpr))
}

// textAlone removes an interpolation of a literal string.
func textAlone(s site) []Fix {
	text := s.text(s.span)
	if len(text) < len(`${""}`) {
		return nil
	}
	return s.plainly(s.span, text[len(`${"`):len(text)-len(`"}`)])
}

// withoutParentheses removes redundant parentheses.
func withoutParentheses(s site) []Fix {
	text := s.text(s.span)
	if len(text) < 2 || text[0] != '(' || text[len(text)-1] != ')' {
		return nil
	}
	return []Fix{s.rewrite(s.span, strings.TrimSpace(text[1:len(text)-1]), "Remove the parentheses")}
}

// redundantQuotes removes redundant quotes.
func redundantQuotes(s site) []Fix {
	return []Fix{s.rewrite(s.span, strings.Trim(s.text(s.span), `"`), "Remove the quotes")}
}
