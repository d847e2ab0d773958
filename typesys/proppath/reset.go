package proppath

import (
	"maps"

	"github.com/zclconf/go-cty/cty"
)

// This file implements what ignoreChanges does with a path. (Section 2.4, reset.)
//
// The walk goes into the old and the new value at once. In a worked example,
// resetting `a.b` of {a: {b: 2, c: 3}} to {a: {b: 1}} goes into `a` on both sides;
// there `b` is the last segment, so the old 1 is copied and `c` stays: the result
// is {a: {b: 1, c: 3}}. Were there no `a` in the new value, the old `b` would have
// nowhere to go: a parent is not recreated.

// Reset is the new value with the old one's parts at the path, and whether the
// path could be honoured wholly. What is absent on the old side becomes absent;
// what exists on one side only, where it cannot be added or removed, is left and
// makes the result false. Marks (secrets) are looked through.
func Reset(from, to cty.Value, p Path) (cty.Value, bool) {
	if len(p) == 0 {
		return to, false
	}
	for _, s := range p {
		if s.Kind == Index && s.Index < 0 {
			return to, false
		}
	}
	inner, marks := to.Unmark()
	result, ok := reset(unmarked(from), inner, p)
	return result.WithMarks(marks), ok
}

// unmarked is the value without its own marks; no value at all has none.
func unmarked(v cty.Value) cty.Value {
	if v == cty.NilVal {
		return v
	}
	inner, _ := v.Unmark()
	return inner
}

// reset is [Reset] for a path with segments and values without marks of their own.
// The old one may be missing.
func reset(from, to cty.Value, p Path) (cty.Value, bool) {
	switch {
	case p[0].Kind == Wildcard && hasKeys(to):
		return resetMembers(from, to, p[1:])
	case p[0].Kind == Wildcard && isArray(to):
		return resetElements(from, to, p[1:])
	case p[0].Kind == Wildcard:
		return to, false
	case p[0].Kind == Key && hasKeys(to):
		return resetMember(from, to, p[0], p[1:])
	case p[0].Kind == Index && isArray(to):
		return resetElement(from, to, p[0], p[1:])
	}
	return to, !exists(from, p)
}

// resetMember is one key's step: the last one adds and removes, others go on.
func resetMember(from, to cty.Value, s Segment, rest Path) (cty.Value, bool) {
	oldChild, inOld := childOf(from, s)
	newChild, inNew := childOf(to, s)
	switch {
	case len(rest) == 0 && inOld:
		return withChild(to, s, oldChild)
	case len(rest) == 0:
		return withoutChild(to, s), true
	case !inNew:
		return to, !inOld || !exists(oldChild, rest)
	}
	child, ok := resetMarked(oldChild, newChild, rest)
	changed, _ := withChild(to, s, child)
	return changed, ok
}

// resetElement is one index's step. An element on one side only cannot be reset.
func resetElement(from, to cty.Value, s Segment, rest Path) (cty.Value, bool) {
	oldChild, inOld := childOf(from, s)
	newChild, inNew := childOf(to, s)
	if !inOld || !inNew {
		return to, inOld == inNew
	}
	child, ok := oldChild, true
	if len(rest) > 0 {
		child, ok = resetMarked(oldChild, newChild, rest)
	}
	changed, _ := withChild(to, s, child)
	return changed, ok
}

func resetMembers(from, to cty.Value, rest Path) (cty.Value, bool) {
	both := members(to)
	switch {
	case hasKeys(from):
		maps.Copy(both, members(from))
	case from != cty.NilVal:
		return to, false
	}
	ok := true
	for key := range both {
		changed, fine := resetMember(from, to, KeySegment(key), rest)
		to, ok = changed, ok && fine
	}
	return to, ok
}

// resetElements resets the elements that both sides have.
func resetElements(from, to cty.Value, rest Path) (cty.Value, bool) {
	if !isArray(from) {
		return to, from == cty.NilVal && to.LengthInt() == 0
	}
	ok := from.LengthInt() == to.LengthInt()
	for i := range min(from.LengthInt(), to.LengthInt()) {
		changed, fine := resetElement(from, to, IndexSegment(i), rest)
		to, ok = changed, ok && fine
	}
	return to, ok
}

// resetMarked goes on with a child whose marks stay.
func resetMarked(from, to cty.Value, rest Path) (cty.Value, bool) {
	inner, marks := to.Unmark()
	result, ok := reset(unmarked(from), inner, rest)
	return result.WithMarks(marks), ok
}

// exists reports whether a path with wildcards selects anything.
func exists(v cty.Value, p Path) bool {
	if v == cty.NilVal {
		return false
	}
	if len(p) == 0 {
		return true
	}
	v = unmarked(v)
	if p[0].Kind != Wildcard {
		child, ok := childOf(v, p[0])
		return ok && exists(child, p[1:])
	}
	if !hasKeys(v) && !isArray(v) {
		return false
	}
	for it := v.ElementIterator(); it.Next(); {
		if _, child := it.Element(); exists(child, p[1:]) {
			return true
		}
	}
	return false
}
