package typesys

import "slices"

// This file explains a failed conversion by finding the smallest part that does not fit.

// Explain returns nil if src converts to dst, and otherwise the smallest part of the value that
// does not. If there are several, it returns the first in the order of positions and names.
func Explain(dst, src Type) *Mismatch {
	var e explanation
	if e.fits(dst, src) {
		return nil
	}
	if m := e.explain(dst, src); m != nil {
		return m
	}
	return &Mismatch{Want: dst, Got: src}
}

// explanation is one walk with its current path.
type explanation struct {
	conversion conversion
	path       []Step
	seen       map[pair]bool
}

func (e *explanation) fits(dst, src Type) bool { return e.conversion.convert(dst, src) != FitNone }

// explain finds the fault in a pair that does not fit. It skips pairs that it has visited: the
// fault of a recursive type is elsewhere.
func (e *explanation) explain(dst, src Type) *Mismatch {
	p := pair{dst, src}
	if e.seen[p] {
		return nil
	}
	if e.seen == nil {
		e.seen = map[pair]bool{}
	}
	e.seen[p] = true
	switch src.Kind() {
	case KindInput:
		return e.explain(dst, src.Elem())
	case KindUnion:
		if inner, ok := stripOnce(src); ok {
			return e.explain(dst, inner)
		}
		return e.fault(dst, src)
	}
	return e.explainPlace(dst, src)
}

// explainPlace compares with the types that the place accepts.
func (e *explanation) explainPlace(dst, src Type) *Mismatch {
	eventual := src.Kind() == KindOutput || src.Kind() == KindPromise
	switch dst.Kind() {
	case KindInput:
		if eventual {
			return e.explain(Lifted(dst.Elem()), src)
		}
		return e.explain(dst.Elem(), src)
	case KindUnion:
		return e.explainUnion(dst, src)
	case KindOutput:
		return e.explain(dst.Elem(), fullyResolved(src))
	case KindPromise:
		if src.Kind() != KindOutput {
			return e.explain(dst.Elem(), unpromise(src))
		}
	}
	if eventual {
		return e.fault(dst, src)
	}
	return e.explainParts(dst, src)
}

// explainUnion explains the conversion to the member that the author most likely meant.
func (e *explanation) explainUnion(dst, src Type) *Mismatch {
	if inner, ok := stripOnce(dst); ok {
		return e.explain(inner, src)
	}
	if closest := Likeliest(dst.n.elems, src); closest.IsValid() {
		if m := e.explain(closest, src); m != nil {
			return m
		}
	}
	return e.fault(dst, src)
}

// explainParts compares the parts of collections and objects.
func (e *explanation) explainParts(dst, src Type) *Mismatch {
	switch {
	case src.Kind() == KindTuple && dst.Kind() == KindTuple:
		return e.explainTuple(dst, src)
	case src.Kind() == KindTuple && isUniform(dst):
		for i, s := range src.n.elems {
			if m := e.step(Step{Kind: StepIndex, Index: i}, dst.Elem(), s); m != nil {
				return m
			}
		}
	case isUniform(src) && isUniform(dst), src.Kind() == KindMap && dst.Kind() == KindMap:
		return e.step(Step{Kind: StepElement}, dst.Elem(), src.Elem())
	case isUniform(src) && dst.Kind() == KindTuple:
		for i, d := range dst.n.elems {
			if m := e.step(Step{Kind: StepIndex, Index: i}, d, src.Elem()); m != nil {
				return m
			}
		}
	case src.Kind() == KindObject && dst.Kind() == KindMap:
		for _, p := range src.Properties() {
			if m := e.step(Step{Name: p.Name}, dst.Elem(), p.Type); m != nil {
				return m
			}
		}
	case src.Kind() == KindMap && dst.Kind() == KindObject:
		for _, p := range dst.Properties() {
			if m := e.step(Step{Name: p.Name}, p.Type, src.Elem()); m != nil {
				return m
			}
		}
	case src.Kind() == KindObject && dst.Kind() == KindObject:
		return e.explainObject(dst, src)
	default:
		return e.fault(dst, src)
	}
	return nil
}

func isUniform(t Type) bool { return t.Kind() == KindList || t.Kind() == KindSet }

func (e *explanation) explainTuple(dst, src Type) *Mismatch {
	if len(dst.n.elems) != len(src.n.elems) {
		m := e.fault(dst, src)
		m.Reason = ReasonLength
		return m
	}
	for i, d := range dst.n.elems {
		if m := e.step(Step{Kind: StepIndex, Index: i}, d, src.n.elems[i]); m != nil {
			return m
		}
	}
	return nil
}

func (e *explanation) explainObject(dst, src Type) *Mismatch {
	dsts, srcs := dst.Properties(), src.Properties()
	if m := e.explainMissing(dsts, srcs, src); m != nil {
		return m
	}
	for d, s := range shared(dsts, srcs) {
		if m := e.step(Step{Name: d.Name}, d.Type, s.Type); m != nil {
			return m
		}
	}
	return nil
}

func (e *explanation) explainMissing(dsts, srcs []Property, src Type) *Mismatch {
	var missing []string
	var want Type
	for d := range lacking(dsts, srcs) {
		if e.fits(d.Type, None) {
			continue
		}
		if len(missing) == 0 {
			want = d.Type
		}
		missing = append(missing, d.Name)
	}
	if len(missing) == 0 {
		return nil
	}
	var unused []string
	for s := range lacking(srcs, dsts) {
		unused = append(unused, s.Name)
	}
	m := e.fault(want, src)
	m.Reason, m.Missing, m.Near = ReasonMissing, missing, Near(missing[0], unused)
	return m
}

// step explains a part of both types if it does not fit.
func (e *explanation) step(s Step, dst, src Type) *Mismatch {
	if e.fits(dst, src) {
		return nil
	}
	e.path = append(e.path, s)
	m := e.explain(dst, src)
	e.path = e.path[:len(e.path)-1]
	return m
}

// fault reports the current pair.
func (e *explanation) fault(dst, src Type) *Mismatch {
	m := &Mismatch{Path: slices.Clone(e.path), Want: dst, Got: src}
	switch {
	case src == None || src == Null:
		m.Reason = ReasonAbsent
	case src.Kind() == KindOutput, src.Kind() == KindPromise:
		m.Reason = ReasonEventual
	case dst.Kind() == KindUnion:
		m.Reason = ReasonAlternatives
	}
	return m
}
