package analysis

import (
	"cmp"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file holds what the checks of all blocks share: attributes in source
// order, literals, labels and nested blocks.

// attributes are the attributes of a body in source order.
func attributes(b *hclsyntax.Body) []*hclsyntax.Attribute {
	return slices.SortedFunc(maps.Values(b.Attributes), func(x, y *hclsyntax.Attribute) int {
		return cmp.Compare(x.NameRange.Start.Byte, y.NameRange.Start.Byte)
	})
}

// logicalName is the literal __logicalName of a block.
func logicalName(b *hclsyntax.Block) (string, bool) {
	attr := b.Body.Attributes["__logicalName"]
	if attr == nil {
		return "", false
	}
	return plainText(attr.Expr)
}

// LogicalName is the name that an item has outside the program: its
// __logicalName, or else its lexical name.
func LogicalName(it *syntax.Item) string {
	if it.Block != nil {
		if name, ok := logicalName(it.Block); ok {
			return name
		}
	}
	return it.Name
}

// attribute notes the name of an attribute that the language itself defines.
func (c *checker) attribute(a *hclsyntax.Attribute, want typesys.Type, doc string) {
	c.occur(Occurrence{Span: spanOf(a.NameRange), Kind: OccurAttribute, Name: a.Name, Type: want, Doc: doc})
}

// literalString checks an attribute that must be a plain quoted text.
func (c *checker) literalString(a *hclsyntax.Attribute, code Code, doc string) (string, bool) {
	c.attribute(a, typesys.String, doc)
	c.expr(a.Expr)
	text, ok := plainText(a.Expr)
	if !ok && !isPlaceholder(a.Expr) {
		c.find(code, spanOf(a.Expr.Range()), "`"+a.Name+"` must be a quoted text without interpolation")
	}
	return text, ok
}

// literalBool checks an attribute that must be true or false itself.
func (c *checker) literalBool(a *hclsyntax.Attribute, code Code, doc string) bool {
	c.attribute(a, typesys.Bool, doc)
	c.expr(a.Expr)
	v, ok := boolLiteral(a.Expr)
	if !ok && !isPlaceholder(a.Expr) {
		c.find(code, spanOf(a.Expr.Range()), "`"+a.Name+"` must be `true` or `false` itself, not computed")
	}
	return v
}

func boolLiteral(e hclsyntax.Expression) (value, ok bool) {
	l, isLiteral := unparenthesised(e).(*hclsyntax.LiteralValueExpr)
	if !isLiteral || l.Val.IsNull() || l.Val.Type() != cty.Bool {
		return false, false
	}
	return l.Val.True(), true
}

// labels reports a block that has not as many labels as its kind takes. The
// place is all labels, or the keyword where there are none.
func (c *checker) labels(it *syntax.Item, least, most int, code Code, message string) bool {
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
	for _, a := range attributes(b) {
		c.expr(a.Expr)
	}
	for _, inner := range b.Blocks {
		c.looseBody(inner.Body)
	}
}

// header is the part of a block before its brace, from keyword to last label.
func header(it *syntax.Item) syntax.Span {
	span := it.KeywordSpan
	if n := len(it.Labels); n > 0 {
		span.End = it.Labels[n-1].Span.End
	}
	return span
}

// keywordDocs says what each kind of block is for.
var keywordDocs = map[string]string{
	"resource":  "Declares a resource: `resource name \"package:module:Type\" { … }`. Its attributes are the inputs; `options { … }` holds the resource options.",
	"read":      "Looks up an existing resource by its `id`: `read name \"package:module:Type\" { id = \"…\" }`.",
	"config":    "Declares a configuration value of the stack: `config name \"type\" { default = … }`. In a component directory it is an input of the component.",
	"output":    "Exports a value: `output name { value = … }`. In a component directory it is an output of the component.",
	"component": "Uses the program of another directory: `component name \"./directory\" { … }`. Its attributes are the config values of that program.",
	"hook":      "Declares a command that runs around operations of resources: `hook resource \"name\" { command = [\"…\"] }`.",
	"pulumi":    "Settings of the engine: `pulumi { requiredVersionRange = \"…\" }`.",
	"package":   "Says which provider, in which version, serves a package: `package { baseProviderName = \"…\" }`.",
}
