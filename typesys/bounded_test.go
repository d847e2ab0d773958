package typesys

import (
	"fmt"
	"testing"

	"github.com/zclconf/go-cty/cty"
)

// differing are n types that differ in ways that once took time in proportion to the square of n or more.
func differing(n int) map[string][]Type {
	all := map[string][]Type{}
	for i := range n {
		number, name := Const(Int, cty.NumberIntVal(int64(i))), fmt.Sprintf("z%d", i)
		all["names"] = append(all["names"], Object(Property{name, Int}))
		all["constants"] = append(all["constants"], Object(Property{"k", number}, Property{"t", Tuple(number, String)}))
		all["tuples"] = append(all["tuples"], Tuple(number, Const(String, cty.StringVal(name))))
		all["both"] = append(all["both"], Object(Property{"k", number}), Object(Property{"k", number}, Property{"o", Bool}))
		all["one is wide"] = append(all["one is wide"], Object(Property{name, Int}))
		text := []Type{Const(String, cty.StringVal(name)), String, Null}
		all["texts"] = append(all["texts"], Object(Property{"k", text[i%2]}), Object(Property{"o", text[2*(i%2)]}))
	}
	all["one is wide"] = append([]Type{Object(widened(n)...)}, all["one is wide"]...)
	return all
}

func widened(n int) (props []Property) {
	for i := range n {
		props = append(props, Property{fmt.Sprintf("z%d", i), Int})
	}
	return props
}

// TestUniteLiteralsAtOnce: literals that differ in constants only are united as they would be one by one.
func TestUniteLiteralsAtOnce(t *testing.T) {
	t.Parallel()
	for name, ts := range differing(12) {
		one := ts[0]
		for _, next := range ts[1:] {
			if unified, fit := UnifyAfresh(one, next); fit == FitSafe {
				one = unified
			} else {
				one = Union(one, next)
			}
		}
		if got := UnifySafe(ts...); got != one {
			t.Errorf("%s: got %v, want %v", name, got, one)
		}
	}
}

// TestUnificationIsBounded: the common type of many different types is dynamic beyond a number of members, and found with little work.
// Many constants are their base. Equal types never count.
func TestUnificationIsBounded(t *testing.T) {
	t.Parallel()
	wanted := map[string]string{
		"constants": "object({k = int, t = tuple(int, string)})", "tuples": "tuple(int, string)", "both": "object({k = int, o = union(bool, none)})",
		"texts": `object({k = union(string, none), o = union(string, none)})`,
		"names": "dynamic", "one is wide": "dynamic",
	}
	for name, ts := range differing(5_000) {
		if got := UnifySafe(ts...); got != typeOf(t, wanted[name]) {
			t.Errorf("%s: got %s, want %s", name, Short(got, 100), wanted[name])
		}
	}
	for name, ts := range differing(3) {
		var many []Type
		for i := range 50_000 {
			many = append(many, ts[i%3])
		}
		if got, want := UnifySafe(many...), UnifySafe(ts[:3]...); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	wide := widened(600)
	a, b := Object(wide...), Object(append(wide[1:], Property{"other", Int})...)
	if got := UnifySafe(a, b); got != Dynamic {
		t.Errorf("two wide objects: got %s, want dynamic", Short(got, 100))
	}
	chain := None // as of branches, each of which is another object or the value before
	for i := range 3_000 {
		if chain = UnifySafe(Object(Property{fmt.Sprintf("z%d", i), Int}), chain); chain.size() > maxUnified+10 {
			t.Fatalf("%d branches have a type with %d parts", i, chain.size())
		}
	}
	// Each member of a union is compared with each of the other one.
	var u, v []Type
	for i := range 240 {
		u, v = append(u, Tuple(Int, Opaque(fmt.Sprint("u", i)))), append(v, Object(Property{fmt.Sprint("v", i), Opaque(fmt.Sprint("v", i))}))
	}
	pairs := newUnification()
	if pairs.unify(Union(u...), Union(v...)); pairs.pairs > 2*maxPairs {
		t.Errorf("%d pairs were compared, want at most %d", pairs.pairs, maxPairs)
	}
}

// TestCommonTypeIsRemembered: each loop over a collection needs the common type of its elements.
func TestCommonTypeIsRemembered(t *testing.T) {
	ts := differing(100)["constants"]
	tuple := Tuple(ts...)
	Iterate(tuple)
	if n := testing.AllocsPerRun(10, func() { Iterate(tuple) }); n > 5 {
		t.Errorf("%v allocations, want a few", n)
	}
	if got, want := Iterate(tuple).Value, UnifySafe(ts...); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
