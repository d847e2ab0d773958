package keep

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file compares the providers of resources: one that is configured otherwise may replace them.

// sameProviders refuses a change of the provider of a resource.
func (c *comparison) sameProviders() error {
	for _, p := range c.pairsInOrder {
		if !c.keepsProvider(p) {
			return change.Refuse("`%s` would have another provider", p.old.Name)
		}
	}
	return nil
}

// keepsProvider reports whether a registration has the provider that it had.
func (c *comparison) keepsProvider(p *pair) bool {
	was, is := p.old.provider, p.now.provider
	switch {
	case p.old.Local || p.old.Schema != nil && p.old.Schema.IsProvider:
		return true
	case was.URN == "" || is.URN == "":
		return was == is
	}
	return c.became[was.URN] == is.URN
}

// withoutProvider are the pairs that are kept when their blocks say their providers.
func (c *comparison) withoutProvider() (all []loss) {
	for _, p := range c.pairsInOrder {
		if name := c.ownProvider(p); name != "" {
			all = append(all, loss{pair: p, c: c, provider: name})
		}
	}
	return all
}

// ownProvider is the name of the provider that a block has to say by itself, because it inherits another one, or none, from its
// new parent; empty where it cannot.
func (c *comparison) ownProvider(p *pair) string {
	if c.keepsProvider(p) || !p.old.provider.Known || p.old.provider.URN == "" || p.now.each || p.now.OptionAttribute(language.NameProvider) != nil {
		return ""
	}
	provider := c.after.byURN[c.became[p.old.provider.URN]]
	if provider == nil || provider.Program != p.now.Program || provider.Within != p.now.Within || analysis.RangeAttribute(provider.Item.Item) != nil {
		return ""
	}
	if Needed(provider.Program, provider.Item)[p.now.Item.Name] {
		return ""
	}
	return provider.Item.Name
}
