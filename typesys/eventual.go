package typesys

import "slices"

// This file implements what the rules of expressions need to know about eventual and optional
// types. (docs/language/shapes.md)

// Eventuality is how eventual a value is as a whole. The values are ordered: an operation is
// as eventual as the most eventual of its operands.
type Eventuality uint8

// The eventualities.
const (
	EventualPlain   Eventuality = iota // nothing inside is eventual
	EventualPromise                    // a promise occurs inside, but no output
	EventualOutput                     // an output occurs inside
)

// EventualityOf returns the strongest eventuality anywhere inside t.
func EventualityOf(t Type) Eventuality {
	switch {
	case t.ContainsOutputs():
		return EventualOutput
	case t.ContainsPromises():
		return EventualPromise
	}
	return EventualPlain
}

// Lift makes the result of an operation as eventual as the most eventual of its arguments.
func Lift(result Type, args ...Type) Type {
	strongest := EventualPlain
	for _, arg := range args {
		strongest = max(strongest, EventualityOf(arg))
	}
	switch strongest {
	case EventualOutput:
		return Lifted(result)
	case EventualPromise:
		return Promise(ResolvePromises(result))
	}
	return result
}

// IsOptional reports whether t explicitly accepts none. Dynamic does not count.
func IsOptional(t Type) bool { return t.Kind() != KindDynamic && Assignable(t, None) }

// Strip returns t without the outputs, promises and options around it.
func Strip(t Type) Type {
	for {
		inner, ok := stripOnce(t)
		if !ok {
			return t
		}
		t = inner
	}
}

// stripOnce removes one wrapper. An option is a union of two members, one of them none.
func stripOnce(t Type) (Type, bool) {
	switch t.Kind() {
	case KindOutput, KindPromise, KindInput:
		return t.Elem(), true
	case KindUnion:
		// None is the last of a union's members.
		if len(t.n.elems) == 2 && t.n.elems[1] == None {
			return t.n.elems[0], true
		}
	}
	return t, false
}

// Unwrapped returns t without none among its members: an optional T becomes T.
func Unwrapped(t Type) Type {
	switch t.Kind() {
	case KindInput:
		return Input(Unwrapped(t.Elem()))
	case KindUnion:
		return Union(slices.DeleteFunc(slices.Clone(t.n.elems), func(m Type) bool { return m == None })...)
	}
	return t
}

// NotNull returns t without none and the literal null among its members.
func NotNull(t Type) Type {
	t = Unwrapped(t)
	if t.Kind() != KindUnion {
		return t
	}
	return Union(slices.DeleteFunc(slices.Clone(t.n.elems), func(m Type) bool { return m == Null })...)
}

// Resolved returns the type that the callback of an apply over t sees: the element of an
// output, promise or input, and otherwise t itself. Outputs further in stay, as in both
// documents; the reference has none there.
func Resolved(t Type) Type {
	for t.Kind() == KindOutput || t.Kind() == KindPromise || t.Kind() == KindInput {
		t = t.Elem()
	}
	return t
}
