package proppath

import (
	"github.com/zclconf/go-cty/cty"
)

// This file implements one step into a value that has no marks of its own, and the
// value with that step changed.

func hasKeys(v cty.Value) bool {
	return v != cty.NilVal && (v.Type().IsObjectType() || v.Type().IsMapType()) && v.IsKnown() && !v.IsNull()
}

func isArray(v cty.Value) bool {
	return v != cty.NilVal && (v.Type().IsTupleType() || v.Type().IsListType()) && v.IsKnown() && !v.IsNull()
}

// keyOf is the key that a segment is where wildcards are literal.
func keyOf(s Segment) string {
	if s.Kind == Wildcard {
		return "*"
	}
	return s.Key
}

// memberOf is the name of the member of a value that a segment is: cty composes the
// letters of all names, whatever they were made of.
func memberOf(s Segment) string { return cty.NormalizeString(keyOf(s)) }

// childOf is what one step selects.
func childOf(v cty.Value, s Segment) (cty.Value, bool) {
	switch {
	case s.Kind == Index && isArray(v):
		if s.Index < 0 || s.Index >= v.LengthInt() {
			return cty.NilVal, false
		}
		return v.Index(cty.NumberIntVal(int64(s.Index))), true
	case s.Kind != Index && hasKeys(v):
		child, ok := members(v)[memberOf(s)]
		return child, ok
	}
	return cty.NilVal, false
}

func hasChild(v cty.Value, s Segment) bool {
	_, ok := childOf(v, s)
	return ok
}

// members are the properties or entries; the caller may change the map.
func members(v cty.Value) map[string]cty.Value {
	m := v.AsValueMap()
	if m == nil {
		m = map[string]cty.Value{}
	}
	return m
}

// withChild is the value with one child replaced or added, if it can have it.
func withChild(v cty.Value, s Segment, child cty.Value) (cty.Value, bool) {
	switch {
	case s.Kind == Index && isArray(v):
		elems := v.AsValueSlice()
		if s.Index < 0 || s.Index > len(elems)+largestGap {
			return v, false
		}
		for len(elems) <= s.Index {
			elems = append(elems, cty.NullVal(cty.DynamicPseudoType))
		}
		elems[s.Index] = child
		return cty.TupleVal(elems), true
	case s.Kind != Index && hasKeys(v):
		m := members(v)
		m[memberOf(s)] = child
		return cty.ObjectVal(m), true
	}
	return v, false
}

func withoutChild(v cty.Value, s Segment) cty.Value {
	m := members(v)
	delete(m, memberOf(s))
	return cty.ObjectVal(m)
}
