package tree

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// BareKey is the text of an object key that is a word without quotes.
func BareKey(e hclsyntax.Expression) (string, bool) {
	k, ok := e.(*hclsyntax.ObjectConsKeyExpr)
	if !ok || k.ForceNonLiteral {
		return "", false
	}
	if t, ok := k.Wrapped.(*hclsyntax.ScopeTraversalExpr); ok && len(t.Traversal) == 1 { // the usual case
		name := t.Traversal[0].(hcl.TraverseRoot).Name
		return name, name != ""
	}
	name := hcl.ExprAsKeyword(k.Wrapped)
	return name, name != ""
}

// LiteralKey is the text of an object key that is a literal: a bare word, a quoted text
// without interpolation, a number.
func LiteralKey(key hclsyntax.Expression) (string, bool) {
	if name, ok := BareKey(key); ok { // the usual case, without making a value
		return cty.NormalizeString(name), true
	}
	v, ok := LiteralText(key)
	if !ok || v.IsNull() {
		return "", false
	}
	return v.AsString(), true
}

// LiteralText is the value, converted to a string, of an expression that is a literal: a
// text without parts, a number, a bool or null. Parentheses and lone interpolations do
// not matter. Null stays null.
func LiteralText(e hclsyntax.Expression) (cty.Value, bool) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return LiteralText(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return LiteralText(e.Wrapped)
	case *hclsyntax.ObjectConsKeyExpr:
		if name, ok := BareKey(e); ok {
			return cty.StringVal(name), true
		}
		return LiteralText(e.Wrapped)
	case *hclsyntax.TemplateExpr:
		if text, ok := PlainText(e); ok {
			return cty.StringVal(text), true
		}
	case *hclsyntax.LiteralValueExpr:
		return asText(e.Val)
	case *hclsyntax.UnaryOpExpr:
		if v, ok := Number(e); ok {
			return asText(v)
		}
	}
	return cty.NilVal, false
}

func asText(v cty.Value) (cty.Value, bool) {
	if v.IsNull() {
		return cty.NullVal(cty.String), true
	}
	text, ok := typesys.Text(v)
	return cty.StringVal(text), ok
}

// LiteralIndex is the value of an index that is a literal and that the parser does not
// make a step of a traversal, such as (0), -1 or "${0}".
func LiteralIndex(e hclsyntax.Expression) (cty.Value, bool) {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return LiteralIndex(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		return LiteralIndex(e.Wrapped)
	case *hclsyntax.LiteralValueExpr:
		return e.Val, e.Val.IsKnown() && !e.Val.IsNull()
	}
	return Number(e)
}

// StepKey is the name or index of a step of a traversal; false for a splat.
func StepKey(step hcl.Traverser) (cty.Value, bool) {
	switch s := step.(type) {
	case hcl.TraverseAttr:
		return cty.StringVal(s.Name), true
	case hcl.TraverseIndex:
		return s.Key, true
	}
	return cty.NilVal, false
}
