package check

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file finds the options of an item by their rules.

// rangeAttributes are the range options of an item; each options block has one.
func rangeAttributes(it *syntax.Item) []*hclsyntax.Attribute {
	return tree.OptionAttributes(it, rangeOptions)
}

func pathListAttributes(it *syntax.Item) []*hclsyntax.Attribute {
	return tree.OptionAttributes(it, pathOptions)
}

// The options with a rule, listed once because every item is asked for them.
var (
	rangeOptions      = language.OptionsRuled(language.OptionRange)
	pathOptions       = language.OptionsWhere(func(o *language.Option) bool { return o.Rule.TakesPaths() })
	secretPathOptions = language.OptionsRuled(language.OptionSecretPaths)
	parentOptions     = language.OptionsRuled(language.OptionParent)
	importOptions     = language.OptionsRuled(language.OptionImport)
	dependencyOptions = language.OptionsRuled(language.OptionDependencies)
)
