// Package options reads the options of an item that decide how a run registers it: its range, parent and aliases, and the
// names that follow from them. It reads only what is written out, so it needs no results of a check.
package options

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// Parent returns the parent option of an item, or nil.
func Parent(it *syntax.Item) *hclsyntax.Attribute {
	for _, a := range Parents(it) {
		return a
	}
	return nil
}

// Parents are the parent options of an item. More than one is an error.
func Parents(it *syntax.Item) []*hclsyntax.Attribute {
	return tree.OptionAttributes(it, parentOptions())
}

// ParentText is the parent option of an item as it is written. It is empty if there is none, or several.
func ParentText(it *syntax.Item) string {
	parents := Parents(it)
	if len(parents) != 1 {
		return ""
	}
	return textOf(it, parents[0].Expr)
}

// textOf is the text of an expression without blanks around it.
func textOf(it *syntax.Item, e hclsyntax.Expression) string {
	span := tree.Span(e.Range())
	return strings.TrimSpace(it.Text[span.Start:span.End])
}

// Range returns the range option of an item, or nil. A second options block, which
// is an error, is ignored.
func Range(it *syntax.Item) *hclsyntax.Attribute {
	for _, a := range Ranges(it) {
		return a
	}
	return nil
}

// Ranges are the range options of an item; each options block has one. If there is none,
// a misspelled one counts: the misspelling is the one thing to report.
func Ranges(it *syntax.Item) []*hclsyntax.Attribute {
	if !it.HasBlocks() {
		return nil
	}
	if ranges := tree.OptionAttributes(it, rangeOptions()); len(ranges) > 0 {
		return ranges
	}
	for _, b := range it.Block().Body.Blocks {
		if b.Type != language.OptionsBlock && typesys.Near(b.Type, []string{language.OptionsBlock}) == "" {
			continue
		}
		for _, a := range tree.Attributes(b.Body) {
			if language.OptionNamed(a.Name).Name == "" && language.OptionNamed(Meant(a.Name)).Rule == language.OptionRange ||
				b.Type != language.OptionsBlock && language.OptionNamed(a.Name).Rule == language.OptionRange {
				return []*hclsyntax.Attribute{a}
			}
		}
	}
	return nil
}

// Meant is the option that a name may mean, empty when it means none.
func Meant(name string) string {
	if option := language.ForeignOption(name); option != "" {
		return option
	}
	return typesys.Near(name, language.OptionNames())
}

// PathLists are the options of an item that take lists of property paths.
func PathLists(it *syntax.Item) []*hclsyntax.Attribute {
	return tree.OptionAttributes(it, pathOptions())
}

// AliasLists are the aliases options of an item. More than one is an error.
func AliasLists(it *syntax.Item) []*hclsyntax.Attribute {
	return tree.OptionAttributes(it, aliasOptions())
}

// Aliases are the elements of the aliases option, if it is a list that is written out.
func Aliases(it *syntax.Item) []hclsyntax.Expression {
	attrs := AliasLists(it)
	if len(attrs) != 1 {
		return nil
	}
	list, ok := tree.Unparen(attrs[0].Expr).(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil
	}
	return list.Exprs
}

// MayHaveAliases is false for an item that certainly has no aliases. It needs no tree.
func MayHaveAliases(it *syntax.Item) bool {
	return it.Kind == syntax.KindResource && it.HasBlocks() && slices.ContainsFunc(aliasOptions(), func(o *language.Option) bool { return strings.Contains(it.Text, o.Name) })
}

// The options with a rule. Every item is asked for them.
var (
	rangeOptions  = language.OptionsRuled(language.OptionRange)
	pathOptions   = language.OptionsWhere(func(o *language.Option) bool { return o.Rule.TakesPaths() })
	parentOptions = language.OptionsRuled(language.OptionParent)
	aliasOptions  = language.OptionsRuled(language.OptionAliases)
)
