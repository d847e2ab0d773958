package typesys

// This file implements splats, `src[*].tail`. (PCL specification, pcl-types.md,
// section 8.)

// Splat returns what a splat over t sees: the type of each element, to which the tail is applied,
// and a function that makes the list of results as eventual as t. A type that is not a sequence
// counts as one with a single element.
func Splat(t Type) (elem Type, wrap func(Type) Type) { return splatElem(Strip(t)), rewrap(t) }

func splatElem(t Type) Type {
	switch t.Kind() {
	case KindList, KindSet:
		return t.Elem()
	case KindTuple:
		return unifiedParts(t, Type.Elems)
	}
	return t
}
