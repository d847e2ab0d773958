package typesys

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements unification: the common type of two types, for branches of conditionals
// and elements of collections. (docs/language/conversions.md#one-type-for-several)
//
// If one side converts to the other better than the reverse, the other side is the result. If both
// convert equally well, they are merged part by part. If neither converts, they form a union.

// Unify returns the type that values of both a and b convert to, and how well.
//
// Equal types unify to that type. Dynamic yields to the other type, unsafely. The order of the two
// does not matter. The result accepts both, with two exceptions in the language: a side to which
// the other converts better wins unmerged, and tuples of different lengths become a tuple with
// optional positions, to which the shorter one does not convert.
func Unify(a, b Type) (Type, Fit) {
	if a == b {
		return a, FitSafe
	}
	return unifications.recall(a, b, func() (Type, Fit) { return newUnification().unify(a, b) })
}

// The limits of unification. Beyond them, the common type of different types is [Dynamic].
const (
	// maxUnified is the largest number of parts that two types may have together.
	maxUnified = 1 << 10
	// maxFolded is how many parts the common types of the first 2, 3, … of many types may have together, and
	// maxFoldedEach how many more for each of them.
	maxFolded, maxFoldedEach = 1 << 16, 1 << 6
	// maxPairs is the largest number of pairs of parts that are compared: each member of a union with each of another one.
	maxPairs = 1 << 15
)

// UnifySafe folds the types into one to which all convert safely. Types that do not convert become
// members of a union. Without types it returns [None]. Conditionals and loops unify in this way.
func UnifySafe(ts ...Type) Type { return fold(&safeUnions, FitSafe, ts) }

// unifiedParts returns the common type of the positions of a tuple or the members of an object, see [UnifySafe].
// A large type remembers it, because each loop over a collection and each computed key needs it.
func unifiedParts(t Type, parts func(Type) []Type) Type {
	if t.n.common == nil {
		return UnifySafe(parts(t)...)
	}
	if t.n.common.Load() == nil {
		t.n.common.CompareAndSwap(nil, UnifySafe(parts(t)...).n)
	}
	return Type{t.n.common.Load()}
}

// UnifyUnsafe folds the types into one to which all convert, safely or not. Without types it
// returns [None]. Functions that select an element unify in this way.
func UnifyUnsafe(ts ...Type) Type { return fold(&unsafeUnions, FitUnsafe, ts) }

func fold(known *unifyMemo, least Fit, ts []Type) Type {
	if len(ts) == 0 {
		return None
	}
	ts = gathered(ts)
	all, parts := ts[0], 0
	for _, t := range ts[1:] {
		if all == t {
			continue
		}
		parts += all.size()
		if all.size()+t.size() > maxUnified || parts > maxFolded+maxFoldedEach*len(ts) {
			return Dynamic
		}
		all, _ = known.recall(all, t, func() (Type, Fit) { return unifyOrUnite(all, t, least) })
	}
	return all
}

// size is the number of parts of a type.
func (t Type) size() int {
	if t.n == nil {
		return 0
	}
	return t.n.size
}

// unifyOrUnite returns the union of two types that do not unify with the least fit.
func unifyOrUnite(a, b Type, least Fit) (Type, Fit) {
	if unified, fit := Unify(a, b); fit >= least {
		return unified, fit
	}
	return Union(a, b), FitSafe
}

// unification is one unification, with the results of those inside it. The same parts are compared
// again and again, by both directions of conversion and by the merge.
type unification struct {
	conversion conversion
	known      map[pair]unified
	open       map[pair]bool
	pairs      int // that were compared
}

type unified struct {
	t   Type
	fit Fit
}

func newUnification() *unification {
	u := &unification{known: map[pair]unified{}, open: map[pair]bool{}}
	u.conversion.unifying = u
	return u
}

func (u *unification) unify(a, b Type) (Type, Fit) {
	switch {
	case a == b:
		return a, FitSafe
	case a == Unknown, b == Unknown:
		return Unknown, FitSafe
	case a.Kind() == KindDynamic, !a.IsValid():
		return b, FitUnsafe
	case b.Kind() == KindDynamic, !b.IsValid():
		return a, FitUnsafe
	}
	if compare(a, b) > 0 {
		a, b = b, a // the result must not depend on the order
	}
	p := pair{a, b}
	if r, ok := u.known[p]; ok {
		return r.t, r.fit
	}
	// Merging types that contain themselves would never end, so inside they form a
	// union.
	if u.open[p] || len(u.open) > MaxDepth {
		return Union(a, b), FitSafe
	}
	if u.gaveUp() {
		return Dynamic, FitSafe
	}
	u.open[p] = true
	t, fit := u.dominate(a, b)
	delete(u.open, p)
	u.known[p] = unified{t, fit}
	return t, fit
}

// gaveUp counts a pair and reports whether there were too many.
func (u *unification) gaveUp() bool {
	u.pairs++
	return u.pairs > maxPairs
}

// dominate returns the side to which the other converts better.
func (u *unification) dominate(a, b Type) (Type, Fit) {
	toA, toB := u.conversion.convert(a, b), u.conversion.convert(b, a)
	switch {
	case u.pairs > maxPairs:
		return Dynamic, FitSafe
	case toA < toB:
		return b, toB
	case toA > toB:
		return a, toA
	case toA == FitNone:
		return Union(a, b), FitSafe
	}
	return u.merge(a, b)
}

