package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file says which options have an effect at all, and leads those that have
// one to the checks of their values. (docs/language/options.md#component-resources, docs/language/reads.md#options)

// optionUse looks at an option whose type was checked. Findings from before on are
// those about its value.
func (c blocks) optionUse(it *syntax.Item, a *hclsyntax.Attribute, option *language.Option, before int) {
	rule, failed := option.Rule, c.failedSince(before, tree.Span(a.Expr.Range()))
	switch {
	case it.Kind == syntax.KindComponent && rule.TakesPaths():
		c.pathsOfComponent(a, before)
		return
	case c.isIgnored(it, option):
		if !failed || rule.TakesPaths() {
			c.optionIgnored(it, a, option)
		}
		return
	}
	if !failed && c.inputs.outputs != nil && c.inputs.outputs.IsComponent && option.CustomOnly {
		c.info.find(codes.OptionComponentResource, tree.Span(a.NameRange),
			"`"+a.Name+"` has no effect here: "+c.inputs.owner+" is a component; set it on the resources inside")
	}
	if !failed && option.ProviderOnly && c.info.Resource != nil && !c.info.Resource.IsProvider && len(tree.Parts(a.Expr)) > 0 {
		c.fails(codes.OptionProviderOnly, tree.Span(a.NameRange), "only providers take `"+a.Name+"`, and "+c.inputs.owner+" is none; set it on its provider")
	}
	c.optionValue(it, a, rule, before)
}

// isIgnored reports whether no run looks at an option of an item.
func (c blocks) isIgnored(it *syntax.Item, option *language.Option) bool {
	return it.Kind == syntax.KindRead && (option.Read == 0 || c.language() < option.Read) || it.Kind == syntax.KindComponent && !option.Component
}

// optionIgnored is about an option that the run does not look at.
func (c blocks) optionIgnored(it *syntax.Item, a *hclsyntax.Attribute, option *language.Option) {
	span, rule := tree.Span(a.NameRange), option.Rule
	switch {
	case rule == language.OptionRange:
		c.info.find(codes.RangeIgnored, span, "`"+a.Name+"` has no effect on a "+it.Keyword+": there is always exactly one")
	case it.Kind == syntax.KindRead:
		if d := c.info.find(codes.OptionIgnored, span, "`"+a.Name+"` has no effect on a read"); option.Read != 0 {
			Later(d, option.Read)
		}
	case rule == language.OptionAliases:
		c.info.find(codes.OptionIgnored, span, "`"+a.Name+"` has no effect on a component; keep its old name with `__logicalName`, or give each resource inside an alias")
	default:
		c.info.find(codes.OptionIgnored, span, "`"+a.Name+"` has no effect: a component supports only `parent` and `providers`")
	}
}

// optionValue checks the value of an option beyond its type.
func (c blocks) optionValue(it *syntax.Item, a *hclsyntax.Attribute, rule language.OptionRule, before int) {
	place := "`" + a.Name + "`"
	switch {
	case rule == language.OptionRange:
		if !c.failedSince(before, tree.Span(a.Expr.Range())) {
			c.rangeValue(it, a)
		}
	case rule == language.OptionBool:
		c.unconverted(a.Expr, typesys.Bool, place)
	case rule == language.OptionImport:
		if !c.unconverted(a.Expr, typesys.String, place) {
			c.importOfMany(it, a)
		}
	case rule == language.OptionTexts:
		c.unconvertedMembers(a)
	case rule == language.OptionDurations:
		c.unconvertedMembers(a)
		c.timeouts(a)
	case rule == language.OptionAliases:
		c.aliases(a)
	case rule.TakesResource():
		c.single(a.Expr, place)
	case rule.TakesResources():
		c.several(it, a, rule)
	case rule.TakesPaths():
		c.paths(it, a, rule, before)
	}
}

// pathsOfComponent is about a list of property paths on a component, whose names
// are looked up in the program and not among the inputs. What went wrong with them
// has this one cause.
func (c blocks) pathsOfComponent(a *hclsyntax.Attribute, before int) {
	message := "a component takes no property paths: names in `" + a.Name + "` are not its inputs; set the option on the resources inside"
	failed := slices.IndexFunc(c.info.Findings[before:], func(d diagnostic.Diagnostic) bool { return d.Severity == codes.Error })
	if failed < 0 {
		c.info.findAs(codes.Warning, codes.OptionPropertyListComponent, tree.Span(a.NameRange), message)
		return
	}
	span := c.info.Findings[before+failed].Span
	c.info.Findings = c.info.Findings[:before]
	c.info.find(codes.OptionPropertyListComponent, span, message)
}
