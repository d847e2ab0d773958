package check

import (
	"cmp"
	"slices"
)

// This file implements flows: what a value carries with it besides its type.
// (PCL specification, pcl-types.md, section 11; pcl-diagnostics.md, B.5 and B.6.)
//
// A flow says whether a value may be unknown during a preview, whether it is
// secret, and which declarations it comes from. The marks sit on individual
// values, as they do when a program is run: a list with one secret element is not
// secret itself. So a flow mirrors a literal object or list member by member, as
// far as that is small, and has one summary for the rest.
//
// Why a lattice beside the type and not values with marks: an evaluator that is
// given unknowns for everything a provider answers knows less than the type does
// (which member of an unknown object is the secret one, that two branches agree),
// cannot say "perhaps", and would need values for resources whose schema has a
// thousand properties. A flow of those is three words, and joining two flows is
// bounded by maxFlowSize.
//
// Invariant: a flow's tree has at most maxFlowSize nodes and maxFlowDepth levels.
// What is larger is one summary. Flows are immutable and share their parts.
//
// A flow holds names, never declarations or syntax, so it can be kept from one
// version of a program to the next and compared.

const (
	maxFlowSize  = 200
	maxFlowDepth = 8
	maxDeps      = 64
)

// Flow is what a value carries: the zero Flow is that of a public value which is
// known and comes from nowhere.
type Flow struct {
	own   marks // of the value itself: whatever is made of it has them
	parts *flowParts
}

