package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file is about options that stand in the body of a block and not in its
// options block. Mostly the line with `options {` is lost, so that all of them are
// one mistake.

// isStrayOption reports whether an attribute is an option that stands among the
// inputs; known says which names are inputs.
func isStrayOption(a *hclsyntax.Attribute, known func(name string) bool) bool {
	return language.LookupOption(a.Name) != nil && !known(a.Name)
}

// strayOptions reports the options among the attributes of a block, in one
// finding, and checks them as what they are. It gives the other attributes.
func (c blocks) strayOptions(it *syntax.Item, known func(name string) bool) []*hclsyntax.Attribute {
	isStray := func(a *hclsyntax.Attribute) bool { return isStrayOption(a, known) }
	all := it.Attributes()
	if !slices.ContainsFunc(all, isStray) {
		return all
	}
	var stray, inputs []*hclsyntax.Attribute
	for _, a := range all {
		if isStray(a) {
			stray = append(stray, a)
		} else {
			inputs = append(inputs, a)
		}
	}
	var others []diagnostic.Related
	for _, a := range stray[1:] {
		others = append(others, diagnostic.Related{Span: tree.Span(a.NameRange), Message: "`" + a.Name + "` is an option too"})
	}
	c.info.find(codes.AttrUnknown, tree.Span(stray[0].NameRange),
		"`"+stray[0].Name+"` is an option: write it in `options { … }`", others...)
	for _, a := range stray {
		option := language.OptionNamed(a.Name)
		c.info.occur(Occurrence{Span: tree.Span(a.NameRange), Kind: OccurOption, Name: a.Name, Type: option.Type, Denotation: &Denotation{Doc: option.Doc}})
		c.option(it, a, option)
		c.lostRange = c.lostRange || option.Rule == language.OptionRange
	}
	return inputs
}
