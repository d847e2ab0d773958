// Package taint computes what values carry besides their type: whether they may be unknown during a preview, whether they are
// secret, and which declarations they depend on. It finds what is wrong with that, such as a secret where everybody reads it.
//
// It is a [checked.Pass]: package checked keeps its results and reports its findings. Taints are computed after types, and only for
// findings and for questions about taints: completion doesn't pay for them. The taint of a name in a cycle is empty.
//
// A taint has marks, which sit on individual values, as they do when a program is run: a list with one secret element is not
// secret itself. So a taint mirrors a literal object or list member by member, as far as that is small, and has one summary for
// the rest.
//
// Why a lattice beside the type and not values with marks: an evaluator that is given unknowns for everything a provider answers
// knows less than the type does (which member of an unknown object is the secret one, that two branches agree), cannot say
// "perhaps", and would need values for resources whose schema has a thousand properties. A taint of those is three words, and
// joining two taints is bounded by maxSize.
//
// Invariant: the tree of a taint has at most maxSize nodes and maxDepth levels. What is larger is one summary.
package taint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the taint of a value. (docs/language/unknown-and-secret.md)
//
// Taints are immutable and share their parts. They hold names, never declarations or syntax, so they can be kept from one
// version of a program to the next and compared.

const (
	maxSize  = 200
	maxDepth = 8
	maxDeps  = 64
)

// Taint is what a value carries: the zero Taint is that of a public value which is known and comes from nowhere.
type Taint struct {
	own   marks // of the value itself: whatever is made of it has them
	parts *memberTaints
}

// marks are the facts about one value. A nil cause is a fact that does not hold.
type marks struct {
	unknown *cause // it may be unknown during a preview
	secret  *cause
	// within is a secret that may be that of a member which is not told apart: unsecret does not take it away.
	within  *cause
	exposed *cause // it was secret until unsecret
	// output is the resource, read or component that a run hands the value over with, even if it knows the
	// value: options of the engine do not take that.
	output *cause
	deps   deps
	params *params
}

// params are names that a value does not depend on, but that decide about its marks. They matter for
// configs of a component: see [outside]. Few values have any, so they are behind a pointer; nil is none.
type params struct {
	secret deps // what is secret in these may be secret in the value, such as an input that comes back
	late   deps // the value is unknown while resources behind these do not exist
	id     deps // these make the id of a lookup, which may not be done in a preview
}

// kept returns nil for none.
func (p params) kept() *params {
	if p.secret.isEmpty() && p.late.isEmpty() && p.id.isEmpty() {
		return nil
	}
	kept := p // which allocates here only
	return &kept
}

func (p *params) union(o *params) *params {
	switch {
	case o == nil || o == p:
		return p
	case p == nil:
		return o
	}
	return params{p.secret.union(o.secret), p.late.union(o.late), p.id.union(o.id)}.kept()
}

func (p *params) equal(o *params) bool {
	return p == o || p != nil && o != nil && p.secret.equal(o.secret) && p.late.equal(o.late) && p.id.equal(o.id)
}

func (p *params) renamed(names map[string]string) *params {
	if p == nil {
		return nil
	}
	return params{p.secret.renamed(names), p.late.renamed(names), p.id.renamed(names)}.kept()
}

// secretParams are the names whose secrets decide: those that the value depends on, and its params.
func (m marks) secretParams() deps {
	if m.params == nil {
		return m.deps
	}
	return m.deps.union(m.params.secret)
}

// lateParams are those whose resources decide whether the value is unknown.
func (m marks) lateParams() deps {
	if m.params == nil {
		return m.deps
	}
	return m.deps.union(m.params.late)
}

// memberTaints is what the members of a value carry.
type memberTaints struct {
	// named are sorted by name; list elements have their index as name. Members that
	// carry nothing are left out where rest is nil.
	named []memberTaint
	// rest is what a member that is not named may carry; nil where it is nothing.
	rest *Taint
	// deep is what all members carry together.
	deep        marks
	size, depth int
	// count is how many elements a list has in every run; 0 where that is not known.
	count int
	// gaps says that there are members that carry nothing.
	gaps bool
}

