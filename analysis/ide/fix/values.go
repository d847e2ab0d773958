package fix

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file repairs and simplifies values. A trial decides whether a repair fits its place. What is simplified has
// the same value and binds at least as tightly.

var inBrackets = wrapped("[", "]", "Wrap in brackets")

// misfit writes what the message says, or else tries what usually makes a value fit: brackets,
// quotes added or removed, and JSON. The result must fit completely: if it failed for another
// reason, the fix for that reason would lead back here.
func misfit(s site) []Fix {
	fixes := verbatimOr(either(withoutQuotes, inBrackets, quoted, about(site.is, withoutBrackets), wrapped("toJSON(", ")", "Convert to JSON")))(s)
	for i := range fixes {
		fixes[i].fits = true
	}
	return fixes
}

// withoutQuotes removes the quotes from a number, a bool or a name.
func withoutQuotes(s site) []Fix {
	text := s.text(s.span)
	if len(text) < 2 || text[0] != '"' {
		return nil
	}
	inner := strings.Trim(text, `"`)
	if _, err := strconv.ParseFloat(inner, 64); err != nil && inner != "true" && inner != "false" && syntax.IdentifierEnd(inner, 0) != len(inner) {
		return nil
	}
	return []Fix{s.rewrite(s.span, inner, "Write `"+inner+"` without quotes")}
}

// withoutBrackets takes the only element out of a list.
func withoutBrackets(s site, list *hclsyntax.TupleConsExpr) []Fix {
	if len(list.Exprs) != 1 {
		return nil
	}
	return []Fix{s.rewrite(s.span, s.text(syntax.SpanOf(list.Exprs[0])), "Remove the brackets")}
}

