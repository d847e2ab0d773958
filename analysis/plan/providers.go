package plan

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds the providers of resources.

// Provider is the explicit provider of a resource. It is not known if a value decides that only a run knows.
type Provider struct {
	URN   string // empty for the default one
	Known bool
}

// Providers finds the explicit providers of registrations. They are added in the order of the run. The zero value is empty.
type Providers struct {
	given  map[string]*given // by the URN of the registration
	handed map[handing]Provider
}

// given is a registration with its provider.
type given struct {
	*eval.Registration
	provider Provider
	above    *given // the component around it, which hands on what it is given
}

// handing is a registration that may be given a provider for a package.
type handing struct {
	*given
	pkg string
}

// Add returns the provider of a registration: its own, that of its parent if that is of the same package, or one that a component
// around it is given.
func (ps *Providers) Add(r *eval.Registration) Provider {
	if ps.given == nil {
		ps.given, ps.handed = map[string]*given{}, map[handing]Provider{}
	}
	above := ps.given[r.Parent]
	g := &given{Registration: r}
	if above != nil && (above.Local || above.IsRemote()) {
		g.above = above
	}
	g.provider = ps.of(g, above)
	if r.URN != "" {
		ps.given[r.URN] = g
	}
	return g.provider
}

// of is the provider of a resource that has a parent; nil for that of the stack.
func (ps *Providers) of(g, parent *given) Provider {
	switch {
	case g.Local && parent != nil:
		return parent.provider
	case g.Local || g.Schema == nil:
		return Provider{}
	}
	switch urns, known := resourcesOf(g.Registration, language.NameProvider); {
	case !known:
		return Provider{}
	case len(urns) > 0:
		return Provider{urns[0], true}
	}
	pkg := g.Schema.Package.Name()
	if parent != nil && (provides(parent.provider.URN, pkg) || parent.managedBy(pkg)) {
		return parent.provider
	}
	return upward(ps.handed, handing{g, pkg}, func(at handing) (Provider, handing) {
		found := providerIn(at.Registration, pkg)
		if found != (Provider{Known: true}) || at.above == nil {
			return found, handing{}
		}
		return found, handing{at.above, pkg}
	})
}

// managedBy reports whether the provider of a package manages a resource.
func (g *given) managedBy(pkg string) bool {
	return g.Schema != nil && !g.Schema.IsProvider && g.Schema.Package.Name() == pkg
}

// providerIn is the provider for a package that the option providers of a registration names.
func providerIn(r *eval.Registration, pkg string) Provider {
	v, set, known := option(r, language.NameProviders)
	all := []cty.Value{v} // which is no provider
	switch {
	case !set || !known:
		return Provider{Known: known}
	case value.IsList(v):
		all = value.Elements(v)
	case value.IsMap(v):
		_, all = value.Members(v)
	}
	urns, known := urnsOf(all)
	for _, one := range urns {
		if provides(one, pkg) {
			return Provider{one, true}
		}
	}
	return Provider{Known: known}
}

// provides reports whether a provider is one of a package.
func provides(provider, pkg string) bool {
	u, err := urn.Parse(provider)
	return err == nil && u.Part(urn.Type) == providerPrefix+pkg
}
