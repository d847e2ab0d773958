package typesys

import (
	"cmp"
	"slices"
)

// compare orders the members of a union. The order is total and depends only on the types. It
// puts none last, so that printed unions end with it. Named types are ordered by token,
// without reading their properties.
func compare(a, b Type) int {
	if a == b {
		return 0
	}
	x, y := a.n, b.n
	if c := cmp.Compare(rank(x.kind), rank(y.kind)); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Token(), b.Token()); c != 0 {
		return c
	}
	if c := compareElems(x.elem, y.elem); c != 0 {
		return c
	}
	if c := slices.CompareFunc(x.elems, y.elems, compare); c != 0 {
		return c
	}
	if c := slices.CompareFunc(x.props, y.props, compareProperties); c != 0 {
		return c
	}
	if c := compareValues(x.value, y.value); x.kind == KindConst && c != 0 {
		return c
	}
	return cmp.Compare(leafKey(x), leafKey(y))
}

func compareElems(a, b Type) int {
	if !a.IsValid() || !b.IsValid() {
		return 0
	}
	return compare(a, b)
}

func compareProperties(a, b Property) int {
	if c := cmp.Compare(a.Name, b.Name); c != 0 {
		return c
	}
	return compare(a.Type, b.Type)
}

// rank orders kinds; none comes last.
func rank(k Kind) int {
	if k == KindNone {
		return 255
	}
	return int(k)
}

// leafKey distinguishes nodes of one kind by the parts that are not types: constants, enum
// values and the shape of a named object.
func leafKey(n *node) string {
	switch n.kind {
	case KindConst:
		return valueText(n.value)
	case KindEnum:
		var b []byte
		for _, v := range n.values.list {
			b = appendText(b, valueText(v))
		}
		return string(b)
	}
	if v, ok := n.source.(interface{ Variant() string }); ok {
		return v.Variant()
	}
	return ""
}