// quoted turns a value into a string.
func quoted(s site) []Fix {
	text := s.text(s.span)
	if strings.ContainsAny(text, "\"\n") {
		return nil
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil && text != "true" && text != "false" {
		return []Fix{s.rewrite(s.span, `"${`+text+`}"`, "Convert to a string")}
	}
	return []Fix{s.rewrite(s.span, `"`+text+`"`, "Add quotes")}
}

// computed replaces an expression by its known value.
func computed(s site) []Fix {
	e, ok := s.expression()
	if !ok {
		return nil
	}
	v, err := eval.Of(s.ctx, s.program, s.item, e)
	if err != nil || !v.Known() || v.Value.IsMarked() || v.Value.IsNull() || !v.Value.Type().IsPrimitiveType() {
		return nil
	}
	text := printer.Value(v.Value)
	fixes := s.instead(text, false)
	if v.Value.Type() == cty.String && (v.Value.AsString() == "true" || v.Value.AsString() == "yes") {
		fixes = append(fixes, s.rewrite(s.span, "true", "Write `true`"))
	}
	return fixes
}

// literally replaces an expression by a literal, or removes the attribute.
func literally(s site) []Fix { return append(truth(s), append(computed(s), s.removeAttribute()...)...) }

var truths = map[string]string{`"yes"`: "true", `"true"`: "true", `"on"`: "true", "1": "true", `"no"`: "false", `"false"`: "false", `"off"`: "false", "0": "false"}

func truth(s site) []Fix {
	if word := truths[s.text(s.span)]; word != "" {
		return []Fix{s.rewrite(s.span, word, "Write `"+word+"`")}
	}
	return nil
}

// condition turns a value into a bool by comparing it, except where an operator takes numbers.
func condition(s site) []Fix {
	value, ok := s.expression()
	info, err := s.program.Check(s.ctx, s.item)
	if !ok || err != nil || !info.TypeOf(value).IsValid() {
		return nil
	}
	format := "%s" // of the comparison
	switch around := s.operation().(type) {
	case *hclsyntax.BinaryOpExpr:
		if around.Op != hclsyntax.OpLogicalAnd && around.Op != hclsyntax.OpLogicalOr {
			return nil
		}
	case *hclsyntax.UnaryOpExpr:
		if around.Op != hclsyntax.OpLogicalNot {
			return nil
		}
		if s.of(around.Val) == s.text(s.span) { // `!` binds tighter
			format = "(%s)"
		}
	}
	compared := func(text, title string) []Fix {
		f := s.rewrite(s.span, fmt.Sprintf(format, text), title)
		f.fits = true
		return []Fix{f}
	}
	t := typesys.Strip(info.TypeOf(value))
	if t.Kind() == typesys.KindConst {
		t = t.Elem()
	}
	switch t.Kind() {
	case typesys.KindInt, typesys.KindNumber:
		return compared(s.term(value)+" != 0", "Compare with zero")
	case typesys.KindString, typesys.KindID:
		return compared(s.term(value)+` != ""`, "Compare with the empty string")
	case typesys.KindList, typesys.KindSet, typesys.KindTuple:
		return compared("length("+s.of(tree.Unparen(value))+") > 0", "Check for elements")
	}
	return nil
}

// operation is the operation of which the finding is an operand; nil if there is none.
func (s site) operation() hclsyntax.Node {
	is := func(operand hclsyntax.Expression) bool {
		return syntax.SpanOf(operand) == s.span || syntax.SpanOf(tree.Unparen(operand)) == s.span
	}
	around, _ := innermost(s, func(n hclsyntax.Node) bool {
		switch n := n.(type) {
		case *hclsyntax.BinaryOpExpr:
			return is(n.LHS) || is(n.RHS)
		case *hclsyntax.UnaryOpExpr:
			return is(n.Val)
		}
		return false
	})
	return around
}

// template removes the quotes and the interpolation around a single expression.
func template(s site, t *hclsyntax.TemplateWrapExpr) []Fix {
	f := s.rewrite(s.span, s.text(syntax.SpanOf(t.Wrapped)), "Remove the quotes and the interpolation")
	f.Safe = true
	return []Fix{f}
}

// chosenBranch replaces a conditional by the branch that is always taken.
func chosenBranch(s site) []Fix {
	c, ok := innermost(s, func(c *hclsyntax.ConditionalExpr) bool { return syntax.SpanOf(c.Condition) == s.span })
	if !ok {
		return nil
	}
	branch := c.FalseResult
	if s.finding.Subject == "true" {
		branch = c.TrueResult
	}
	return []Fix{s.rewrite(syntax.SpanOf(c), s.text(syntax.SpanOf(branch)), "Keep the branch that is always taken")}
}

// whole truncates a fraction.
func whole(s site) []Fix {
	n, err := strconv.ParseFloat(s.text(s.span), 64)
	if err != nil {
		return nil
	}
	return s.instead(strconv.FormatInt(int64(n), 10), false)
}

// fromEnd replaces a negative index by a call of `element`.
func fromEnd(s site, index *hclsyntax.IndexExpr) []Fix {
	if s.finding.Subject == "" {
		return nil
	}
	text := s.finding.Subject + "(" + s.text(syntax.SpanOf(index.Collection)) + ", " + s.text(syntax.SpanOf(index.Key)) + ")"
	return []Fix{s.rewrite(syntax.SpanOf(index), text, "Count from the end with `element`")}
}

var duration = lazy.Regexp(`^"([0-9.]+) *(h|m|s)[a-z]*"$`)

func durationText(s site) []Fix {
	m := duration.Get().FindStringSubmatch(s.text(s.span))
	if m == nil {
		return nil
	}
	return s.instead(`"`+m[1]+m[2]+`"`, true)
}

// ofLiteral makes a repair of a value that is written at the place of the finding, and not of one that is computed there.
func ofLiteral(r repair) repair {
	return func(s site) []Fix {
		e, whole := innermost(s, func(e hclsyntax.Expression) bool { return syntax.SpanOf(e) == s.span })
		if minus, is := e.(*hclsyntax.UnaryOpExpr); is {
			e = minus.Val
		}
		_, isText := analysis.PlainText(e)
		if _, isLiteral := e.(*hclsyntax.LiteralValueExpr); whole && !isText && !isLiteral {
			return nil
		}
		return r(s)
	}
}

func base64Text(s site) []Fix {
	text := strings.Trim(s.text(s.span), `"`)
	if strings.ContainsAny(text, `\$%"`) {
		return nil
	}
	padded := strings.TrimRight(text, "=")
	padded += strings.Repeat("=", (4-len(padded)%4)%4)
	if _, err := base64.StdEncoding.DecodeString(padded); err == nil {
		return s.instead(printer.Text(padded), true)
	}
	return []Fix{s.rewrite(s.span, printer.Text(base64.StdEncoding.EncodeToString([]byte(text))), "Encode as Base64")}
}

// httpsAddress replaces another URL scheme by https.
func httpsAddress(s site) []Fix {
	if at := strings.Trim(s.text(s.span), `":/`); at != "" && syntax.IdentifierEnd(at, 0) == len(at) {
		return []Fix{s.rewrite(s.span, "https", "Write `https`")}
	}
	return nil
}

// plainSecret wraps a secret in `unsecret( )` where no secret is allowed.
var plainSecret = wrapped("unsecret(", ")", "Wrap in `unsecret( )`")

// compared converts a literal to the type of the other operand.
func compared(s site) []Fix { return append(withoutQuotes(s), quoted(s)...) }

// keyedCount counts the keys of a map.
var keyedCount = wrapped("[for k, v in ", " : k]", "Count the keys")

// retyped changes the declared type to the type of the value.
func retyped(s site) []Fix {
	if len(s.item.Labels) != 2 {
		return nil
	}
	a := s.item.Block().Body.Attributes[language.ConfigDefault]
	if s.item.Kind == syntax.KindOutput {
		a = s.item.Block().Body.Attributes[language.OutputValue]
	}
	info, err := s.program.Check(s.ctx, s.item)
	if a == nil || err != nil || !info.TypeOf(a.Expr).IsValid() {
		return nil
	}
	label, ok := printer.Label(info.TypeOf(a.Expr))
	if !ok {
		return nil
	}
	return []Fix{{Title: "Declare the type `" + strings.Trim(label, `"`) + "`", Edits: []change.Edit{s.replace(s.item.Labels[1].Span, label)}}}
}

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
