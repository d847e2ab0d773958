package tree

import (
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// Span converts a range of hclsyntax to a span.
func Span(r hcl.Range) syntax.Span { return syntax.Span{Start: r.Start.Byte, End: r.End.Byte} }

// NodeSpan is the span of a node.
func NodeSpan(n hclsyntax.Node) syntax.Span { return node.SpanOf(n) }

// Unparen is an expression without the parentheses around it.
func Unparen(e hclsyntax.Expression) hclsyntax.Expression {
	for {
		p, ok := e.(*hclsyntax.ParenthesesExpr)
		if !ok {
			return e
		}
		e = p.Expression
	}
}

// Bare is an expression without the parentheses and the lone interpolation around it.
func Bare(e hclsyntax.Expression) hclsyntax.Expression {
	for {
		switch inner := e.(type) {
		case *hclsyntax.ParenthesesExpr:
			e = inner.Expression
		case *hclsyntax.TemplateWrapExpr:
			e = inner.Wrapped
		default:
			return e
		}
	}
}

// IsPlaceholder reports whether the parser put an expression in place of a syntax error.
func IsPlaceholder(e hclsyntax.Expression) bool {
	_, broken := e.(*hclsyntax.ExprSyntaxError)
	return broken
}

// Name is the name that an expression consists of, maybe in parentheses; empty for
// other expressions.
func Name(e hclsyntax.Expression) string {
	if t, ok := Unparen(e).(*hclsyntax.ScopeTraversalExpr); ok && len(t.Traversal) == 1 {
		return t.Traversal.RootName()
	}
	return ""
}

// Parts are the values in a list or object that is written out, maybe in parentheses;
// none for other expressions.
func Parts(e hclsyntax.Expression) []hclsyntax.Expression {
	switch e := Unparen(e).(type) {
	case *hclsyntax.TupleConsExpr:
		return e.Exprs
	case *hclsyntax.ObjectConsExpr:
		parts := make([]hclsyntax.Expression, len(e.Items))
		for i, item := range e.Items {
			parts[i] = item.ValueExpr
		}
		return parts
	}
	return nil
}

// PlainText is the text of a string without interpolation.
func PlainText(e hclsyntax.Expression) (string, bool) {
	t, ok := e.(*hclsyntax.TemplateExpr)
	if !ok {
		return "", false
	}
	text := ""
	for _, part := range t.Parts {
		l, ok := part.(*hclsyntax.LiteralValueExpr)
		if !ok || l.Val.IsNull() || l.Val.Type() != cty.String {
			return "", false
		}
		text += l.Val.AsString()
	}
	return text, true
}

// Bool is the value of the literals true and false.
func Bool(e hclsyntax.Expression) (value, ok bool) {
	l, isLiteral := e.(*hclsyntax.LiteralValueExpr)
	if !isLiteral || !l.Val.IsKnown() || l.Val.IsNull() || l.Val.Type() != cty.Bool {
		return false, false
	}
	return l.Val.True(), true
}

// IsNull reports the literal null.
func IsNull(e hclsyntax.Expression) bool {
	l, ok := Unparen(e).(*hclsyntax.LiteralValueExpr)
	return ok && l.Val.IsNull()
}

// Flag reports whether a block has an attribute that is the literal true.
func Flag(b *hclsyntax.Block, name string) bool {
	if b == nil || b.Body.Attributes[name] == nil {
		return false
	}
	yes, ok := Bool(b.Body.Attributes[name].Expr)
	return ok && yes
}

// Number is the value of a number literal, also negated or in parentheses.
func Number(e hclsyntax.Expression) (cty.Value, bool) {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return e.Val, e.Val.IsKnown() && !e.Val.IsNull() && e.Val.Type() == cty.Number
	case *hclsyntax.ParenthesesExpr:
		return Number(e.Expression)
	case *hclsyntax.UnaryOpExpr:
		if v, ok := Number(e.Val); ok && e.Op == hclsyntax.OpNegate {
			return v.Negate(), true
		}
	}
	return cty.NilVal, false
}

// IsLiteral reports whether an expression is a literal bool, number, text or null, or a list
// or object of such; it cannot fail.
func IsLiteral(e hclsyntax.Expression) bool {
	switch e := Bare(e).(type) {
	case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		return !slices.ContainsFunc(Parts(e), func(part hclsyntax.Expression) bool { return !IsLiteral(part) })
	case *hclsyntax.LiteralValueExpr:
		return true
	default:
		return !Literal(e).IsNull()
	}
}

// Literal is the value of a literal bool, number or text, maybe in parentheses or in
// quotes; null for all other expressions.
func Literal(e hclsyntax.Expression) cty.Value {
	e = Bare(e)
	if text, ok := PlainText(e); ok {
		return cty.StringVal(text)
	}
	if v, ok := Number(e); ok {
		return v
	}
	if v, ok := Bool(e); ok {
		return cty.BoolVal(v)
	}
	return cty.NullVal(cty.DynamicPseudoType)
}

// Contains reports whether an expression has a part like this.
func Contains(e hclsyntax.Expression, like func(hclsyntax.Expression) bool) bool {
	found := false
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		x, ok := n.(hclsyntax.Expression)
		found = found || ok && like(x)
		return nil
	})
	return found
}
