package typesys

import (
	"testing"

	"github.com/zclconf/go-cty/cty"
)

// This file holds what the rules of the language except from the laws, each with
// the smallest types that show it.

// Properties that the destination does not have are ignored. So what an object
// lost on the way of a chain may be what keeps it from the end.
func TestIgnoredPropertiesBreakTransitivity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, over, to, want string }{
		{"object({a = string, b = string})", "object({a = string})", "object({a = string, b = union(number, none)})", "U"},
		{"object({a = Asset})", "object({})", "object({a = union(string, none)})", "-"},
		{"object({a = Asset, b = int})", "object({b = int})", "map(int)", "-"},
	} {
		checkConvert(t, c.over, c.from, "S")
		checkConvert(t, c.to, c.over, "S")
		checkConvert(t, c.to, c.from, c.want)
	}
}

// Something eventual inside an output is part of what is eventual; beside one it
// is not. The reference has nothing eventual inside an output.
func TestEventualInsideEventualBreaksTransitivity(t *testing.T) {
	t.Parallel()
	checkConvert(t, "output(list(output(string)))", "list(output(string))", "S")
	checkConvert(t, "output(list(string))", "output(list(output(string)))", "S")
	checkConvert(t, "output(list(string))", "list(output(string))", "-")
	checkConvert(t, "promise(list(promise(string)))", "list(promise(string))", "S")
	checkConvert(t, "promise(list(string))", "promise(list(promise(string)))", "S")
	checkConvert(t, "promise(list(string))", "list(promise(string))", "-")
}

// Dynamic converts unsafely to everything else, also to what has it as a part.
func TestDynamicIsSafeForNothingElse(t *testing.T) {
	t.Parallel()
	for _, dst := range []string{"string", "output(dynamic)", "union(dynamic, int)", "list(dynamic)", "promise(dynamic)"} {
		checkConvert(t, dst, "dynamic", "U")
	}
	checkConvert(t, "dynamic", "output(string)", "S") // the one plain place that takes outputs
	if u := UnifySafe(Dynamic, Bool); Convert(u, Dynamic) != FitUnsafe || u != Union(Dynamic, Bool) {
		t.Errorf("got %v, want a union that dynamic converts to unsafely", u)
	}
}

// A place takes an output of its own type when an alternative of it is an output.
func TestPlacesWithOutputsTakeOutputs(t *testing.T) {
	t.Parallel()
	checkConvert(t, "union(string, output(string))", "output(union(string, output(string)))", "S")
	checkConvert(t, "input(string)", "output(input(string))", "S")
	checkConvert(t, "list(output(string))", "output(list(output(string)))", "-")
	checkConvert(t, "promise(string)", "output(promise(string))", "-")
}

// There is nothing to wait for in none, so no place waits for it.
func TestNoneIsNoInput(t *testing.T) {
	t.Parallel()
	if Input(None) != None || Input(Promise(None)) != None {
		t.Errorf("got %v and %v, want none", Input(None), Input(Promise(None)))
	}
	checkConvert(t, "none", "output(none)", "-")
	checkConvert(t, "none", "promise(none)", "-")
}

// A tuple is assignable to a shorter one, and to a longer one whose rest may be
// absent; it converts to neither.
func TestAssignableTuplesNeedNotConvert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dst, src string }{
		{"tuple(string)", "tuple(string, int)"}, {"tuple(string, union(int, none))", "tuple(string)"},
	} {
		if !Assignable(typeOf(t, c.dst), typeOf(t, c.src)) {
			t.Errorf("%s <- %s is not assignable", c.dst, c.src)
		}
		checkConvert(t, c.dst, c.src, "-")
	}
}

// The side to which the other converts better wins as it is, though objects count
// as convertible while a unification compares. So the other need not convert.
func TestDominatingSidesAreNoUpperBound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b, want string }{
		{"tuple(object({a = string}))", "list(object({b = string}))", "list(object({b = string}))"},
		{"output(object({a = string}))", "object({b = string})", "output(object({a = string}))"},
		{"promise(object({a = string}))", "object({b = string})", "promise(object({a = string}))"},
		{"object({a = string})", "union(object({b = string}), none)", "union(object({b = string}), none)"},
	} {
		a, b := typeOf(t, c.a), typeOf(t, c.b)
		got := UnifySafe(a, b)
		if got != typeOf(t, c.want) {
			t.Errorf("%s with %s: got %v, want %s", c.a, c.b, got, c.want)
		}
		if Convert(got, a) != FitNone && Convert(got, b) != FitNone {
			t.Errorf("%s with %s: %v accepts both; the exception is not needed", c.a, c.b, got)
		}
	}
}

// Of tuples with different lengths the longer tail becomes optional, but only
// tuples of one length convert.
func TestUnifiedTuplesOfDifferentLengthsAreNoUpperBound(t *testing.T) {
	t.Parallel()
	short, long := Tuple(Number), Tuple(String, String)
	got := UnifySafe(short, long)
	if got != Tuple(String, Optional(String)) || Convert(got, short) != FitNone || Convert(got, long) != FitSafe {
		t.Errorf("got %v, to which the tuples convert %v and %v", got, Convert(got, short), Convert(got, long))
	}
}

// A fold is not associative: what wins early takes part no more.
func TestUnificationOfManyDependsOnTheirOrder(t *testing.T) {
	t.Parallel()
	legs := typeOf(t, "legs")
	first, last := UnifySafe(legs, Output(legs), Bool), UnifySafe(legs, Bool, Output(legs))
	if first == last {
		t.Errorf("got %v in both orders; the exception is not needed", first)
	}
}

// A union behind a wrapper among the members of a union says by itself what a
// step gives; without the wrapper its members are among the others. Here none has
// no say in the first case, and gives none in the second.
func TestNestedUnionsDoNotTraverseAsOne(t *testing.T) {
	t.Parallel()
	nested := typeOf(t, "union(dynamic, output(union(bool, none)))")
	if got, _ := Traverse(nested, cty.StringVal("a")); got != Dynamic {
		t.Errorf("nested: got %v, want dynamic", got)
	}
	if got, _ := Traverse(PlainShape(nested), cty.StringVal("a")); got != Optional(Dynamic) {
		t.Errorf("plain: got %v, want dynamic?", got)
	}
}