// objects returns how two objects convert in a unification: always, because missing properties
// become optional.
func (u *unification) objects(a, b Type) Fit {
	fit := FitSafe
	for p, q := range shared(a.Properties(), b.Properties()) {
		_, f := u.unify(p.Type, q.Type)
		fit = min(fit, f)
	}
	return fit
}

// tuples does the same for the positions of two tuples.
func (u *unification) tuples(a, b Type) Fit {
	fit := FitSafe
	for i := range min(len(a.n.elems), len(b.n.elems)) {
		_, f := u.unify(a.n.elems[i], b.n.elems[i])
		fit = min(fit, f)
	}
	return fit
}

// The rest unifies many literals at once. Lists of a thousand of them are more common than one might think, and each could be compared with
// all that the ones before it may be.

// maxConstants is how many constants the common type of literals lists. More of them are their bases.
const maxConstants = 64

// gathered are types that have the same common type as others, but are fewer: what can be said of constants, of tuples, and of objects in
// one step is one type each. Of tuples or objects beside other types, one by one would only keep the first.
func gathered(ts []Type) []Type {
	if len(ts) < 3 {
		return ts
	}
	var groups [][]Type // in order of their first members
	for _, t := range ts {
		i := slices.IndexFunc(groups, func(group []Type) bool { return alike(group[0], t) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		if n := len(groups[i]); n == 0 || groups[i][n-1] != t {
			groups[i] = append(groups[i], t)
		}
		if len(groups) > fewGroups {
			return ts
		}
	}
	var all []Type
	for _, group := range groups {
		if isConst(group[0]) {
			group = []Type{unitedConstants(group)}
		} else if t, ok := together(group); ok {
			group = []Type{t}
		}
		all = append(all, group...)
	}
	return all
}

// fewGroups is how many kinds of literals are told apart.
const fewGroups = 8

// alike reports whether two types may be one in one step.
func alike(a, b Type) bool {
	switch a.Kind() {
	case KindConst:
		return b.Kind() == KindConst && (a.Elem() == None) == (b.Elem() == None)
	case KindTuple:
		return b.Kind() == KindTuple && len(a.n.elems) == len(b.n.elems)
	case KindObject:
		return b.Kind() == KindObject && a.n.source == nil && b.n.source == nil
	}
	return a == b
}

// together is the common type of types all of which convert to it safely, if each step to it is clear.
func together(ts []Type) (Type, bool) {
	first := ts[0]
	switch {
	case !slices.ContainsFunc(ts, func(t Type) bool { return t != first }):
		return first, true
	case !slices.ContainsFunc(ts, func(t Type) bool { return t.Kind() != KindTuple || !alike(first, t) }):
		return tuplesTogether(ts)
	case !slices.ContainsFunc(ts, func(t Type) bool { return t.Kind() != KindObject || !alike(first, t) }):
		return objectsTogether(ts)
	}
	return constantsTogether(ts)
}

// constantsTogether is the union of constants, or the one primitive beside them to which all convert.
func constantsTogether(ts []Type) (Type, bool) {
	var constants []Type
	var other Type
	for _, t := range ts {
		switch {
		case isConst(t) && t.n.token != declared:
			constants = append(constants, t)
		case t != other && other.IsValid():
			return Type{}, false
		default:
			other = t
		}
	}
	all := unitedConstants(constants)
	switch {
	case all.Kind() == KindUnion && constants[0].n.token == unmerged:
		return Type{}, false
	case !other.IsValid():
		return all, true
	case !other.isSimple() || slices.ContainsFunc(all.Members(), func(t Type) bool { return Convert(other, t) != FitSafe }):
		return Type{}, false
	}
	return other, true
}

// unitedConstants is the union of constants.
func unitedConstants(constants []Type) Type {
	all := Union(constants...)
	if len(all.Members()) > maxConstants {
		return Union(lists.Map(all.Members(), Type.Elem)...)
	}
	return all
}

func isConst(t Type) bool { return t.Kind() == KindConst }

func tuplesTogether(ts []Type) (Type, bool) {
	elems := make([]Type, len(ts[0].n.elems))
	for i := range elems {
		var ok bool
		if elems[i], ok = together(lists.Map(ts, func(t Type) Type { return t.n.elems[i] })); !ok {
			return Type{}, false
		}
	}
	return Tuple(elems...), true
}

// objectsTogether has all members of the objects. Those that some lack are optional.
func objectsTogether(ts []Type) (Type, bool) {
	members := map[string][]Type{}
	for _, t := range ts {
		for _, p := range t.n.props {
			members[p.Name] = append(members[p.Name], p.Type)
		}
	}
	if len(members) > maxUnified {
		return Type{}, false
	}
	var props []Property
	for name, all := range members {
		t, ok := together(all)
		if !ok {
			return Type{}, false
		}
		if len(all) < len(ts) { // what is null is then as if it were not there
			t = Union(append(lists.Where(t.Members(), func(m Type) bool { return m != Null }), None)...)
		}
		props = append(props, Property{name, t})
	}
	return Object(props...), true
}
