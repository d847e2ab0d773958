package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/packageblock"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks package blocks.

func (c blocks) packageBlock(it *syntax.Item) {
	packageblock.Read(it, c.info.advise)
	entry := language.BlockOf(it.Kind)
	for _, a := range it.Attributes() {
		known, _ := entry.Body.Attribute(a.Name)
		c.attribute(a, typesys.String, known.Doc)
	}
	for _, b := range it.Block().Body.Blocks {
		known, _ := entry.Body.Attribute(b.Type)
		c.info.occur(Occurrence{Span: tree.Span(b.TypeRange), Kind: OccurAttribute, Name: b.Type, Denotation: &Denotation{Doc: known.Doc}})
	}
	needed := entry.Body.Required()
	if len(it.Labels) > 0 {
		needed = "" // the label names the provider
	}
	c.ignored(it.Block().Body, &entry.Body, needed)
	c.parameterizations(it.Block().Body)
	c.packageLabels(it, entry)
}

func (c blocks) packageLabels(it *syntax.Item, entry *language.Block) {
	name, _ := entry.Body.Attribute(entry.Body.Required())
	switch n := len(it.Labels); {
	case n > 1:
		c.labels(it)
	case n == 1 && it.Block().Body.Attributes[name.Name] != nil: // as the reference itself writes these blocks
		c.info.findAs(codes.Hint, codes.PackageLabelDeprecated, it.Labels[0].Span, "labels of package blocks are deprecated; `"+name.Name+"` is set, so remove the label")
	case n == 1:
		c.info.find(codes.PackageLabelDeprecated, it.Labels[0].Span, "labels of package blocks are deprecated; write `"+name.Name+" = \""+it.Labels[0].Value+"\"`")
	case it.Block().Body.Attributes[name.Name] == nil && len(it.Errors) == 0:
		c.lacks(it.Block().Body, &entry.Body, name.Missing, tree.Header(it), name.MissingMessage)
	}
}

// parameterizations checks what stands in the parameterizations of a package
// block. Of several only the last counts.
func (c blocks) parameterizations(body *hclsyntax.Body) {
	var first *hclsyntax.Block
	for _, b := range body.Blocks {
		if b.Type != "parameterization" {
			continue
		}
		c.ignored(b.Body, language.ParameterizationBody(), "name")
		if b.Body.Attributes["name"] == nil {
			c.unnamed(b)
		}
		if first == nil {
			first = b
			continue
		}
		c.info.find(codes.PackageParamDuplicate, tree.Span(b.TypeRange), "this package block already has a `parameterization`; only the last one counts, so remove one",
			diagnostic.Related{Span: tree.Span(first.TypeRange), Message: "the first parameterization"})
	}
}

// unnamed reports a parameterization without a name, at the name that was meant.
func (c blocks) unnamed(b *hclsyntax.Block) {
	span := tree.Span(b.TypeRange)
	if a := meantForNeeded(b.Body, language.ParameterizationBody(), "name"); a != nil {
		span = tree.Span(a.NameRange)
	}
	c.info.find(codes.PackageUnresolved, span, "a parameterization needs a `name`: it becomes the name of the package")
}
