package clash

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds declarations that have the same name outside the program. Only
// what is certain counts: names that are written out, parents that are absent or
// written alike, ranges that are literals.
// (docs/language/urns.md#registered-names, docs/language/scopes.md#logical-names)

// identity is what must differ between two declarations: of resources and
// components it stands for their URN.
type identity struct {
	kind    syntax.Kind
	kindOf  string // type token, or directory of the component
	parent  string // text of the option
	logical string
}

// identical finds declarations with the same identity. Of two declarations, many instances may have equal names; there is
// one finding for each pair.
func (p finder) identical() []finding {
	type pair struct{ later, first *program.Item }
	seen := map[pair]bool{}
	var found []finding
	owners := map[identity]*program.Item{}
	for _, group := range p.sameLogicalName() {
		clear(owners)
		for _, named := range group {
			id, ok := p.identityOf(named)
			if !ok {
				continue
			}
			first := owners[id]
			switch {
			case first == nil:
				owners[id] = named.item
			case first != named.item && first.Name != named.item.Name && !seen[pair{named.item, first}]:
				seen[pair{named.item, first}] = true
				found = append(found, sameIdentity(first, named.item, id.logical))
			}
		}
	}
	return found
}

// namedItem is a declaration with one of its names outside the program.
type namedItem struct {
	item    *program.Item
	logical string
}

// sameLogicalName groups the declarations that share a name outside the program,
// of whatever type, in declaration order; declarations that share theirs with
// nothing are left out.
func (p finder) sameLogicalName() [][]namedItem {
	type key struct {
		kind syntax.Kind
		name string
	}
	given := map[key]bool{} // names other than those of their declarations, which differ from each other
	for e := range p.core.Items() {
		if !p.core.Owns(e) {
			continue
		}
		for _, name := range check.OuterNames(e) {
			if name != e.Name {
				given[key{e.Syntax.Kind, name}] = true
			}
		}
	}
	if len(given) == 0 {
		return nil
	}
	first, groups := map[key]namedItem{}, map[key]int{}
	var found [][]namedItem
	for e := range p.core.Items() {
		if !p.core.Owns(e) {
			continue
		}
		for _, name := range check.OuterNames(e) {
			if !given[key{e.Syntax.Kind, name}] {
				continue
			}
			k, named := key{e.Syntax.Kind, name}, namedItem{e, name}
			i, grouped := groups[k]
			earlier, known := first[k]
			switch {
			case grouped:
				found[i] = append(found[i], named)
			case known:
				groups[k] = len(found)
				found = append(found, []namedItem{earlier, named})
			default:
				first[k] = named
			}
		}
	}
	return found
}

// identityOf is the identity of a declaration; not ok where it is not certain.
func (p finder) identityOf(named namedItem) (id identity, ok bool) {
	e, it := named.item, named.item.Syntax
	id = identity{kind: it.Kind, logical: named.logical}
	switch it.Kind {
	case syntax.KindConfig, syntax.KindOutput:
		return id, true
	case syntax.KindResource:
		if len(it.Labels) != 2 {
			return id, false
		}
		token, valid := schema.ParseToken(check.SignatureIn(p.r, e).Token)
		if !valid {
			return id, false
		}
		id.kindOf = token.String()
	case syntax.KindComponent:
		dir, sourced := p.ComponentDir(it)
		if !sourced {
			return id, false
		}
		id.kindOf = dir
	}
	id.parent = options.ParentText(it)
	return id, len(options.Parents(it)) <= 1
}

// sameIdentity is the finding about the later of two declarations.
func sameIdentity(first, later *program.Item, logical string) finding {
	name := "`" + prose.Shortened(logical, 50) + "`"
	other := "`" + prose.Shortened(first.Name, 40) + "`"
	var message string
	switch later.Syntax.Kind {
	case syntax.KindConfig:
		message = "config " + other + " already has the key " + name + "; rename one of them"
	case syntax.KindOutput:
		message = "output " + other + " is already exported as " + name + ", and only one of them is kept; rename one of them"
	default:
		message = later.Syntax.Keyword + " " + other + " of the same type is already registered as " + name + "; equal URNs fail at run time"
	}
	return finding{
		codes.NameLogicalDuplicate, diagnostic.OuterNameOf(later), message, []diagnostic.Related{diagnostic.OuterNameOf(first).Near("first named here")},
	}
}
