package checked

import (
	"cmp"
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

// This file says which version of the language a program is judged by.

// askedEdition is the edition that the program itself asks for by its pulumi block, unless another one was chosen, or else that of the world.
func askedEdition(files []*syntax.File, world language.Edition) language.Edition {
	if world.IsChosen {
		return world
	}
	for _, f := range files {
		for _, it := range f.PulumiBlocks() {
			if lowest, ok := versions.Lowest(requiredRange(it.Item)); ok {
				return language.EditionOf(lowest.String(), "`"+language.RequiredVersionRange+"` in "+path.Base(f.Path)+" allows")
			}
		}
	}
	world.Version = cmp.Or(world.Version, language.Newest)
	return world
}

// requiredRange is the range of versions that a pulumi block asks for; empty if it is not a plain text.
func requiredRange(it *syntax.Item) string {
	if b := it.Block(); b != nil && b.Body.Attributes[language.RequiredVersionRange] != nil {
		text, _ := tree.PlainText(b.Body.Attributes[language.RequiredVersionRange].Expr)
		return text
	}
	return ""
}
