package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file holds what the checks of all blocks share: attributes in source
// order, literals, labels and nested blocks.

// attribute notes the name of an attribute that the language itself defines.
func (c blocks) attribute(a *hclsyntax.Attribute, want typesys.Type, doc string) {
	c.info.occur(Occurrence{Span: tree.Span(a.NameRange), Kind: OccurAttribute, Name: a.Name, Type: want, Denotation: &Denotation{Doc: doc}})
}

// literalString checks an attribute that must be a plain quoted text.
func (c blocks) literalString(a *hclsyntax.Attribute, code codes.Code, doc string) (string, bool) {
	c.attribute(a, typesys.String, doc)
	c.expr(a.Expr)
	text, ok := tree.PlainText(a.Expr)
	if !ok && !tree.IsPlaceholder(a.Expr) {
		c.info.find(code, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be a quoted string without interpolation")
	}
	return text, ok
}

// literalBool checks an attribute that must be true or false itself.
func (c blocks) literalBool(a *hclsyntax.Attribute, code codes.Code, doc string) bool {
	c.attribute(a, typesys.Bool, doc)
	c.expr(a.Expr)
	v, ok := tree.Bool(a.Expr)
	if !ok && !tree.IsPlaceholder(a.Expr) {
		c.info.find(code, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be a literal `true` or `false`")
	}
	return v
}

// labels reports a block that has not as many labels as its kind takes. The
// place is all labels, or the keyword where there are none.
func (c blocks) labels(it *syntax.Item) bool {
	b, n := language.BlockOf(it.Kind), len(it.Labels)
	if b.Accepts(n) {
		return true
	}
	span := it.KeywordSpan
	if n > 0 {
		span = syntax.Span{Start: it.Labels[0].Span.Start, End: it.Labels[n-1].Span.End}
	}
	c.info.find(b.LabelsCode, span, b.LabelsMessage)
	return false
}

// looseBody checks the expressions of a body that has no schema: names and
// operators are checked, attributes are not.
func (c blocks) looseBody(b *hclsyntax.Body) {
	for _, a := range tree.Attributes(b) {
		c.expr(a.Expr)
	}
	for _, inner := range b.Blocks {
		if inner.Type == language.OptionsBlock {
			c.looseOptions(inner.Body)
			continue
		}
		c.looseBody(inner.Body)
	}
}

// keywordDenotations are what the keywords of blocks denote: their documentation. Other
// words have none.
var keywordDenotations = func() map[string]*Denotation {
	all := map[string]*Denotation{}
	for _, b := range language.Blocks() {
		all[b.Keyword] = &Denotation{Doc: b.Doc + " It is written `" + b.Form + "`."}
	}
	return all
}()

// declaredBlock checks a block whose content is all in the table of blocks.
func (c blocks) declaredBlock(it *syntax.Item) {
	if !c.labels(it) {
		c.looseBody(it.Block().Body)
		return
	}
	declared := typesys.Dynamic
	b := language.BlockOf(it.Kind)
	if at := b.LabelWith(language.LabelType); at >= 0 && at < len(it.Labels) {
		declared = readType(it.Labels[at], c.info.advise)
	}
	c.declaredBody(it, declared)
}

// declaredBody checks the body of a block whose content is all in the table of blocks.
// Declared is the type in the type label.
func (c blocks) declaredBody(it *syntax.Item, declared typesys.Type) {
	b, body := language.BlockOf(it.Kind), it.Block().Body
	typed := b.LabelWith(language.LabelType)
	if typed >= 0 {
		c.typeLabel(it, typed, declared)
	}
	c.ignored(body, &b.Body, b.Body.Required())
	for _, a := range tree.Attributes(body) {
		spec, known := b.Body.Attribute(a.Name)
		switch {
		case !known && typed >= 0:
			c.typeAttribute(a)
		case !known:
			c.expr(a.Expr)
		default:
			c.declaredAttribute(a, spec, declared)
		}
	}
	for _, inner := range body.Blocks {
		c.looseBody(inner.Body)
	}
	for _, spec := range b.Body.Attributes {
		if spec.Missing != "" && body.Attributes[spec.Name] == nil && len(it.Errors) == 0 {
			c.lacks(body, &b.Body, spec.Missing, tree.Header(it), spec.MissingMessage)
		}
	}
}

// declaredAttribute checks an attribute by its entry.
func (c blocks) declaredAttribute(a *hclsyntax.Attribute, spec language.Attribute, declared typesys.Type) {
	switch {
	case spec.Literal && spec.Type == typesys.Bool:
		c.literalBool(a, spec.Code, spec.Doc)
	case spec.Literal:
		c.literalString(a, spec.Code, spec.Doc)
	case spec.TypeLabel:
		c.attribute(a, declared, spec.Doc)
		c.want(a.Expr, declared, needs{code: spec.Code, place: "the " + a.Name})
	default:
		c.attribute(a, spec.Type, spec.Doc)
		c.want(a.Expr, spec.Type, needs{code: spec.Code, name: a.Name})
	}
}
