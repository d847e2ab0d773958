package clash

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds aliases that the engine rejects once it finds the old resource: two resources
// have the same one, or the old resource is still in the program. A URN is only compared with
// other URNs, because it names a stack, and may lead out of a component.

// claim is what an alias stands for. Two claims of a program that are equal are about one URN.
type claim struct {
	urn       string // a URN as it is written, or else:
	types     string // the types of the ancestors and the type
	name      string
	unnamed   bool // the name is that of the resource, which a component prefixes
	unrelated bool // the alias leads out of a component
}

// claimant is an alias of an item.
type claimant struct {
	item  *program.Item
	alias options.FormerName
	claim claim
}

// contested finds aliases that cannot all be followed.
func (p finder) contested() []finding {
	all := p.claimants()
	if len(all) == 0 {
		return nil
	}
	var found []finding
	living, first := p.living(all), map[claim]claimant{}
	for _, c := range all {
		still := living[claim{types: c.claim.types, name: c.claim.name}]
		earlier, claimed := first[c.claim]
		switch {
		case c.claim.urn == "" && !c.claim.unrelated && still != nil && still != c.item:
			found = append(found, c.finding("`"+prose.Shortened(still.Name, 50)+"` is still in the program under this name, and a run that finds it in the state and not `"+
				prose.Shortened(c.item.Name, 50)+"` fails", diagnostic.OuterNameOf(still).Near("still declared here")))
		case claimed && earlier.item != c.item:
			found = append(found, c.finding("`"+prose.Shortened(earlier.item.Name, 50)+"` has the same alias, and a run that finds the old resource fails: only one of the two can take it over",
				diagnostic.AliasOf(earlier.item, earlier.alias.Number).Near("claimed here first")))
		case !claimed:
			first[c.claim] = c
		}
	}
	return found
}

func (c claimant) finding(message string, related diagnostic.Related) finding {
	return finding{codes.AliasesClaimed, diagnostic.AliasOf(c.item, c.alias.Number), message, []diagnostic.Related{related}}
}

// claimants are the aliases of resources that certainly have one instance.
func (p finder) claimants() []claimant {
	var all []claimant
	for e := range p.core.Items() {
		if !p.core.Owns(e) || !options.MayHaveAliases(e.Syntax) || len(check.OuterNames(e)) != 1 {
			continue
		}
		for _, f := range check.FormerNames(e) {
			if stands, ok := p.claimOf(e, f); ok {
				all = append(all, claimant{e, f, stands})
			}
		}
	}
	return all
}

// claimOf is what an alias stands for; not ok if that is not certain.
func (p finder) claimOf(e *program.Item, f options.FormerName) (c claim, ok bool) {
	if f.URN != "" {
		return claim{urn: f.URN}, true
	}
	if f.IsEmpty() {
		return c, false
	}
	kind, ok := p.registeredType(e.Syntax)
	if f.Type != "" {
		kind = f.Type
		ok = !p.isShortType(kind)
	}
	if !ok {
		return c, false
	}
	c.name, c.unrelated = f.Name, f.NoParent
	if f.Name == "" {
		c.name, c.unnamed = check.OuterNames(e)[0], true
	}
	var above string
	switch {
	case f.NoParent:
	case f.Parent != "":
		above, ok = p.formerParent(f.Parent)
	default:
		above, ok = p.typesAbove(e, 0)
	}
	c.types = above + kind
	return c, ok
}

// living finds the resources of the program whose names occur in aliases, by the claim that matches each.
func (p finder) living(all []claimant) map[claim]*program.Item {
	wanted := lists.SetOf(all, func(c claimant) string { return c.claim.name })
	found := map[claim]*program.Item{}
	for e := range p.core.Items() {
		if !p.core.Owns(e) || e.Syntax.Kind != syntax.KindResource {
			continue
		}
		for _, name := range check.OuterNames(e) {
			if !wanted[name] {
				continue
			}
			kind, known := p.registeredType(e.Syntax)
			above, certain := p.typesAbove(e, 0)
			if known && certain {
				found[claim{types: above + kind, name: name}] = e
			}
		}
	}
	return found
}

// registeredType is the type with which a run registers a resource; not ok if its schema is not
// known.
func (p finder) registeredType(it *syntax.Item) (string, bool) {
	if len(it.Labels) != 2 {
		return "", false
	}
	token, valid := schema.ParseToken(it.Labels[1].Value)
	if !valid || token.IsProvider() {
		return token.String(), valid
	}
	pkg, _ := p.PackageState(token.Schema())
	if pkg == nil {
		return "", false
	}
	m := pkg.FindResource(it.Labels[1].Value)
	return m.Token, m.Spelling != schema.NotFound
}

// isShortType reports whether a text is the short form of a type.
func (p finder) isShortType(kind string) bool {
	token, valid := schema.ParseToken(kind)
	if !valid {
		return true
	}
	pkg, _ := p.PackageState(token.Schema())
	return pkg != nil && check.IsShort(pkg.FindResource(kind), kind)
}

// formerParent is like typesAbove, for the parent of an alias. If a run found that by an alias of
// its own, the engine takes its old types.
func (p finder) formerParent(name string) (types string, ok bool) {
	for e, n := p.core.Declaring(name), 0; e != nil && n < mostAncestors; n++ {
		if len(options.AliasLists(e.Syntax)) > 0 {
			return "", false
		}
		e = p.core.Declaring(options.ParentText(e.Syntax))
	}
	return p.typesOf(name, 0)
}

// mostAncestors is how many parents of a resource are looked at.
const mostAncestors = 20

// typesAbove are the types of the ancestors of an item, each with a separator behind it; not ok if
// they are not certain.
func (p finder) typesAbove(e *program.Item, depth int) (types string, ok bool) {
	switch parents := options.Parents(e.Syntax); len(parents) {
	case 0:
		return "", true
	case 1:
		return p.typesOf(options.ParentText(e.Syntax), depth)
	}
	return "", false
}

// typesOf are the types of the ancestors of what a name declares, and its own.
func (p finder) typesOf(name string, depth int) (types string, ok bool) {
	e := p.core.Declaring(name)
	if e == nil || depth > mostAncestors {
		return "", false
	}
	var kind string
	switch e.Syntax.Kind {
	case syntax.KindResource:
		kind, ok = p.registeredType(e.Syntax)
	case syntax.KindComponent:
		kind, ok = p.ComponentDir(e.Syntax)
	}
	above, certain := p.typesAbove(e, depth+1)
	return above + kind + "$", ok && certain
}
