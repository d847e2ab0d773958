package plan

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds the providers of resources.

// Providers finds the explicit providers of registrations. They are added in the order of the run. The zero value is empty.
type Providers struct {
	given  map[string]*given // by the URN of the registration
	handed map[handing]provided
}

// given is a registration with its provider, whose URN is empty for the default one.
type given struct {
	*eval.Registration
	provider string
	known    bool
	above    *given // the component around it, which hands on what it is given
}

// handing is a registration that may be given a provider for a package.
type handing struct {
	*given
	pkg string
}

// provided is a provider by its URN, which is empty for none.
type provided struct {
	name  string
	known bool
}

// Add returns the URN of the explicit provider of a registration, empty for none: its own, that of its parent if that is of the same
// package, or one that a component around it is given. It is not known if a value decides that only a run knows.
func (ps *Providers) Add(r *eval.Registration) (provider string, known bool) {
	g := &given{Registration: r}
	if ps.given == nil {
		ps.given, ps.handed = map[string]*given{}, map[handing]provided{}
	}
	if above := ps.given[r.Parent]; above != nil && (above.Local || above.Schema != nil && above.Schema.IsComponent) {
		g.above = above
	}
	g.provider, g.known = ps.of(g)
	if r.URN != "" {
		ps.given[r.URN] = g
	}
	return g.provider, g.known
}

func (ps *Providers) of(g *given) (provider string, known bool) {
	r, above := g.Registration, ps.given[g.Parent]
	if r.Local && above != nil {
		return above.provider, above.known
	}
	if r.Schema == nil || r.Local {
		return "", false
	}
	urns, known := resourcesOf(r, language.NameProvider)
	if !known || len(urns) > 0 {
		return first(urns), known
	}
	pkg := r.Schema.Package.Name()
	if above != nil && (provides(above.provider, pkg) || above.managedBy(pkg)) {
		return above.provider, above.known
	}
	found := upward(ps.handed, handing{g, pkg}, func(at handing) (provided, handing, bool) {
		name, known := providerIn(at.Registration, pkg)
		return provided{name, known}, handing{at.above, pkg}, known && name == "" && at.above != nil
	})
	return found.name, found.known
}

// managedBy reports whether the provider of a package manages a resource.
func (g *given) managedBy(pkg string) bool {
	return g.Schema != nil && !g.Schema.IsProvider && g.Schema.Package.Name() == pkg
}

// providerIn is the provider for a package that the option providers of a registration names.
func providerIn(r *eval.Registration, pkg string) (name string, known bool) {
	v, set, err := r.Option(language.NameProviders)
	switch {
	case err != nil || set && !v.IsKnown():
		return "", false
	case !set || v.IsNull():
		return "", true
	case !value.IsList(v) && !value.IsMap(v):
		return "", false
	}
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		one, known := eval.URNOf(e)
		if !known {
			return "", false
		}
		if provides(one, pkg) {
			return one, true
		}
	}
	return "", true
}

// provides reports whether a provider is one of a package.
func provides(provider, pkg string) bool {
	u, err := urn.Parse(provider)
	return err == nil && u.Part(urn.Type) == providerPrefix+pkg
}
