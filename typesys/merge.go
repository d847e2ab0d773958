package typesys

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the last step of unification: it merges two types that convert to each
// other equally well.

func (u *unification) merge(a, b Type) (Type, Fit) {
	if isChoice(b) {
		return u.mergeChoice(b, a)
	}
	switch a.Kind() {
	case KindUnion, KindInput:
		return u.mergeChoice(a, b)
	case KindList, KindSet, KindTuple:
		return u.mergeSequence(a, b)
	case KindMap, KindObject:
		return u.mergeMembers(a, b)
	case KindOutput, KindPromise:
		return u.mergeEventual(a, b)
	case KindEnum:
		return a, u.conversion.convert(a, b) // two enums with one token
	}
	if a.Kind() == KindConst || b.Kind() == KindConst {
		return u.mergeConst(a, b)
	}
	return u.mergePrimitive(a, b)
}

// mergeConst keeps two constants in a union. Next to a primitive, a constant counts as its base. The fit is unsafe, so that a safe
// unification does not choose it.
func (u *unification) mergeConst(a, b Type) (Type, Fit) {
	if a.Kind() == KindConst && b.Kind() == KindConst {
		if a.n.value.RawEquals(b.n.value) {
			return a, FitSafe
		}
		return Union(a, b), FitUnsafe
	}
	if b.Kind() == KindConst {
		a, b = b, a
	}
	merged, _ := u.unify(a.Elem(), b)
	return merged, FitUnsafe
}

// isChoice reports whether t stands for several types.
func isChoice(t Type) bool { return t.Kind() == KindUnion || t.Kind() == KindInput }

// mergeChoice merges a union with another, or each of its members with a type.
func (u *unification) mergeChoice(choice, t Type) (Type, Fit) {
	if isChoice(t) {
		return Union(append(slices.Clone(alternatives(choice)), alternatives(t)...)...), FitSafe
	}
	fit := FitSafe
	var members []Type
	for _, m := range alternatives(choice) {
		merged, f := u.unify(m, t)
		members, fit = append(members, merged), min(fit, f)
	}
	return Union(members...), fit
}

func (u *unification) mergeSequence(a, b Type) (Type, Fit) {
	if a.Kind() == KindTuple && b.Kind() == KindTuple {
		return u.mergeTuples(a.n.elems, b.n.elems)
	}
	if a.Kind() == KindTuple {
		a, b = b, a
	}
	elem, fit := u.fold(append(parts(a), parts(b)...))
	switch {
	case a.Kind() == KindList || b.Kind() == KindList:
		return List(elem), fit
	case b.Kind() == KindTuple:
		return Set(elem), min(fit, FitUnsafe)
	}
	return Set(elem), fit
}

// parts returns the element types of a list, set or tuple.
func parts(t Type) []Type {
	if t.Kind() == KindTuple {
		return slices.Clone(t.n.elems)
	}
	return []Type{t.Elem()}
}

func (u *unification) fold(ts []Type) (Type, Fit) {
	t, fit := ts[0], FitSafe
	for _, next := range ts[1:] {
		merged, f := u.unify(t, next)
		t, fit = merged, min(fit, f)
	}
	return t, fit
}

func (u *unification) mergeTuples(as, bs []Type) (Type, Fit) {
	fit := FitSafe
	var elems []Type
	for i := range min(len(as), len(bs)) {
		merged, f := u.unify(as[i], bs[i])
		elems, fit = append(elems, merged), min(fit, f)
	}
	tail := as
	if len(bs) > len(as) {
		tail = bs
	}
	for _, t := range tail[len(elems):] {
		elems = append(elems, Optional(t))
	}
	return Tuple(elems...), fit
}

func (u *unification) mergeMembers(a, b Type) (Type, Fit) {
	if a.Kind() == KindObject && b.Kind() == KindObject {
		return u.mergeObjects(a.Properties(), b.Properties())
	}
	if a.Kind() == KindObject {
		a, b = b, a
	}
	others := members(b)
	lists.SortStable(others, compare) // the first ones decide what the rest converts to
	elem, fit := u.fold(append(members(a), others...))
	return Map(elem), fit
}

// members returns the value types of a map or object.
func members(t Type) []Type {
	if t.Kind() == KindMap {
		return []Type{t.Elem()}
	}
	return lists.Map(t.Properties(), func(p Property) Type { return p.Type })
}

func (u *unification) mergeObjects(as, bs []Property) (Type, Fit) {
	fit := FitSafe
	var props []Property
	for p, q := range shared(as, bs) {
		merged, f := u.unify(p.Type, q.Type)
		props, fit = append(props, Property{p.Name, merged}), min(fit, f)
	}
	for p := range lacking(as, bs) {
		props = append(props, Property{p.Name, Optional(p.Type)})
	}
	for p := range lacking(bs, as) {
		props = append(props, Property{p.Name, Optional(p.Type)})
	}
	return Object(props...), fit
}

// mergeEventual returns an output if one of the two types is one.
func (u *unification) mergeEventual(a, b Type) (Type, Fit) {
	if a.Kind() == KindOutput || b.Kind() == KindOutput {
		elem, fit := u.unify(PlainShape(a), PlainShape(b))
		return Output(elem), fit
	}
	elem, fit := u.unify(unpromise(a), unpromise(b))
	return Promise(elem), fit
}

// precedence lists the primitives, those with more values first.
var precedence = []Type{String, Number, Int, Bool, ID}

func (u *unification) mergePrimitive(a, b Type) (Type, Fit) {
	for _, goal := range precedence {
		switch goal {
		case a:
			return a, u.conversion.convert(a, b)
		case b:
			return b, u.conversion.convert(b, a)
		}
	}
	return Union(a, b), FitSafe
}
