package check

import (
	"slices"

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
func (c *checker) attribute(a *hclsyntax.Attribute, want typesys.Type, doc string) {
	c.occur(Occurrence{Span: tree.Span(a.NameRange), Kind: OccurAttribute, Name: a.Name, Type: want, Denotation: &Denotation{Doc: doc}})
}

// literalString checks an attribute that must be a plain quoted text.
func (c *checker) literalString(a *hclsyntax.Attribute, code codes.Code, doc string) (string, bool) {
	c.attribute(a, typesys.String, doc)
	c.expr(a.Expr)
	text, ok := tree.PlainText(a.Expr)
	if !ok && !tree.IsPlaceholder(a.Expr) {
		c.find(code, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be a quoted text without interpolation")
	}
	return text, ok
}

// literalBool checks an attribute that must be true or false itself.
func (c *checker) literalBool(a *hclsyntax.Attribute, code codes.Code, doc string) bool {
	c.attribute(a, typesys.Bool, doc)
	c.expr(a.Expr)
	v, ok := tree.Bool(a.Expr)
	if !ok && !tree.IsPlaceholder(a.Expr) {
		c.find(code, tree.Span(a.Expr.Range()), "`"+a.Name+"` must be `true` or `false` itself, not computed")
	}
	return v
}

// labels reports a block that has not as many labels as its kind takes. The
// place is all labels, or the keyword where there are none.
func (c *checker) labels(it *syntax.Item, least, most int, code codes.Code, message string) bool {
	n := len(it.Labels)
	if least <= n && n <= most {
		return true
	}
	span := it.KeywordSpan
	if n > 0 {
		span = syntax.Span{Start: it.Labels[0].Span.Start, End: it.Labels[n-1].Span.End}
	}
	c.find(code, span, message)
	return false
}

// looseBody checks the expressions of a body that has no schema: names and
// operators are checked, attributes are not.
func (c *checker) looseBody(b *hclsyntax.Body) {
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

// BlockForm is how a kind of block is written, and what it is for.
type BlockForm struct{ Keyword, Form, Doc string }

// blockForms are in the order of how often they are needed.
var blockForms = []BlockForm{
	{"resource", `resource name "package:module:Type" { … }`, "Declares a resource: its attributes are the inputs, `options { … }` holds the resource options."},
	{"config", `config name "type" { … }`, "Declares a configuration value of the stack. In a component directory it is an input of the component."},
	{"output", `output name { value = … }`, "Exports a value. In a component directory it is an output of the component."},
	{"component", `component name "./directory" { … }`, "Uses the program of another directory: its attributes are the config values of that program."},
	{"read", `read name "package:module:Type" { id = … }`, "Looks up an existing resource by its `id`."},
	{"hook", `hook resource "name" { command = […] }`, "Declares a command that runs around operations of resources."},
	{"package", `package { baseProviderName = "…" }`, "Says which provider, in which version, serves a package."},
	{"pulumi", `pulumi { requiredVersionRange = "…" }`, "Settings of the engine for this program."},
}

// BlockForms are the kinds of blocks, the most used ones first.
func BlockForms() []BlockForm { return slices.Clip(blockForms) }

// keywordDenotations are what the keywords of blocks denote: their documentation. Other
// words have none.
var keywordDenotations = func() map[string]*Denotation {
	all := map[string]*Denotation{}
	for _, b := range blockForms {
		all[b.Keyword] = &Denotation{Doc: b.Doc + " It is written `" + b.Form + "`."}
	}
	return all
}()
