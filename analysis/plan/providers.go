package plan

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds the providers of resources.

// Providers finds the explicit providers of registrations. They are added in the order of the run.
type Providers map[string]*given // by the URN of the registration

// given is a registration with its provider, whose URN is empty for the default one.
type given struct {
	*eval.Registration
	provider string
	known    bool
}

// Add returns the URN of the explicit provider of a registration, empty for none: its own, that of its parent if that is of the same
// package, or one that a component around it is given. It is not known if a value decides that only a run knows.
func (ps Providers) Add(r *eval.Registration) (provider string, known bool) {
	g := &given{Registration: r}
	g.provider, g.known = ps.of(r)
	if r.URN != "" {
		ps[r.URN] = g
	}
	return g.provider, g.known
}

func (ps Providers) of(r *eval.Registration) (provider string, known bool) {
	above := ps[r.Parent]
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
	for at := r; at != nil; {
		if name, known := providerIn(at, pkg); !known || name != "" {
			return name, known
		}
		next := ps[at.Parent]
		if next == nil || !next.Local && (next.Schema == nil || !next.Schema.IsComponent) {
			break // only components hand on what they are given
		}
		at = next.Registration
	}
	return "", true
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
