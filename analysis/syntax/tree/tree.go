// Package tree answers questions about parsed code that need no types: which text a literal has, which attributes a body has, what an item is called.
//
// It knows neither names nor schemas, so the checker, the rules and the editor features can all use it. Parentheses and quotes around a lone
// expression are part of the tree: each function says whether it looks through them.
package tree

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys"
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

// Attributes are the attributes of a body in source order.
func Attributes(b *hclsyntax.Body) []*hclsyntax.Attribute { return node.Attributes(b) }

// Option is the attribute that sets an option of a block; nil if none does.
func Option(b *hclsyntax.Block, name string) *hclsyntax.Attribute {
	if b == nil {
		return nil
	}
	for _, inner := range b.Body.Blocks {
		if a := inner.Body.Attributes[name]; a != nil && inner.Type == language.OptionsBlock {
			return a
		}
	}
	return nil
}

// OptionAttributes are the attributes of an item that set one of these options.
func OptionAttributes(it *syntax.Item, options []*language.Option) []*hclsyntax.Attribute {
	if !it.HasBlocks() {
		return nil
	}
	var attrs []*hclsyntax.Attribute
	for _, b := range it.Block().Body.Blocks {
		if b.Type != language.OptionsBlock {
			continue
		}
		for _, o := range options {
			if a := b.Body.Attributes[o.Name]; a != nil {
				attrs = append(attrs, a)
			}
		}
	}
	return attrs
}

// LiteralLogicalName is the __logicalName of a block if that is a plain text.
func LiteralLogicalName(b *hclsyntax.Block) (string, bool) {
	attr := b.Body.Attributes[language.LogicalName]
	if attr == nil {
		return "", false
	}
	return PlainText(attr.Expr)
}

// GivenLogicalName is the __logicalName of an item if that is a plain text.
func GivenLogicalName(it *syntax.Item) (string, bool) {
	if !strings.Contains(it.Text, language.LogicalName) || it.Block() == nil { // without the name it needs no tree
		return "", false
	}
	return LiteralLogicalName(it.Block())
}

// LogicalName is the name that an item has outside the program: its __logicalName, or
// else its lexical name.
func LogicalName(it *syntax.Item) string {
	if name, ok := GivenLogicalName(it); ok {
		return name
	}
	return it.Name
}

// Header is the part of a block before its brace, from the keyword to the last label.
func Header(it *syntax.Item) syntax.Span {
	span := it.KeywordSpan
	if n := len(it.Labels); n > 0 {
		span.End = it.Labels[n-1].Span.End
	}
	return span
}

// ContentSpan is an item in its file without the comments and blank lines around it. An
// item without a tree begins at its first word.
func ContentSpan(it syntax.Placed) syntax.Span {
	switch {
	case it.Block() != nil:
		return Span(it.Block().Range()).Shift(it.Base)
	case it.Attr() != nil:
		return Span(it.Attr().Range()).Shift(it.Base)
	}
	start := it.NameSpan.Start
	if it.Keyword != "" {
		start = it.KeywordSpan.Start
	}
	end := len(strings.TrimRight(it.Text, " \t\r\n"))
	return syntax.Span{Start: it.Base + start, End: it.Base + max(start, end)}
}

// CanBeReferredTo reports whether a reference to a name can be written. The words true,
// false and null are always literals.
func CanBeReferredTo(name string) bool {
	return syntax.IsIdentifier(name) && name != "true" && name != "false" && name != "null"
}

// NameLabel is the label that other items use to refer to a block; nil for items without
// such a label.
func NameLabel(it *syntax.Item) *syntax.Label {
	b := language.BlockOf(it.Kind)
	at := b.NameLabel()
	if b.Declares != language.DeclaresItem || at < 0 || at >= len(it.Labels) {
		return nil
	}
	return &it.Labels[at]
}

// HasItsLabels reports whether a block has as many labels as its kind takes. It is true
// for kinds whose name is no label.
func HasItsLabels(it *syntax.Item) bool {
	b := language.BlockOf(it.Kind)
	return b.Keyword == "" || b.NameLabel() < 0 || b.Accepts(len(it.Labels))
}

// CommentAbove is the comment directly above an item, without the signs that make it one.
func CommentAbove(it syntax.Placed) string {
	var lines []string
	for line := range strings.Lines(it.Text[:ContentSpan(it).Start-it.Base]) {
		text, isComment := lineComment(line)
		if !isComment {
			lines = nil // a blank line or a comment of another form ends it
			continue
		}
		if !strings.HasPrefix(text, forTheChecker) {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

// forTheChecker begins comments that say nothing to people, such as suppressions.
const forTheChecker = "pcl-lsp:"

// CommentAtTop is the comment with which a text begins, unless an item follows directly.
func CommentAtTop(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		text, isComment := lineComment(line)
		switch {
		case isComment && strings.HasPrefix(text, forTheChecker):
		case isComment:
			lines = append(lines, text)
		case strings.TrimSpace(line) == "":
			if len(lines) > 0 {
				return strings.Join(lines, "\n")
			}
		default:
			return ""
		}
	}
	return strings.Join(lines, "\n")
}

// lineComment returns the text of a line that is a comment.
func lineComment(line string) (text string, isComment bool) {
	line = strings.TrimSpace(line)
	if text, isComment = strings.CutPrefix(line, "#"); !isComment {
		text, isComment = strings.CutPrefix(line, "//")
	}
	return strings.TrimPrefix(text, " "), isComment
}
