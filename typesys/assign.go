package typesys

import "slices"

// This file implements assignability, the strict relation: whether a value already has the
// wanted type, without a conversion or a lift. (docs/language/conversions.md)

// Assignable reports whether a value of type src is a dst without a conversion.
//
// Only dynamic accepts dynamic, and the zero Type accepts only itself and dynamic. A union is assignable if each of its members is.
func Assignable(dst, src Type) bool {
	return assignments.recall(dst, src, func() Fit {
		if new(assignment).from(dst, src) {
			return FitSafe
		}
		return FitNone
	}) == FitSafe
}

// assignment is one comparison, with the results of the comparisons inside it.
type assignment struct{ pairs pairs }

func (a *assignment) from(dst, src Type) bool {
	switch {
	case dst == src, dst.Kind() == KindDynamic, !dst.IsValid():
		return true
	case !src.IsValid():
		return false
	case dst.isSimple() && src.isSimple():
		return dst.Kind() == KindEnum && src.Kind() == KindEnum && dst.Token() == src.Token()
	}
	return a.pairs.decide(pair{dst, src}, func() Fit {
		if a.accepts(dst, src) {
			return FitSafe
		}
		return FitNone
	}) == FitSafe
}

// accepts compares two types that differ. The parts of a source input are compared separately, because an input only means
// that the value may be eventual.
func (a *assignment) accepts(dst, src Type) bool {
	switch {
	case src.Kind() == KindInput:
		return a.from(dst, src.Elem()) && a.from(dst, Lifted(src.Elem()))
	case src.Kind() == KindUnion:
		return a.all(dst, src.n.elems)
	case src.Kind() == KindConst && a.from(dst, src.Elem()):
		return true
	}
	switch dst.Kind() {
	case KindUnion, KindInput:
		return a.some(alternatives(dst), src)
	case KindOutput:
		return a.from(dst.Elem(), fullyResolved(src))
	case KindPromise:
		return src.Kind() != KindOutput && a.from(dst.Elem(), unpromise(src))
	case KindList:
		return src.Kind() == KindList && a.from(dst.Elem(), src.Elem()) ||
			src.Kind() == KindTuple && a.all(dst.Elem(), src.n.elems)
	case KindSet:
		return src.Kind() == KindSet && a.from(dst.Elem(), src.Elem())
	case KindMap:
		return src.Kind() == KindMap && a.from(dst.Elem(), src.Elem()) ||
			src.Kind() == KindObject && a.all(dst.Elem(), members(src))
	case KindTuple:
		return src.Kind() == KindTuple && a.positions(dst.n.elems, src.n.elems)
	case KindObject:
		return src.Kind() == KindObject && a.properties(dst, src)
	}
	return false
}

func (a *assignment) some(dsts []Type, src Type) bool {
	return slices.ContainsFunc(dsts, func(dst Type) bool { return a.from(dst, src) })
}

func (a *assignment) all(dst Type, srcs []Type) bool {
	return !slices.ContainsFunc(srcs, func(src Type) bool { return !a.from(dst, src) })
}

// positions compares tuples. A position that the source lacks counts as none; extra positions
// are ignored.
func (a *assignment) positions(dsts, srcs []Type) bool {
	for i, dst := range dsts {
		src := None
		if i < len(srcs) {
			src = srcs[i]
		}
		if !a.from(dst, src) {
			return false
		}
	}
	return true
}

func (a *assignment) properties(dst, src Type) bool {
	dsts, srcs := dst.Properties(), src.Properties()
	for d := range lacking(dsts, srcs) {
		if !a.from(d.Type, None) {
			return false
		}
	}
	for d, s := range shared(dsts, srcs) {
		if !a.from(d.Type, s.Type) {
			return false
		}
	}
	return true
}

// unpromise returns the element of a promise, and other types unchanged.
func unpromise(t Type) Type {
	if t.Kind() == KindPromise {
		return ResolvePromises(t)
	}
	return t
}
