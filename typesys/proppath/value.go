package proppath

import (
	"github.com/zclconf/go-cty/cty"
)

// This file implements paths over values: looking, replacing, adding, deleting.
// (Section 2.4.) Objects and maps have keys, lists and tuples have indices, sets
// have neither. Wildcards are literal keys here, as the engine treats them. Marks
// (secrets) are looked through and kept; values are never changed, a changed copy
// is returned, in which what was changed is an object or a tuple.

// Get is what the path selects in the value. A null at the end is found.
func Get(v cty.Value, p Path) (cty.Value, bool) {
	for _, s := range p {
		inner, marks := v.Unmark()
		child, ok := childOf(inner, s)
		if !ok {
			return cty.NilVal, false
		}
		v = child.WithMarks(marks)
	}
	return v, true
}

// Set is the value with another one at the path. What holds it must exist; a key
// may be new, an index may not. The empty path fails.
func Set(v cty.Value, p Path, to cty.Value) (cty.Value, bool) {
	return edit(v, p, func(holder cty.Value, s Segment) (cty.Value, bool) {
		if s.Kind == Index && !hasChild(holder, s) {
			return holder, false
		}
		return withChild(holder, s, to)
	})
}

// Delete is the value without what the path selects: a key is removed, an element
// of an array becomes null so that the others keep their indices. It fails when
// there is nothing at the path.
func Delete(v cty.Value, p Path) (cty.Value, bool) {
	return edit(v, p, func(holder cty.Value, s Segment) (cty.Value, bool) {
		switch {
		case !hasChild(holder, s):
			return holder, false
		case s.Kind == Index:
			return withChild(holder, s, cty.NullVal(cty.DynamicPseudoType))
		}
		return withoutChild(holder, s), true
	})
}

// largestGap is how many missing elements [Add] fills in at once. A path written
// by a person stays below; without a limit, one index could use up the memory.
const largestGap = 1 << 16

// Add is the value with another one at the path, like [Set], but what is missing
// on the way is made: an object for a key, an array for an index. Missing elements
// before a new one are null.
func Add(v cty.Value, p Path, to cty.Value) (cty.Value, bool) {
	if len(p) == 0 {
		return to, true
	}
	inner, marks := v.Unmark()
	if inner == cty.NilVal || inner.IsNull() {
		inner = emptyFor(p[0])
	}
	child, ok := childOf(inner, p[0])
	if !ok {
		child = cty.NilVal
	}
	child, ok = Add(child, p[1:], to)
	if !ok {
		return v, false
	}
	changed, ok := withChild(inner, p[0], child)
	if !ok {
		return v, false
	}
	return changed.WithMarks(marks), true
}

func emptyFor(s Segment) cty.Value {
	if s.Kind == Index {
		return cty.EmptyTupleVal
	}
	return cty.EmptyObjectVal
}

// edit changes what holds the last segment of a path, and rebuilds the way there.
func edit(v cty.Value, p Path, change func(holder cty.Value, last Segment) (cty.Value, bool)) (cty.Value, bool) {
	if len(p) == 0 {
		return v, false
	}
	inner, marks := v.Unmark()
	if len(p) == 1 {
		changed, ok := change(inner, p[0])
		return changed.WithMarks(marks), ok
	}
	child, ok := childOf(inner, p[0])
	if !ok {
		return v, false
	}
	if child, ok = edit(child, p[1:], change); !ok {
		return v, false
	}
	changed, ok := withChild(inner, p[0], child)
	return changed.WithMarks(marks), ok
}
