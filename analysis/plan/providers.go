package plan

import (
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
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
	given map[string]*given // by the URN of the registration
}

// given is a registration with its provider, and those that it hands on if it is a component.
type given struct {
	*eval.Registration
	provider Provider
	handed   handed
}

// handed are the URNs of providers by package. Other packages have none, unless it is not known.
type handed struct {
	urns    map[string]string
	unknown bool
}

// Add returns the provider of a registration: its own, that of its parent if that is of the same package, or one that a component
// around it is given.
func (ps *Providers) Add(r *eval.Registration) Provider {
	if ps.given == nil {
		ps.given = map[string]*given{}
	}
	parent := ps.given[r.Parent]
	g := &given{Registration: r}
	if parent != nil && (parent.Local || parent.IsRemote()) {
		g.handed = parent.handed
	}
	g.handed = g.handed.and(r)
	g.provider = g.providerUnder(parent)
	if r.URN != "" {
		ps.given[r.URN] = g
	}
	return g.provider
}

// and adds the option providers of a registration, of which the first of a package counts.
func (h handed) and(r *eval.Registration) handed {
	urns, known := resourcesOf(r, language.NameProviders)
	if known && len(urns) == 0 {
		return h
	}
	own := handed{map[string]string{}, !known || h.unknown}
	if known {
		maps.Copy(own.urns, h.urns)
	}
	for _, name := range slices.Backward(urns) {
		own.urns[providedBy(name)] = name
	}
	return own
}

// providerUnder is the provider of a resource that has a parent; nil for that of the stack.
func (g *given) providerUnder(parent *given) Provider {
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
	if parent != nil && (providedBy(parent.provider.URN) == pkg || parent.managedBy(pkg)) {
		return parent.provider
	}
	name := g.handed.urns[pkg]
	return Provider{name, name != "" || !g.handed.unknown}
}

// managedBy reports whether the provider of a package manages a resource.
func (g *given) managedBy(pkg string) bool {
	return g.Schema != nil && !g.Schema.IsProvider && g.Schema.Package.Name() == pkg
}

// providedBy is the package of a provider; empty for anything else.
func providedBy(provider string) string {
	if u, err := urn.Parse(provider); err == nil {
		if pkg, is := strings.CutPrefix(u.Part(urn.Type), providerPrefix); is {
			return pkg
		}
	}
	return ""
}
