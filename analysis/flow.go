package analysis

import (
	"slices"
	"strconv"
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
	exposed *cause // it was secret until unsecret
	deps    deps
}

// flowParts is what the members of a value carry.
type flowParts struct {
	named []flowPart // sorted by name; list elements have their index as name
	// rest is what a member that is not named may carry; nil where all are named.
	rest *Flow
	// deep is what all members carry together.
	deep        marks
	size, depth int
	// exact says that every run gives the value these members and no others, as a
	// literal list does: then their number is known.
	exact bool
}

type flowPart struct {
	name string
	flow Flow
}

// together are the marks of something that is made of all of these.
func together(all ...marks) marks {
	var m marks
	for _, other := range all {
		m.unknown = surer(m.unknown, other.unknown)
		m.secret = surer(m.secret, other.secret)
		m.exposed = surer(m.exposed, other.exposed)
		m.deps = m.deps.union(other.deps)
	}
	return m
}

// eitherMarks are the marks of something that is one of two.
func eitherMarks(a, b marks) marks {
	return marks{
		unknown: perhaps(a.unknown, b.unknown), secret: perhaps(a.secret, b.secret),
		exposed: perhaps(a.exposed, b.exposed), deps: a.deps.union(b.deps),
	}
}

func (m marks) isEmpty() bool {
	return m.unknown == nil && m.secret == nil && m.exposed == nil && m.deps.isEmpty()
}

func (m marks) equal(o marks) bool {
	return m.unknown.equal(o.unknown) && m.secret.equal(o.secret) && m.exposed.equal(o.exposed) && m.deps.equal(o.deps)
}

// deep is what the value and everything in it carry together: what a text made of
// it has.
func (f Flow) deep() marks {
	if f.parts == nil {
		return f.own
	}
	return together(f.own, f.parts.deep)
}

// deepSecret is deep().secret, asked of every expression.
func (f Flow) deepSecret() *cause {
	if f.parts == nil {
		return f.own.secret
	}
	return surer(f.own.secret, f.parts.deep.secret)
}

// flat is the flow of a value that has all marks of this one itself.
func (f Flow) flat() Flow { return Flow{own: f.deep()} }

