package check

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file finds the options of an item by their rules.

// ParentOption returns the parent option of an item, or nil.
func ParentOption(it *syntax.Item) *hclsyntax.Attribute {
	for _, a := range tree.OptionAttributes(it, parentOptions()) {
		return a
	}
	return nil
}

// RangeAttributes are the range options of an item; each options block has one. If there is none,
// a misspelt one counts: the misspelling is the one thing to report.
func RangeAttributes(it *syntax.Item) []*hclsyntax.Attribute {
	if !it.HasBlocks() {
		return nil
	}
	if ranges := tree.OptionAttributes(it, rangeOptions()); len(ranges) > 0 {
		return ranges
	}
	for _, b := range it.Block().Body.Blocks {
		if typesys.Near(b.Type, []string{language.OptionsBlock}) == "" {
			continue
		}
		for _, a := range tree.Attributes(b.Body) {
			if language.OptionNamed(a.Name).Name == "" && language.OptionNamed(meantOption(a.Name)).Rule == language.OptionRange ||
				b.Type != language.OptionsBlock && language.OptionNamed(a.Name).Rule == language.OptionRange {
				return []*hclsyntax.Attribute{a}
			}
		}
	}
	return nil
}

// meantOption is the option that a name may mean, empty when it means none.
func meantOption(name string) string {
	if option := language.ForeignOption(name); option != "" {
		return option
	}
	return typesys.Near(name, language.OptionNames())
}

func pathListAttributes(it *syntax.Item) []*hclsyntax.Attribute {
	return tree.OptionAttributes(it, pathOptions())
}

// aliasesOf are the elements of the aliases option, if it is a list that is written out.
func aliasesOf(it *syntax.Item) []hclsyntax.Expression {
	attrs := tree.OptionAttributes(it, aliasOptions())
	if len(attrs) != 1 {
		return nil
	}
	list, ok := tree.Unparen(attrs[0].Expr).(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil
	}
	return list.Exprs
}

// mayHaveAliases is false for an item that certainly has no aliases. It needs no tree.
func mayHaveAliases(it *syntax.Item) bool {
	return it.Kind == syntax.KindResource && it.HasBlocks() && slices.ContainsFunc(aliasOptions(), func(o *language.Option) bool { return strings.Contains(it.Text, o.Name) })
}

// The options with a rule. Every item is asked for them.
var (
	rangeOptions      = language.OptionsRuled(language.OptionRange)
	pathOptions       = language.OptionsWhere(func(o *language.Option) bool { return o.Rule.TakesPaths() })
	parentOptions     = language.OptionsRuled(language.OptionParent)
	aliasOptions      = language.OptionsRuled(language.OptionAliases)
	importOptions     = language.OptionsRuled(language.OptionImport)
	hookOptions       = language.OptionsRuled(language.OptionHooks)
	dependencyOptions = language.OptionsRuled(language.OptionDependencies)
)

// RangeAttribute returns the range option of an item, or nil. A second options block, which
// is an error, is ignored.
func RangeAttribute(it *syntax.Item) *hclsyntax.Attribute {
	for _, a := range RangeAttributes(it) {
		return a
	}
	return nil
}