type memberTaint struct {
	name  string
	taint Taint
}

// and are the marks of something that is made of both.
func (m marks) and(o marks) marks {
	switch {
	case o.isEmpty():
		return m
	case m.isEmpty():
		return o
	}
	return marks{
		unknown: joinBoth(m.unknown, o.unknown), secret: joinBoth(m.secret, o.secret), within: joinBoth(m.within, o.within),
		exposed: joinBoth(m.exposed, o.exposed), output: joinBoth(m.output, o.output), deps: m.deps.union(o.deps), params: m.params.union(o.params),
	}
}

// eitherMarks are the marks of something that is one of two.
func eitherMarks(a, b marks) marks {
	return marks{
		unknown: joinEither(a.unknown, b.unknown), secret: joinEither(a.secret, b.secret), within: joinEither(a.within, b.within),
		exposed: joinEither(a.exposed, b.exposed), output: joinEither(a.output, b.output), deps: a.deps.union(b.deps), params: a.params.union(b.params),
	}
}

func (m marks) isEmpty() bool {
	return m.unknown == nil && m.secret == nil && m.within == nil && m.exposed == nil && m.output == nil && m.deps.isEmpty() && m.params == nil
}

func (m marks) equal(o marks) bool {
	return m.unknown.equal(o.unknown) && m.secret.equal(o.secret) && m.within.equal(o.within) && m.exposed.equal(o.exposed) &&
		m.output.equal(o.output) && m.deps.equal(o.deps) && m.params.equal(o.params)
}

// passedOn are the marks that a member gets from the whole.
func (m marks) passedOn() marks {
	m.secret = joinBoth(m.secret, m.within)
	return m
}

// passedOver are the marks that a branch leaves whether or not it is taken. (ConditionalExpr.Value of hclsyntax)
func (m marks) passedOver() marks {
	m.unknown, m.within = nil, nil
	return m
}

// outOf are the marks as seen outside of a component, where configs that are secret in themselves count
// unless all of them are given.
func (m marks) outOf(given bool) marks {
	seen := func(c *cause) *cause {
		switch {
		case c == nil || !c.declared:
			return c
		case given:
			return nil
		}
		kept := *c
		kept.declared = false
		return &kept
	}
	m.secret, m.within, m.exposed = seen(m.secret), seen(m.within), seen(m.exposed)
	return m
}

// flat are the marks of something that is made of the whole value and has no members.
func (m marks) flat() marks {
	m.secret, m.within = joinBoth(m.secret, m.within), nil
	return m
}

// deep is what the value and everything in it carry together: what a text made of it has.
func (f Taint) deep() marks {
	m := f.own
	if f.parts != nil {
		m = m.and(f.parts.deep)
	}
	if m.within == nil { // as nearly always
		return m
	}
	return m.flat()
}

// deepSecret is deep().secret, asked of every expression.
func (f Taint) deepSecret() *cause {
	secret := joinBoth(f.own.secret, f.own.within)
	if f.parts == nil {
		return secret
	}
	return joinBoth(secret, f.parts.deep.secret)
}

func (f Taint) isEmpty() bool { return f.parts == nil && f.own.isEmpty() }

// flat is the taint of a value that has all marks of this one itself.
func (f Taint) flat() Taint { return Taint{own: f.deep()} }

// marked is the taint with further marks on the value itself.
func (f Taint) marked(with marks) Taint {
	f.own = f.own.and(with)
	return f
}

// ofParts is the taint of a value with these members. Members must be sorted by name, and are the caller's no more.
func ofParts(own marks, named []memberTaint, rest *Taint) Taint {
	return Taint{own: own, parts: newParts(memberTaints{named: named, rest: rest})}
}

