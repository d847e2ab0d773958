package typesys

// This file implements conversion: whether a value of one type is accepted where
// another is expected. (docs/language/conversions.md#simple-types, docs/language/conversions.md#null)

// Fit is how well one type converts to another. The values are ordered: the fit of a whole is
// the lowest fit of its parts.
type Fit uint8

// The fits.
const (
	FitNone   Fit = iota // no value converts
	FitUnsafe            // some values convert, others fail when the program runs
	FitSafe              // every value converts
)

// Convert returns how well a value of type src fits where dst is expected.
//
// Every type converts safely to itself, to dynamic, and to an [Input] or union of itself.
// Dynamic converts unsafely to all other types. The zero Type means unknown and behaves like
// dynamic.
func Convert(dst, src Type) Fit {
	if fit, ok := obvious(dst, src); ok {
		return fit
	}
	return conversions.recall(dst, src, func() Fit { return new(conversion).convert(dst, src) })
}

// Comparison converts like [Convert], and remembers the results about parts of types: comparing
// a type and then each of its parts takes the time of the first. The zero value is ready for use.
type Comparison struct{ conversion conversion }

// Convert returns how well a value of type src fits where dst is expected.
func (c *Comparison) Convert(dst, src Type) Fit {
	if fit, ok := obvious(dst, src); ok {
		return fit
	}
	return conversions.recall(dst, src, func() Fit { return c.conversion.convert(dst, src) })
}

// conversion is one comparison of two types, with the results of the comparisons inside it.
// Unification has other rules for objects and tuples, and so a separate conversion: results
// of one are invalid for the other.
type conversion struct {
	pairs    pairs
	unifying *unification // nil if not part of a unification
}

func (c *conversion) convert(dst, src Type) Fit {
	if fit, ok := obvious(dst, src); ok {
		return fit
	}
	if c.unifying == nil && (src.isSimple() || src.Kind() == KindConst) { // it has no parts to remember
		return conversions.recall(dst, src, func() Fit { return c.compare(dst, src) })
	}
	if c.unifying != nil && c.unifying.gaveUp() {
		return FitNone
	}
	return c.pairs.decide(pair{dst, src}, func() Fit { return c.compare(dst, src) })
}

// obvious returns the fit of pairs that need no comparison of parts.
func obvious(dst, src Type) (fit Fit, ok bool) {
	switch {
	case dst == src, dst.Kind() == KindDynamic, dst.Kind() == KindInput && dst.Elem() == src, !dst.IsValid():
		return FitSafe, true
	case src.Kind() == KindDynamic, !src.IsValid():
		return FitUnsafe, true
	case dst.isSimple() && src.isSimple():
		return convertSimple(dst, src), true
	case src.Kind() == KindConst && src.Elem().isSimple() && (dst == src.Elem() || dst.Kind() == KindInput && dst.Elem() == src.Elem()):
		return FitSafe, true
	}
	return FitNone, false
}

// compare applies the rules in order: alternatives of the source before alternatives of the
// destination.
func (c *conversion) compare(dst, src Type) Fit {
	switch src.Kind() {
	case KindUnion, KindInput:
		return c.fromEach(dst, alternatives(src))
	case KindConst:
		return c.fromConst(dst, src)
	}
	switch dst.Kind() {
	case KindUnion, KindInput:
		return c.toBest(dst, src)
	case KindConst, KindEnum:
		return min(FitUnsafe, c.convert(dst.Elem(), src))
	case KindOutput:
		return c.convert(dst.Elem(), fullyResolved(src))
	case KindPromise:
		return c.toPromise(dst, src)
	case KindList:
		return c.toList(dst, src)
	case KindSet:
		return c.toSet(dst, src)
	case KindTuple:
		return c.toTuple(dst, src)
	case KindMap:
		return c.toMap(dst, src)
	case KindObject:
		return c.toObject(dst, src)
	}
	return FitNone
}

// alternatives returns the types that a union or input stands for.
func alternatives(t Type) []Type {
	if t.Kind() == KindInput {
		return []Type{t.Elem(), Lifted(t.Elem())}
	}
	return t.n.elems
}

// fullyResolved turns an output of outputs into an output of plain values, and returns other types
// unchanged.
func fullyResolved(t Type) Type {
	if t.Kind() == KindOutput || t.Kind() == KindPromise {
		return PlainShape(t)
	}
	return t
}

// fromEach returns the fit of a source that may have any of the types.
func (c *conversion) fromEach(dst Type, srcs []Type) Fit {
	least, best := FitSafe, FitNone
	for _, src := range srcs {
		fit := c.convert(dst, src)
		least, best = min(least, fit), max(best, fit)
	}
	if least == FitNone && best != FitNone {
		return FitUnsafe
	}
	return least
}

