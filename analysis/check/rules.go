package check

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file has items and programs judged by rules: what runs and could be written
// better. Rules about one item are asked when it is checked, those about the program
// when its findings are put together. What broken text says is not judged.

// rules judges the item.
func (c *checker) rules() {
	it := c.e.Syntax
	if len(it.Errors) > 0 || it.Kind == syntax.KindStray || it.Kind == syntax.KindUnknown {
		return
	}
	c.builtinName(it)
	c.sameLogicalName(it)
	c.needlessSettings(it)
	c.emptyBlocks(it)
	c.repeatedEntries(it)
	c.sourceOutside(it)
	c.needlessParentheses(it)
	if c.p.world.OptIns != 0 {
		c.optionalRules(it)
	}
}

// optionalRules judges the item by those rules that are off until somebody wants them.
func (c *checker) optionalRules(it *syntax.Item) {
	for _, rule := range []struct {
		code  codes.Code
		judge func(*checker, *syntax.Item)
	}{
		{codes.NameStyle, (*checker).nameStyle},
		{codes.NameStyleInterface, (*checker).interfaceStyle},
		{codes.ConfigUntyped, (*checker).untypedConfig},
		{codes.ConfigDescription, (*checker).description},
		{codes.OutputWholeResource, (*checker).wholeResource},
		{codes.StyleQuotedKey, (*checker).quotedKeys},
		{codes.StyleQuotedLabel, (*checker).quotedName},
		{codes.OrderOptions, (*checker).optionsLast},
		{codes.CommentTodo, (*checker).markers},
	} {
		if c.p.world.OptIns.Has(rule.code) {
			rule.judge(c, it)
		}
	}
}

// rules are the findings about how the program as a whole is written.
func (p *Program) rules() []Diagnostic {
	found := p.namesInOtherLetters()
	for _, rule := range []struct {
		code  codes.Code
		judge func(*Program) []Diagnostic
	}{
		{codes.PackageUndeclared, (*Program).undeclaredPackages},
		{codes.OutputDuplicateValue, (*Program).sameOutputs},
		{codes.OrderItems, (*Program).unorderedItems},
		{codes.FileResources, (*Program).crowdedFiles},
	} {
		if p.world.OptIns.Has(rule.code) {
			found = append(slices.Clip(found), rule.judge(p)...)
		}
	}
	return found
}
