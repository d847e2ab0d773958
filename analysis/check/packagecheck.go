package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks package blocks.

func (c *checker) packageBlock(it *syntax.Item) {
	readPackage(it, c.advise)
	entry := language.BlockOf(it.Kind)
	for _, a := range it.Attributes() {
		known, _ := entry.Body.Attribute(a.Name)
		c.attribute(a, typesys.String, known.Doc)
	}
	for _, b := range it.Block().Body.Blocks {
		known, _ := entry.Body.Attribute(b.Type)
		c.occur(Occurrence{Span: tree.Span(b.TypeRange), Kind: OccurAttribute, Name: b.Type, Denotation: &Denotation{Doc: known.Doc}})
	}
	needed := entry.Body.Required()
	if len(it.Labels) > 0 {
		needed = "" // the label names the provider
	}
	c.ignored(it.Block().Body, &entry.Body, needed)
	c.parameterizations(it.Block().Body)
	c.packageLabels(it, entry)
}

func (c *checker) packageLabels(it *syntax.Item, entry *language.Block) {
	name, _ := entry.Body.Attribute(entry.Body.Required())
	switch n := len(it.Labels); {
	case n > 1:
		c.labels(it)
	case n == 1 && it.Block().Body.Attributes[name.Name] != nil: // as the reference itself writes these blocks
		c.findAs(codes.Hint, codes.PackageLabelDeprecated, it.Labels[0].Span, "labels of package blocks are deprecated; `"+name.Name+"` is set, so remove the label")
	case n == 1:
		c.find(codes.PackageLabelDeprecated, it.Labels[0].Span, "labels of package blocks are deprecated; write `"+name.Name+" = \""+it.Labels[0].Value+"\"`")
	case it.Block().Body.Attributes[name.Name] == nil && len(it.Errors) == 0:
		c.lacks(it.Block().Body, &entry.Body, name.Missing, tree.Header(it), name.MissingMessage)
	}
}
