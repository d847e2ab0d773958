package typesys

// This file implements splats, `src[*].tail`. (PCL specification, pcl-types.md,
// section 8.)

// Splat is what a splat over t sees: the type of each element, to which the tail
// is applied, and the function that makes the list of the results as eventual as
// t is. What is no sequence counts as one with a single element.
func Splat(t Type) (elem Type, wrap func(Type) Type) { return splatElem(Strip(t)), rewrap(t) }

func splatElem(t Type) Type {
	switch t.Kind() {
	case KindList, KindSet:
		return t.Elem()
	case KindTuple:
		return UnifySafe(t.Elems()...)
	}
	return t
}
