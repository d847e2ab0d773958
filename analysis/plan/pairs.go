package plan

import (
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file finds resources that go and others that are created in their place: most likely renamed or
// moved ones that lack an alias.

// Pair is a resource that goes, and the one that is created in its place. Both are indexes of
// [Names.All].
type Pair struct{ Gone, Made int }

// Pairs are the resources that seem to be renamed or moved.
type Pairs struct {
	// All are in the order of the resources that go. No resource is in two of them.
	All []Pair
	// Alike are the resources that go and are in no pair because several pairs are possible, by index.
	Alike map[int]bool
}

// Pairs pairs resources that go with such of the same type that are created. Of all keys by which two
// may look alike, the first that exactly two have counts: equal inputs before equal names in the
// program, these before registered names that differ only by those of the components around and of
// the instance, and these before inputs that are equal as far as they are known. A resource of which it is
// not known what it was is in no pair. The order of the names does not matter.
func (n *Names) Pairs() Pairs {
	p := pairing{found: map[int]int{}, alike: map[int]bool{}}
	for i := range n.All {
		switch one := &n.All[i]; {
		case one.Match == Deleted:
			p.gone = append(p.gone, traitsOf(i, one.Before))
		case one.Match == Created && !one.Now.Read && one.Now.OptionAttribute(language.NameImport) == nil:
			p.made = append(p.made, traitsOfNew(i, one.Now))
		case one.Match == Unknown && one.Before == nil && one.Now.Type != "" && !one.Now.Read:
			t := traitsOfNew(i, one.Now)
			t.unsure = true
			p.made = append(p.made, t)
		}
	}
	if len(p.gone) == 0 || len(p.made) == 0 {
		return Pairs{}
	}
	anyway := func(_, _ *traits) bool { return true }
	for _, key := range keys {
		p.by(key, key, anyway)
	}
	p.by(open, always, (*traits).mayEqual)
	p.by(always, open, (*traits).mayEqual)
	p.by((*traits).bases, func(t *traits) []string { return t.withType(t.logical) }, anyway)
	all := Pairs{Alike: p.alike}
	for _, gone := range slices.Sorted(maps.Keys(p.found)) {
		all.All = append(all.All, Pair{gone, p.found[gone]})
	}
	return all
}

// traits are by what a resource is recognized. What is not known is empty.
type traits struct {
	at   int
	typ  string
	name string // registered
	spelling
	// lexical is the name in the program, logical the one that is registered without those of components and
	// instances around, and instance the key of the instance.
	lexical, logical, instance string
	within                     string // the registered name of the component around it
	state                      bool   // nothing is known of the program
	unsure                     bool   // it may be in no pair
}

func traitsOf(at int, old *Old) *traits {
	if old.From != nil {
		return traitsOfNew(at, old.From)
	}
	t := &traits{at: at, typ: old.Type(), name: old.Name(), state: true}
	if old.resource != nil && old.resource.Inputs != cty.NilVal {
		t.spelling = spelled(entries(withoutDefaults(old.resource.Inputs)), nil)
	}
	return t
}

func traitsOfNew(at int, r *eval.Registration) *traits {
	t := &traits{at: at, typ: r.Type, name: r.Name, lexical: r.Item.Name, logical: analysis.LogicalName(r.Item.Item), instance: r.Key}
	if r.Many {
		t.instance = manySuffix
	}
	if r.Within != nil {
		t.within = r.Within.Name
	}
	if inputs, _, err := inputsOf(r); err == nil {
		t.spelling = spelled(inputs, r)
	}
	return t
}

// withType is a key for resources of the type of t only; none if the first part is empty.
func (t *traits) withType(parts ...string) []string {
	if t.typ == "" || parts[0] == "" {
		return nil
	}
	return []string{t.typ + "\x00" + strings.Join(parts, "\x00")}
}

// keys are by what two resources are recognized as one, best first.
var keys = []func(*traits) []string{
	func(t *traits) []string { return t.withType(t.inputs, t.lexical, t.instance) },
	func(t *traits) []string { return t.withType(t.inputs, t.within, t.instance) },
	func(t *traits) []string { return t.withType(t.inputs, t.instance) },
	func(t *traits) []string { return t.withType(t.inputs) },
	func(t *traits) []string { return t.withType(t.lexical, t.instance) },
	func(t *traits) []string { return t.withType(t.lexical) },
	func(t *traits) []string { return t.withType(t.logical, t.instance) },
	func(t *traits) []string { return t.withType(t.logical) },
	func(t *traits) []string { return t.withType(t.known, t.within, t.instance) },
	func(t *traits) []string { return t.withType(t.known, t.instance) },
}

// always is the key by the names of inputs.
func always(t *traits) []string { return t.withType(t.shape) }

// open is that key for resources whose inputs are not all known, such as encrypted ones of a state.
func open(t *traits) []string {
	if t.known == "" {
		return nil
	}
	return always(t)
}

// bases are the keys of all logical names that may be behind the registered name of a resource of a
// state.
func (t *traits) bases() (all []string) {
	if !t.state {
		return nil
	}
	for _, base := range Bases(t.name) {
		all = append(all, t.withType(base)...)
	}
	return all
}

// Bases are the names that a declaration may have whose resource has a registered name: that without
// the names of components before it and the key of an instance after it, wherever these end.
func Bases(name string) []string {
	const most = 20 // parts of a name
	parts := strings.Split(name, "-")
	if len(parts) > most {
		return []string{name}
	}
	var all []string
	for i := range parts {
		for j := i + 1; j <= len(parts); j++ {
			all = append(all, strings.Join(parts[i:j], "-"))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// pairing is the search on its way.
type pairing struct {
	gone, made []*traits
	found      map[int]int
	alike      map[int]bool
}

// by pairs those of which exactly two share a key and fit.
func (p *pairing) by(ofGone, ofMade func(*traits) []string, fit func(gone, made *traits) bool) {
	gone, made := sharing(p.gone, ofGone), sharing(p.made, ofMade)
	for key, g := range gone {
		if m := made[key]; len(m) > 0 {
			p.among(g, m, fit)
		}
	}
	p.removePaired()
}

// among pairs those that fit nothing else, and notes the resources that go of which it cannot be told.
func (p *pairing) among(gone, made []*traits, fit func(gone, made *traits) bool) {
	const most = 100 // to compare with each other; where there are more, all are taken to fit
	many := len(gone) > most || len(made) > most
	partners, rivals := map[*traits][]*traits{}, map[*traits]int{}
	for _, g := range gone {
		for _, m := range made[:min(len(made), most+1)] {
			if many || fit(g, m) {
				partners[g] = append(partners[g], m)
				rivals[m]++
			}
		}
	}
	for g, all := range partners {
		if m := all[0]; len(all) == 1 && rivals[m] == 1 && !m.unsure {
			p.propose(g, m)
		} else {
			p.alike[g.at] = true
		}
	}
}

// propose pairs two, unless one of them has another partner by a key of the same kind.
func (p *pairing) propose(g, m *traits) {
	if other, has := p.found[g.at]; has && other != m.at {
		p.found[g.at] = -1
		return
	}
	p.found[g.at] = m.at
}

// removePaired takes away those that are paired, and undoes what is not certain.
func (p *pairing) removePaired() {
	partners := map[int]int{}
	for _, m := range p.found {
		partners[m]++
	}
	isPaired := map[int]bool{}
	for g, m := range p.found {
		if m < 0 || partners[m] > 1 {
			delete(p.found, g)
			p.alike[g] = true
			continue
		}
		isPaired[m] = true
	}
	p.gone = slices.DeleteFunc(p.gone, func(t *traits) bool { _, paired := p.found[t.at]; return paired })
	p.made = slices.DeleteFunc(p.made, func(t *traits) bool { return isPaired[t.at] })
	for g := range p.found {
		delete(p.alike, g)
	}
}

func sharing(all []*traits, of func(*traits) []string) map[string][]*traits {
	by := map[string][]*traits{}
	for _, t := range all {
		for _, key := range of(t) {
			by[key] = append(by[key], t)
		}
	}
	return by
}