// marks are the facts about one value. A nil cause is a fact that does not hold.
type marks struct {
	unknown *cause // it may be unknown during a preview
	secret  *cause
	// within is a secret that may be that of a member which is not told apart: unsecret
	// does not take it away.
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

// flowParts is what the members of a value carry.
type flowParts struct {
	// named are sorted by name; list elements have their index as name. Members that
	// carry nothing are left out where rest is nil.
	named []flowPart
	// rest is what a member that is not named may carry; nil where it is nothing.
	rest *Flow
	// deep is what all members carry together.
	deep        marks
	size, depth int
	// count is how many elements a list has in every run; 0 where that is not known.
	count int
	// gaps says that there are members that carry nothing.
	gaps bool
}

type flowPart struct {
	name string
	flow Flow
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

// deep is what the value and everything in it carry together: what a text made of
// it has.
func (f Flow) deep() marks {
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
func (f Flow) deepSecret() *cause {
	secret := joinBoth(f.own.secret, f.own.within)
	if f.parts == nil {
		return secret
	}
	return joinBoth(secret, f.parts.deep.secret)
}

func (f Flow) isEmpty() bool { return f.parts == nil && f.own.isEmpty() }

// flat is the flow of a value that has all marks of this one itself.
func (f Flow) flat() Flow { return Flow{own: f.deep()} }

// marked is the flow with further marks on the value itself.
func (f Flow) marked(with marks) Flow {
	f.own = f.own.and(with)
	return f
}

// size and depth are those of the tree.
func (f Flow) size() int {
	if f.parts == nil {
		return 1
	}
	return f.parts.size
}

func (f Flow) depth() int {
	if f.parts == nil {
		return 1
	}
	return f.parts.depth
}

// ofParts is the flow of a value with these members. Members must be sorted by
// name, and are the caller's no more.
func ofParts(own marks, named []flowPart, rest *Flow) Flow {
	return Flow{own: own, parts: newParts(flowParts{named: named, rest: rest})}
}

// newParts puts members together. Nil is for members that carry nothing.
func newParts(p flowParts) *flowParts {
	if p.rest != nil && p.rest.isEmpty() {
		p.rest, p.gaps = nil, true
	}
	if p.rest == nil {
		before := len(p.named)
		p.named = slices.DeleteFunc(p.named, func(part flowPart) bool { return part.flow.isEmpty() })
		p.gaps = p.gaps || len(p.named) < before
	}
	if len(p.named) == 0 && p.rest == nil {
		return nil
	}
	p.size, p.depth, p.deep = 1, 1, marks{}
	for i := range p.named {
		p.measure(&p.named[i].flow, true)
	}
	if p.rest != nil {
		p.measure(p.rest, p.count > 0)
	}
	if p.size > maxFlowSize || p.depth > maxFlowDepth {
		// One of many: that some member has a mark does not say that a given one has.
		summary := Flow{own: eitherMarks(p.deep, marks{})}
		summary.own.within = summary.own.secret
		return &flowParts{rest: &summary, deep: p.deep, size: 2, depth: 2}
	}
	kept := p // which allocates here only
	return &kept
}

// measure adds a member, which may be none.
func (p *flowParts) measure(f *Flow, isThere bool) {
	m := f.deep()
	if !isThere {
		m.output = m.output.unsure()
	}
	p.deep = p.deep.and(m)
	p.size += f.size()
	p.depth = max(p.depth, f.depth()+1)
}

// elementsOf is the flow of a list or map whose members all carry this.
func elementsOf(own marks, element Flow) Flow { return ofParts(own, nil, &element) }

// count is how many elements a list has in every run; 0 where that is not known.
func (f Flow) count() int {
	if f.parts == nil {
		return 0
	}
	return f.parts.count
}

func sortParts(parts []flowPart) {
	byName := func(a, b flowPart) int { return compareNames(a.name, b.name) }
	if !slices.IsSortedFunc(parts, byName) {
		slices.SortStableFunc(parts, byName)
	}
}

// findPart returns where a name is among sorted ones, or belongs.
func findPart(parts []flowPart, name string) (int, bool) {
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

// member is the flow of one member. It has the marks of the whole.
func (f Flow) member(name string) Flow {
	if f.parts == nil {
		return Flow{own: f.own.passedOn()}
	}
	return f.parts.member(name).marked(f.own.passedOn())
}

// member is the flow of a member by itself.
func (p *flowParts) member(name string) Flow {
	if p == nil {
		return Flow{}
	}
	if i, found := findPart(p.named, name); found {
		return p.named[i].flow
	}
	return orZero(p.rest)
}

// element is the flow of a member that nobody knows the name of.
func (f Flow) element() Flow {
	if f.parts == nil {
		return Flow{own: f.own.passedOn()}
	}
	named, rest := f.parts.named, f.parts.rest
	var joined Flow
	switch {
	case f.parts.gaps: // then it may be one that carries nothing
	case len(named) > 0:
		joined, named = named[0].flow, named[1:]
	default:
		joined, rest = *rest, nil
	}
	for _, part := range named {
		joined = eitherOf(joined, part.flow)
	}
	if rest != nil {
		joined = eitherOf(joined, *rest)
	}
	return joined.marked(f.own.passedOn())
}

// either is the flow of a value that is one of these.
func either(all ...Flow) Flow {
	if len(all) == 0 {
		return Flow{}
	}
	joined := all[0]
	for _, f := range all[1:] {
		joined = eitherOf(joined, f)
	}
	return joined
}

func eitherOf(a, b Flow) Flow {
	own := eitherMarks(a.own, b.own)
	if a.parts == nil && b.parts == nil {
		return Flow{own: own}
	}
	var p flowParts
	for _, part := range a.partsNamed() {
		p.named = append(p.named, flowPart{part.name, eitherOf(part.flow, b.parts.member(part.name))})
	}
	of := len(p.named)
	for _, part := range b.partsNamed() {
		if !slices.ContainsFunc(p.named[:of], func(p flowPart) bool { return p.name == part.name }) {
			p.named = append(p.named, flowPart{part.name, eitherOf(part.flow, a.parts.member(part.name))})
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
	return Flow{own: own, parts: newParts(p)}
}

// withBoth is the flow of a value that carries what both do.
func withBoth(a, b Flow) Flow {
	own := a.own.and(b.own)
	if a.parts == nil || b.parts == nil {
		return Flow{own: own, parts: cmp.Or(a.parts, b.parts)}
	}
	joined := eitherOf(Flow{parts: a.parts}, Flow{parts: b.parts})
	return Flow{own: own, parts: joined.parts}
}

func (f Flow) partsNamed() []flowPart {
	if f.parts == nil {
		return nil
	}
	return f.parts.named
}

func (f Flow) partsRest() *Flow {
	if f.parts == nil {
		return nil
	}
	return f.parts.rest
}

func orZero(f *Flow) Flow {
	if f == nil {
		return Flow{}
	}
	return *f
}

func (f Flow) equal(o Flow) bool {
	if !f.own.equal(o.own) {
		return false
	}
	if f.parts == o.parts {
		return true
	}
	return f.parts != nil && o.parts != nil && f.parts.equal(o.parts)
}

func (p *flowParts) equal(o *flowParts) bool {
	if (p.rest == nil) != (o.rest == nil) || p.rest != nil && !p.rest.equal(*o.rest) || p.count != o.count || p.gaps != o.gaps {
		return false
	}
	return slices.EqualFunc(p.named, o.named, func(a, b flowPart) bool { return a.name == b.name && a.flow.equal(b.flow) })
}

// mapped is the flow with its marks changed, everywhere in it.
func (f Flow) mapped(change func(marks) marks) Flow {
	own := change(f.own)
	if f.parts == nil {
		return Flow{own: own}
	}
	p := flowParts{named: make([]flowPart, len(f.parts.named)), count: f.parts.count, gaps: f.parts.gaps}
	for i, part := range f.parts.named {
		p.named[i] = flowPart{part.name, part.flow.mapped(change)}
	}
	if f.parts.rest != nil {
		changed := f.parts.rest.mapped(change)
		p.rest = &changed
	}
	return Flow{own: own, parts: newParts(p)}
}

// Unknown reports whether the value itself may be unknown during a preview.
func (f Flow) Unknown() bool { return f.own.unknown != nil }

// Secret reports whether the value itself is secret, or perhaps is.
func (f Flow) Secret() bool { return f.own.secret != nil }

// Dependencies are the configs, resources, reads and components that the value
// comes from, through locals, sorted. Of very many some are left out, and then
// HasMoreDependencies says so.
func (f Flow) Dependencies() []string { return slices.Clip(f.deep().deps.names()) }

// HasMoreDependencies reports whether there are more than Dependencies names.
func (f Flow) HasMoreDependencies() bool { return f.deep().deps.more() }

// MaybeSecret reports whether the value, or something in it, may be secret in a run.
func (f Flow) MaybeSecret() bool { return f.deepSecret() != nil }

// MaybeUnknown reports whether the value, or something in it, may be unknown during a preview.
func (f Flow) MaybeUnknown() bool { return f.deep().unknown != nil }

// SurelySecret reports whether the value itself is secret in every run. It may be so unless a program that
// uses this one as a component passes something else.
func (f Flow) SurelySecret() (surely, unlessGiven bool) {
	if f.own.secret == nil || !f.own.secret.sure {
		return false, false
	}
	return true, f.own.secret.declared
}