// newParts puts members together. Nil is for members that carry nothing.
func newParts(p memberTaints) *memberTaints {
	if p.rest != nil && p.rest.isEmpty() {
		p.rest, p.gaps = nil, true
	}
	if p.rest == nil {
		before := len(p.named)
		p.named = slices.DeleteFunc(p.named, func(part memberTaint) bool { return part.taint.isEmpty() })
		p.gaps = p.gaps || len(p.named) < before
	}
	if len(p.named) == 0 && p.rest == nil {
		return nil
	}
	p.size, p.depth, p.deep = 1, 1, marks{}
	for i := range p.named {
		p.measure(&p.named[i].taint, true)
	}
	if p.rest != nil {
		p.measure(p.rest, p.count > 0)
	}
	if p.size > maxSize || p.depth > maxDepth {
		// One of many: that some member has a mark does not say that a given one has.
		summary := Taint{own: eitherMarks(p.deep, marks{})}
		summary.own.within = summary.own.secret
		return &memberTaints{rest: &summary, deep: p.deep, size: 2, depth: 2}
	}
	kept := p // which allocates here only
	return &kept
}

// measure adds a member, which may be none.
func (p *memberTaints) measure(f *Taint, isThere bool) {
	m := f.deep()
	if !isThere {
		m.output = m.output.unsure()
	}
	p.deep = p.deep.and(m)
	size, depth := 1, 1
	if f.parts != nil {
		size, depth = f.parts.size, f.parts.depth
	}
	p.size += size
	p.depth = max(p.depth, depth+1)
}

// elementsOf is the taint of a list or map whose members all carry this.
func elementsOf(own marks, element Taint) Taint { return ofParts(own, nil, &element) }

// count is how many elements a list has in every run; 0 where that is not known.
func (f Taint) count() int {
	if f.parts == nil {
		return 0
	}
	return f.parts.count
}

func sortParts(parts []memberTaint) {
	byName := func(a, b memberTaint) int { return strings.Compare(a.name, b.name) }
	if !slices.IsSortedFunc(parts, byName) {
		lists.SortStable(parts, byName)
	}
}

