package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks package blocks.

func (c *checker) packageBlock(it *syntax.Item) {
	readPackage(it, c.findPlain)
	for _, a := range tree.Attributes(it.Block.Body) {
		c.attribute(a, typesys.String, packageDocs[a.Name])
	}
	for _, b := range it.Block.Body.Blocks {
		c.occur(Occurrence{Span: tree.Span(b.TypeRange), Kind: OccurAttribute, Name: b.Type, Denotation: &Denotation{Doc: packageDocs[b.Type]}})
	}
	t := packageTakes
	if len(it.Labels) > 0 {
		t.needed = "" // the label names the provider
	}
	c.ignored(it.Block.Body, t)
	c.parameterizations(it.Block.Body)
	c.packageLabels(it)
}

func (c *checker) packageLabels(it *syntax.Item) {
	named := it.Block.Body.Attributes["baseProviderName"] != nil
	switch n := len(it.Labels); {
	case n > 1:
		c.labels(it, 0, 1, codes.PackageLabels, "a package block has no labels; name the provider with `baseProviderName`")
	case n == 1:
		c.find(codes.PackageLabelDeprecated, it.Labels[0].Span, "labels of package blocks are deprecated; write `baseProviderName = \""+it.Labels[0].Value+"\"`")
	case !named && len(it.Errors) == 0:
		c.lacks(it.Block.Body, packageTakes, codes.PackageNoName, tree.Header(it), "a package block needs `baseProviderName`: the provider that serves the package")
	}
}

var packageDocs = map[string]string{
	"baseProviderName":        "The provider plugin that serves the package.",
	"baseProviderVersion":     "The version of the provider plugin, such as `4.5.0`.",
	"baseProviderDownloadUrl": "Where the provider plugin is downloaded from.",
	"parameterization":        "What the provider is told so that it serves this package.",
}