// marked is the flow with further marks on the value itself.
func (f Flow) marked(with ...marks) Flow {
	f.own = together(append([]marks{f.own}, with...)...)
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
// name.
func ofParts(own marks, named []flowPart, rest *Flow) Flow {
	p := &flowParts{named: named, rest: rest, size: 1, depth: 1}
	all := make([]marks, 0, len(named)+1)
	add := func(f Flow) {
		all = append(all, f.deep())
		p.size += f.size()
		p.depth = max(p.depth, f.depth()+1)
	}
	for _, part := range named {
		add(part.flow)
	}
	if rest != nil {
		add(*rest)
	}
	p.deep = together(all...)
	if p.size > maxFlowSize || p.depth > maxFlowDepth {
		// One of many: that some member has a mark does not say that a given one has.
		summary := Flow{own: eitherMarks(p.deep, marks{})}
		p.named, p.rest, p.size, p.depth = nil, &summary, 2, 2
	}
	if p.size == 1 {
		p = nil
	}
	return Flow{own: own, parts: p}
}

// elementsOf is the flow of a list or map whose members all carry this.
func elementsOf(own marks, element Flow) Flow { return ofParts(own, nil, &element) }

// tupleOf is the flow of a list with these elements.
func tupleOf(elements []Flow) Flow {
	named := make([]flowPart, len(elements))
	for i, f := range elements {
		named[i] = flowPart{strconv.Itoa(i), f}
	}
	sortParts(named)
	return ofParts(marks{}, named, nil).exactly(true)
}

// exactly is the flow of a value that has all its members, and no others, in every
// run.
func (f Flow) exactly(exact bool) Flow {
	if f.parts != nil && f.parts.rest == nil && f.parts.exact != exact {
		parts := *f.parts
		parts.exact = exact
		f.parts = &parts
	}
	return f
}

func (f Flow) isExact() bool { return f.parts != nil && f.parts.exact }

func sortParts(parts []flowPart) {
	slices.SortStableFunc(parts, func(a, b flowPart) int { return compareNames(a.name, b.name) })
}

// member is the flow of one member. It has the marks of the whole.
func (f Flow) member(name string) Flow {
	if f.parts == nil {
		return Flow{own: f.own}
	}
	if i, found := slices.BinarySearchFunc(f.parts.named, name, func(p flowPart, n string) int { return compareNames(p.name, n) }); found {
		return f.parts.named[i].flow.marked(f.own)
	}
	if f.parts.rest != nil {
		return f.parts.rest.marked(f.own)
	}
	return Flow{own: f.own}
}

// element is the flow of a member that nobody knows the name of.
func (f Flow) element() Flow {
	if f.parts == nil {
		return Flow{own: f.own}
	}
	var all []Flow
	for _, part := range f.parts.named {
		all = append(all, part.flow)
	}
	if f.parts.rest != nil {
		all = append(all, *f.parts.rest)
	}
	return either(all...).marked(f.own)
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
	var named []flowPart
	for _, part := range a.partsNamed() {
		named = append(named, flowPart{part.name, eitherOf(part.flow, b.bare().member(part.name))})
	}
	for _, part := range b.partsNamed() {
		if !slices.ContainsFunc(named, func(p flowPart) bool { return p.name == part.name }) {
			named = append(named, flowPart{part.name, eitherOf(part.flow, a.bare().member(part.name))})
		}
	}
	sortParts(named)
	var rest *Flow
	if ra, rb := a.partsRest(), b.partsRest(); ra != nil || rb != nil {
		joined := eitherOf(orZero(ra), orZero(rb))
		rest = &joined
	}
	same := len(named) == len(a.partsNamed()) && len(named) == len(b.partsNamed())
	return ofParts(own, named, rest).exactly(same && a.isExact() && b.isExact())
}

// bare is the flow without the marks of the value itself.
func (f Flow) bare() Flow { return Flow{parts: f.parts} }

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
	if (p.rest == nil) != (o.rest == nil) || p.rest != nil && !p.rest.equal(*o.rest) {
		return false
	}
	return p.exact == o.exact && slices.EqualFunc(p.named, o.named, func(a, b flowPart) bool { return a.name == b.name && a.flow.equal(b.flow) })
}

// mapped is the flow with its marks changed, everywhere in it.
func (f Flow) mapped(change func(marks) marks) Flow {
	own := change(f.own)
	if f.parts == nil {
		return Flow{own: own}
	}
	named := make([]flowPart, len(f.parts.named))
	for i, part := range f.parts.named {
		named[i] = flowPart{part.name, part.flow.mapped(change)}
	}
	var rest *Flow
	if f.parts.rest != nil {
		changed := f.parts.rest.mapped(change)
		rest = &changed
	}
	return ofParts(own, named, rest).exactly(f.isExact())
}

// Unknown reports whether the value itself may be unknown during a preview.
func (f Flow) Unknown() bool { return f.own.unknown != nil }

// Secret reports whether the value itself is secret, or perhaps is.
func (f Flow) Secret() bool { return f.own.secret != nil }

// SecretParts are the ways to the members that are secret where the value itself
// is not: names and indexes, and "*" for any member. They are sorted.
func (f Flow) SecretParts() []string {
	if f.Secret() || f.deep().secret == nil {
		return nil
	}
	var paths []string
	f.secretParts("", &paths)
	slices.SortFunc(paths, compareNames)
	return paths
}

func (f Flow) secretParts(prefix string, paths *[]string) {
	visit := func(name string, inner Flow) {
		if prefix != "" {
			name = prefix + "." + name
		}
		if inner.Secret() {
			*paths = append(*paths, name)
			return
		}
		inner.secretParts(name, paths)
	}
	for _, part := range f.partsNamed() {
		visit(part.name, part.flow)
	}
	if rest := f.partsRest(); rest != nil {
		visit("*", *rest)
	}
}

// Dependencies are the configs, resources, reads and components that the value
// comes from, through locals, sorted. Of very many some are left out, and then
// HasMoreDependencies says so.
func (f Flow) Dependencies() []string { return slices.Clip(f.deep().deps.names) }

// HasMoreDependencies reports whether there are more than Dependencies names.
func (f Flow) HasMoreDependencies() bool { return f.deep().deps.more }