// findPart returns where a name is among sorted ones, or belongs.
func findPart(parts []memberTaint, name string) (int, bool) {
	from, to := 0, len(parts)
	for from < to {
		if middle := (from + to) / 2; parts[middle].name < name {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from, from < len(parts) && parts[from].name == name
}

// member is the taint of one member. It has the marks of the whole.
func (f Taint) member(name string) Taint {
	if f.parts == nil {
		return Taint{own: f.own.passedOn()}
	}
	return f.parts.member(name).marked(f.own.passedOn())
}

// member is the taint of a member by itself.
func (p *memberTaints) member(name string) Taint {
	if p == nil {
		return Taint{}
	}
	if i, found := findPart(p.named, name); found {
		return p.named[i].taint
	}
	return orZero(p.rest)
}

// Element is the taint of a member that nobody knows the name of.
func (f Taint) Element() Taint {
	if f.parts == nil {
		return Taint{own: f.own.passedOn()}
	}
	named, rest := f.parts.named, f.parts.rest
	var joined Taint
	switch {
	case f.parts.gaps: // then it may be one that carries nothing
	case len(named) > 0:
		joined, named = named[0].taint, named[1:]
	default:
		joined, rest = *rest, nil
	}
	for _, part := range named {
		joined = eitherOf(joined, part.taint)
	}
	if rest != nil {
		joined = eitherOf(joined, *rest)
	}
	return joined.marked(f.own.passedOn())
}

// either is the taint of a value that is one of these.
func either(all ...Taint) Taint {
	if len(all) == 0 {
		return Taint{}
	}
	joined := all[0]
	for _, f := range all[1:] {
		joined = eitherOf(joined, f)
	}
	return joined
}

func eitherOf(a, b Taint) Taint {
	own := eitherMarks(a.own, b.own)
	if a.parts == nil && b.parts == nil {
		return Taint{own: own}
	}
	var p memberTaints
	for _, part := range a.partsNamed() {
		p.named = append(p.named, memberTaint{part.name, eitherOf(part.taint, b.parts.member(part.name))})
	}
	of := len(p.named)
	for _, part := range b.partsNamed() {
		if !slices.ContainsFunc(p.named[:of], func(p memberTaint) bool { return p.name == part.name }) {
			p.named = append(p.named, memberTaint{part.name, eitherOf(part.taint, a.parts.member(part.name))})
		}
	}
	sortParts(p.named)
	if ra, rb := a.partsRest(), b.partsRest(); ra != nil || rb != nil {
		joined := eitherOf(orZero(ra), orZero(rb))
		p.rest = &joined
	}
	if a.count() == b.count() {
		p.count = a.count()
	}
	p.gaps = a.parts != nil && a.parts.gaps || b.parts != nil && b.parts.gaps
	return Taint{own: own, parts: newParts(p)}
}

// withBoth is the taint of a value that carries what both do.
func withBoth(a, b Taint) Taint {
	own := a.own.and(b.own)
	if a.parts == nil || b.parts == nil {
		return Taint{own: own, parts: cmp.Or(a.parts, b.parts)}
	}
	joined := eitherOf(Taint{parts: a.parts}, Taint{parts: b.parts})
	return Taint{own: own, parts: joined.parts}
}

func (f Taint) partsNamed() []memberTaint {
	if f.parts == nil {
		return nil
	}
	return f.parts.named
}

func (f Taint) partsRest() *Taint {
	if f.parts == nil {
		return nil
	}
	return f.parts.rest
}

func orZero(f *Taint) Taint {
	if f == nil {
		return Taint{}
	}
	return *f
}

func (f Taint) equal(o Taint) bool {
	if !f.own.equal(o.own) {
		return false
	}
	if f.parts == o.parts {
		return true
	}
	return f.parts != nil && o.parts != nil && f.parts.equal(o.parts)
}

func (p *memberTaints) equal(o *memberTaints) bool {
	if (p.rest == nil) != (o.rest == nil) || p.rest != nil && !p.rest.equal(*o.rest) || p.count != o.count || p.gaps != o.gaps {
		return false
	}
	return slices.EqualFunc(p.named, o.named, func(a, b memberTaint) bool { return a.name == b.name && a.taint.equal(b.taint) })
}

// mapped is the taint with its marks changed, everywhere in it.
func (f Taint) mapped(change func(marks) marks) Taint {
	own := change(f.own)
	if f.parts == nil {
		return Taint{own: own}
	}
	p := memberTaints{named: make([]memberTaint, len(f.parts.named)), count: f.parts.count, gaps: f.parts.gaps}
	for i, part := range f.parts.named {
		p.named[i] = memberTaint{part.name, part.taint.mapped(change)}
	}
	if f.parts.rest != nil {
		changed := f.parts.rest.mapped(change)
		p.rest = &changed
	}
	return Taint{own: own, parts: newParts(p)}
}

// Unknown reports whether the value itself may be unknown during a preview.
func (f Taint) Unknown() bool { return f.own.unknown != nil }

// Secret reports whether the value itself is secret, or perhaps is.
func (f Taint) Secret() bool { return f.own.secret != nil }

// Dependencies are the configs, resources, reads and components that the value comes from, through locals, sorted. Of
// very many some are left out, and then HasMoreDependencies says so.
func (f Taint) Dependencies() []string { return slices.Clip(f.deep().deps.names()) }

// HasMoreDependencies reports whether there are more than Dependencies names.
func (f Taint) HasMoreDependencies() bool { return f.deep().deps.more() }

// MaybeSecret reports whether the value, or something in it, may be secret in a run.
func (f Taint) MaybeSecret() bool { return f.deepSecret() != nil }

// MaybeUnknown reports whether the value, or something in it, may be unknown during a preview.
func (f Taint) MaybeUnknown() bool { return f.deep().unknown != nil }

// SurelySecret reports whether the value itself is secret in every run. It may be so unless a program that
// uses this one as a component passes something else.
func (f Taint) SurelySecret() (surely, unlessGiven bool) {
	if f.own.secret == nil || !f.own.secret.sure {
		return false, false
	}
	return true, f.own.secret.declared
}
