package complete

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers the resource options.

// optionEntries offers the options that the block lacks.
func (c *completer) optionEntries(pr *probed, body *hclsyntax.Body) {
	isProvider := pr.Info.Resource != nil && pr.Info.Resource.IsProvider
	for _, o := range language.Options() {
		if c.present(pr, body, o.Name) || o.ProviderOnly && pr.Info.Resource != nil && !isProvider {
			continue
		}
		item := Item{Label: o.Name, Kind: KindOption, Detail: detail(o.Type), Doc: c.docOf(o.Doc, ""), Sort: c.optionSort(pr, o)}
		if o.Braces {
			item.Insert, item.Plain, item.Next = o.Name+" = {\n  $1\n}", o.Name+" = ", NextItems
		}
		if item.Insert == "" || c.Cursor.Assigned() {
			item = c.assignment(item, o.Name, " = ", o.Type)
		}
		c.add(item)
	}
}

// optionSort sorts an option by whether the block lacks it, by how many similar blocks have it,
// and by how common it is.
func (c *completer) optionSort(pr *probed, o *language.Option) string {
	words := c.used().entries()
	var reasons evidence
	reasons[used] = often(words.all[o.Name])
	reasons[usedHere] = often(words.inside[o.Name])
	reasons[usedMostly] = unit * words.inside[o.Name] / max(1, words.inside[""]-1)
	reasons[followsHere] = often(words.follows[o.Name])
	reasons[common] = often(generally(usedOption).times(o.Name))
	resource := pr.Info.Resource
	switch o.Rule {
	case language.OptionRange:
		reasons.hold(isRange, true)
		reasons.hold(isRead, readsRange(pr))
	case language.OptionProvider:
		reasons.hold(isProvider, true)
		reasons.hold(isDeclared, c.declaresProvider(pr))
	case language.OptionProviders:
		reasons.hold(isForOthers, resource != nil && !resource.IsComponent)
	case language.OptionHooks:
		reasons.hold(isDeclared, c.declaresHook())
	}
	reasons.hold(isDeclared, reasons[isDeclared] > 0 || o.ProviderOnly && resource != nil)
	return sorted(rankUsual, optionWeights.weigh(&reasons), o.Name)
}

// declaresHook reports whether the program declares a hook.
func (c *completer) declaresHook() bool {
	return slices.ContainsFunc(c.p.Objects(), func(o *analysis.Object) bool { return o.Kind == analysis.ObjectHook })
}

// readsRange reports whether the block reads the variable that only a range declares.
func readsRange(pr *probed) bool {
	return slices.ContainsFunc(pr.Info.Occurrences, func(o analysis.Occurrence) bool {
		return o.Kind == analysis.OccurVariable && o.Name == language.RangeVariable
	})
}

// declaresProvider reports whether the program declares a provider of the resource's package.
func (c *completer) declaresProvider(pr *probed) bool {
	if pr.Info.Resource == nil || pr.Info.Resource.IsProvider {
		return false
	}
	for _, o := range c.p.Objects() {
		it, ok := o.Item()
		if !ok || o.Kind != analysis.ObjectResource || len(it.Labels) < 2 {
			continue
		}
		if t, ok := schema.ParseToken(it.Labels[1].Value); ok && t.IsProvider() && t.Member == pr.Info.Resource.Package.Name() {
			return true
		}
	}
	return false
}
