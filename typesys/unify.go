package typesys

// This file implements unification: the one type that stands for two, as the
// branches of a condition or the elements of a collection need it. (PCL
// specification, pcl-types.md, section 4.)
//
// A side to which the other converts better wins as it is. Only when both
// convert equally well are they merged, part by part; when neither converts they
// form a union.

// Unify is the type that values of both a and b convert to, and how well.
//
// Of equal types it is that type; dynamic yields to the other, unsafely. The
// order of the two does not matter. What comes out accepts both, but for two
// rules of the language: a side to which the other converts better wins unmerged,
// and tuples of different lengths become one with optional positions, to which
// the shorter does not convert.
func Unify(a, b Type) (Type, Fit) {
	if a == b {
		return a, FitSafe
	}
	return unifications.recall(a, b, func() (Type, Fit) { return newUnification().unify(a, b) })
}

// UnifySafe folds the types into one to which all convert safely; those that do
// not become members of a union. Of no types it is [None], of one that type.
// Conditions and loops unify so.
//
// Constants stand side by side, so a run of them at the beginning is united at
// once: a list of a thousand numbers is met more often than one thinks.
func UnifySafe(ts ...Type) Type {
	n := 0
	for n < len(ts) && ts[n].Kind() == KindConst {
		n++
	}
	if n > 2 {
		ts = append([]Type{Union(ts[:n]...)}, ts[n:]...)
	}
	return fold(&safeUnions, FitSafe, ts)
}

// UnifyUnsafe folds the types into one to which all convert in some way. Of no
// types it is [None], of one that type. The functions that pick an element unify
// so.
func UnifyUnsafe(ts ...Type) Type { return fold(&unsafeUnions, FitUnsafe, ts) }

func fold(known *unifyMemo, least Fit, ts []Type) Type {
	if len(ts) == 0 {
		return None
	}
	all := ts[0]
	for _, t := range ts[1:] {
		if all == t {
			continue
		}
		all, _ = known.recall(all, t, func() (Type, Fit) { return unifyOrUnite(all, t, least) })
	}
	return all
}

// unifyOrUnite unites what does not unify as well as is wanted.
func unifyOrUnite(a, b Type, least Fit) (Type, Fit) {
	if unified, fit := Unify(a, b); fit >= least {
		return unified, fit
	}
	return Union(a, b), FitSafe
}

// unification is one question of unification, with the answers to the questions
// inside it. Two parts are met again and again, since both directions of
// conversion and the merge ask for them.
type unification struct {
	conversion conversion
	known      map[pair]unified
	open       map[pair]bool
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
	case a.Kind() == KindDynamic, !a.IsValid():
		return b, FitUnsafe
	case b.Kind() == KindDynamic, !b.IsValid():
		return a, FitUnsafe
	}
	if compare(a, b) > 0 {
		a, b = b, a // the order of the question must not show in the answer
	}
	p := pair{a, b}
	if r, ok := u.known[p]; ok {
		return r.t, r.fit
	}
	// Types that contain themselves would merge for ever: inside, both stand
	// side by side.
	if u.open[p] || len(u.open) > MaxDepth {
		return Union(a, b), FitSafe
	}
	u.open[p] = true
	t, fit := u.dominate(a, b)
	delete(u.open, p)
	u.known[p] = unified{t, fit}
	return t, fit
}

// dominate lets the side win to which the other converts better.
func (u *unification) dominate(a, b Type) (Type, Fit) {
	toA, toB := u.conversion.convert(a, b), u.conversion.convert(b, a)
	switch {
	case toA < toB:
		return b, toB
	case toA > toB:
		return a, toA
	case toA == FitNone:
		return Union(a, b), FitSafe
	}
	return u.merge(a, b)
}

// objects is how two objects convert on behalf of a unification: always, since
// what one of them lacks becomes optional.
func (u *unification) objects(a, b Type) Fit {
	fit := FitSafe
	for p, q := range shared(a.Properties(), b.Properties()) {
		_, f := u.unify(p.Type, q.Type)
		fit = min(fit, f)
	}
	return fit
}

// tuples is the same for the positions of two tuples.
func (u *unification) tuples(a, b Type) Fit {
	fit := FitSafe
	for i := range min(len(a.n.elems), len(b.n.elems)) {
		_, f := u.unify(a.n.elems[i], b.n.elems[i])
		fit = min(fit, f)
	}
	return fit
}
