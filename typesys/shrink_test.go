package typesys

import (
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
)

// This file tries laws on many types, and makes those that break one small before
// they are shown.

// holds tries a law on all types of the widest family.
func holds(t *testing.T, law func(a Type) bool) {
	t.Helper()
	holdsFor(t, anyTypes, law)
}

// holdsFor tries a law on all types of a family.
func holdsFor(t *testing.T, types func() []Type, law func(a Type) bool) {
	t.Helper()
	for _, a := range types() {
		if !law(a) {
			fails(t, []Type{a}, func(ts []Type) bool { return law(ts[0]) })
			return
		}
	}
}

// holdsForPairs tries a law on each type of a family with another: by turns one
// that has nothing to do with it, and one that it may convert to.
func holdsForPairs(t *testing.T, types func() []Type, law func(a, b Type) bool) {
	t.Helper()
	all := types()
	for i, a := range all {
		b := all[(i*7919+13)%len(all)]
		if i%2 == 0 {
			b = weaker(a, uint64(i/2))
		}
		if !law(a, b) {
			fails(t, []Type{a, b}, func(ts []Type) bool { return law(ts[0], ts[1]) })
			return
		}
	}
}

// fails reports types that break a law, as small as they can be made.
func fails(t *testing.T, ts []Type, law func(ts []Type) bool) {
	t.Helper()
	ts = shrink(ts, law)
	texts := make([]string, len(ts))
	for i, a := range ts {
		texts[i] = a.Exact()
	}
	t.Errorf("the law fails for %s", strings.Join(texts, "  and  "))
}

// shrink makes the types smaller as long as they break the law.
func shrink(ts []Type, law func(ts []Type) bool) []Type {
	for {
		smaller, ok := shrinkOnce(ts, law)
		if !ok {
			return ts
		}
		ts = smaller
	}
}

func shrinkOnce(ts []Type, law func(ts []Type) bool) ([]Type, bool) {
	for i, a := range ts {
		for _, s := range simpler(a) {
			candidate := slices.Clone(ts)
			candidate[i] = s
			if len(s.Exact()) < len(a.Exact()) && !law(candidate) {
				return candidate, true
			}
		}
	}
	return nil, false
}

// simpler are types that are like t, with less of it.
func simpler(t Type) []Type {
	switch t.Kind() {
	case KindList:
		return around(t.Elem(), List)
	case KindSet:
		return around(t.Elem(), Set)
	case KindMap:
		return around(t.Elem(), Map)
	case KindOutput:
		return around(t.Elem(), Output)
	case KindPromise:
		return around(t.Elem(), Promise)
	case KindInput:
		return around(t.Elem(), Input)
	case KindTuple:
		return fewer(t.Elems(), Tuple)
	case KindUnion:
		return fewer(t.Elems(), Union)
	case KindObject:
		return fewerProperties(t.Properties())
	case KindConst, KindEnum:
		return []Type{t.Elem()}
	case KindBool:
		return nil
	}
	return []Type{Bool}
}

func around(elem Type, wrap func(Type) Type) []Type {
	all := []Type{elem}
	for _, s := range simpler(elem) {
		all = append(all, wrap(s))
	}
	return all
}

func fewer(elems []Type, wrap func(...Type) Type) []Type {
	all := slices.Clone(elems)
	for i := range elems {
		all = append(all, wrap(slices.Delete(slices.Clone(elems), i, i+1)...))
	}
	for i, e := range elems {
		for _, s := range simpler(e) {
			changed := slices.Clone(elems)
			changed[i] = s
			all = append(all, wrap(changed...))
		}
	}
	return all
}

func fewerProperties(props []Property) []Type {
	var all []Type
	for i, p := range props {
		all = append(all, p.Type, Object(slices.Delete(slices.Clone(props), i, i+1)...))
		for _, s := range simpler(p.Type) {
			changed := slices.Clone(props)
			changed[i].Type = s
			all = append(all, Object(changed...))
		}
	}
	return all
}

// What breaks a law is shown with nothing in it that does not matter.
func TestShrinking(t *testing.T) {
	t.Parallel()
	large := typeOf(t, "list(object({x = tuple(int, map(output(set(string))), bool), y = union(id, list(asset), none)}))")
	noSet := func(ts []Type) bool { return !strings.Contains(ts[0].Exact(), "set") }
	if got := shrink([]Type{large}, noSet)[0]; got != Set(Bool) {
		t.Errorf("got %v, want set(bool)", got)
	}
	pair := []Type{Object(Property{"a", List(Int)}, Property{"b", Const(String, cty.StringVal("x"))}), Optional(Map(List(String)))}
	convert := func(ts []Type) bool { return Convert(ts[0], ts[1]) == FitUnsafe }
	if got := shrink(pair, func(ts []Type) bool { return !convert(ts) }); len(got[0].Exact())+len(got[1].Exact()) > len("object({})map(bool)") {
		t.Errorf("got %v, want something smaller", got)
	}
}