// toBest returns the fit for the best of what a union or input stands for. An output is not made
// where a plain value fits.
func (c *conversion) toBest(dst, src Type) Fit {
	dsts := dst.n.elems
	if dst.Kind() == KindInput {
		if c.convert(dst.Elem(), src) == FitSafe {
			return FitSafe
		}
		dsts = alternatives(dst)
	}
	best := FitNone
	for _, dst := range dsts {
		if best = max(best, c.convert(dst, src)); best == FitSafe {
			break
		}
	}
	return best
}

// fromConst looks for a destination that lists this value, such as an enum. For others, a
// constant counts as its base type. In a unification, constants with different values do not convert to each other.
func (c *conversion) fromConst(dst, src Type) Fit {
	switch dst.Kind() {
	case KindUnion, KindInput:
		return c.toBest(dst, src)
	case KindOutput, KindPromise:
		return c.convert(dst.Elem(), src)
	case KindEnum:
		return c.constToEnum(dst, src)
	case KindConst:
		if dst.Value().RawEquals(src.Value()) {
			return FitSafe
		}
		if c.unifying != nil && dst.n.token != unmerged {
			return FitNone
		}
	}
	return c.convert(dst, src.Elem())
}

// constToEnum accepts the enum's own values. In a unification the fit is unsafe, so that a
// literal never becomes an enum.
func (c *conversion) constToEnum(dst, src Type) Fit {
	if c.unifying == nil && EnumHas(dst, src.Value()) {
		return FitSafe
	}
	return min(FitUnsafe, c.convert(dst.Elem(), src.Elem()))
}

func (c *conversion) toPromise(dst, src Type) Fit {
	if src.Kind() == KindOutput {
		return FitNone
	}
	return c.convert(dst.Elem(), unpromise(src))
}

func (c *conversion) toList(dst, src Type) Fit {
	switch src.Kind() {
	case KindList, KindSet:
		return c.convert(dst.Elem(), src.Elem())
	case KindTuple:
		return c.allTo(dst.Elem(), src.n.elems)
	}
	return FitNone
}

func (c *conversion) toSet(dst, src Type) Fit {
	switch src.Kind() {
	case KindSet:
		return c.convert(dst.Elem(), src.Elem())
	case KindList:
		return min(FitUnsafe, c.convert(dst.Elem(), src.Elem()))
	case KindTuple:
		return min(FitUnsafe, c.allTo(dst.Elem(), src.n.elems))
	}
	return FitNone
}

func (c *conversion) toMap(dst, src Type) Fit {
	switch src.Kind() {
	case KindMap:
		return c.convert(dst.Elem(), src.Elem())
	case KindObject:
		fit := FitSafe
		for _, p := range src.Properties() {
			if fit = min(fit, c.convert(dst.Elem(), p.Type)); fit == FitNone {
				break
			}
		}
		return fit
	}
	return FitNone
}

func (c *conversion) allTo(dst Type, srcs []Type) Fit {
	fit := FitSafe
	for _, src := range srcs {
		if fit = min(fit, c.convert(dst, src)); fit == FitNone {
			break
		}
	}
	return fit
}

func (c *conversion) toTuple(dst, src Type) Fit {
	switch src.Kind() {
	case KindTuple:
		if c.unifying != nil {
			return c.unifying.tuples(dst, src)
		}
		return c.tupleToTuple(dst.n.elems, src.n.elems)
	case KindList, KindSet:
		fit := FitUnsafe
		for _, d := range dst.n.elems {
			fit = min(fit, c.convert(d, src.Elem()))
		}
		return fit
	}
	return FitNone
}

func (c *conversion) tupleToTuple(dsts, srcs []Type) Fit {
	if len(dsts) != len(srcs) {
		return FitNone
	}
	fit := FitSafe
	for i, d := range dsts {
		if fit = min(fit, c.convert(d, srcs[i])); fit == FitNone {
			break
		}
	}
	return fit
}

func (c *conversion) toObject(dst, src Type) Fit {
	switch src.Kind() {
	case KindObject:
		if c.unifying != nil {
			return c.unifying.objects(dst, src)
		}
		return c.objectToObject(dst, src)
	case KindMap:
		fit := FitUnsafe
		for _, p := range dst.Properties() {
			if fit = min(fit, c.convert(p.Type, src.Elem())); fit == FitNone {
				break
			}
		}
		return fit
	}
	return FitNone
}

// objectToObject first looks for properties that the source lacks, because that needs no
// comparison of parts. So large types that do not fit are rejected early.
func (c *conversion) objectToObject(dst, src Type) Fit {
	dsts, srcs := dst.Properties(), src.Properties()
	fit := FitSafe
	for d := range lacking(dsts, srcs) {
		if fit = min(fit, c.convert(d.Type, None)); fit == FitNone {
			return FitNone
		}
	}
	for d, s := range shared(dsts, srcs) {
		if fit = min(fit, c.convert(d.Type, s.Type)); fit == FitNone {
			return FitNone
		}
	}
	return fit
}
