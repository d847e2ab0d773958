package typesys

import (
	"strconv"
	"testing"

	"github.com/zclconf/go-cty/cty"
)

// keyOf reads a key: a number if it looks like one, and a text otherwise.
func keyOf(text string) cty.Value {
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return cty.NumberFloatVal(f)
	}
	return cty.StringVal(text)
}

func TestTraverse(t *testing.T) {
	t.Parallel()
	const fine = ""
	for _, c := range []struct{ receiver, key, want, problem string }{
		{"dynamic", "x", "dynamic", fine},
		{"list(string)", "0", "string", fine},
		{"list(string)", "-7", "string", fine},
		{"list(object({a = int}))", "a", "object({a = int})", fine},
		{"map(int)", "k", "int", fine},
		{"map(int)", "3", "int", fine},
		{"tuple(int, string)", "1", "string", fine},
		{"tuple(int, string)", "2", "dynamic", "index out of range"},
		{"tuple(int, string)", "9", "dynamic", "index out of range"},
		{"tuple(int, string)", "-1", "dynamic", "index out of range"},
		{"tuple(int, string)", "0.5", "dynamic", "index is not an integer"},
		{"tuple(int, string)", "a", "dynamic", "index is not an integer"},
		{"object({a = int, b = string})", "b", "string", fine},
		{"object({fooBar = int})", "foobar", "int", "wrong case"},
		{"object({a = int})", "c", "dynamic", "unknown property"},
		{"union(object({a = int}), object({a = string}))", "a", "union(int, string)", fine},
		{"union(object({a = int}), none)", "a", "union(int, none)", fine},
		{"union(object({a = int}), string)", "a", "int", fine},
		{"union(object({a = int}), none)", "b", "dynamic", "no union member"},
		{"union(string, int)", "b", "dynamic", "no union member"},
		{"union(null, input(null))", "b", "none", "receiver is none"},
		{"union(null, none)", "b", "none", "receiver is none"},
		{"union(object({A = int}), string)", "a", "int", "wrong case"},
		{"union(object({A = int}), object({a = int}))", "a", "int", fine},
		{"output(object({a = int}))", "a", "output(int)", fine},
		{"output(union(object({a = int}), none))", "a", "output(union(int, none))", fine},
		{"output(object({a = int}))", "b", "output(dynamic)", "unknown property"},
		{"promise(list(int))", "0", "promise(int)", fine},
		{"input(object({a = input(int)}))", "a", "input(int)", fine},
		{"enum", "x", "dynamic", "no members"},
		{"set(string)", "0", "dynamic", "no members"},
		{"string", "x", "dynamic", "no members"},
		{"\"a\"", "x", "dynamic", "no members"},
		{"Asset", "x", "dynamic", "no members"},
		{"none", "x", "none", "receiver is none"},
		{"null", "x", "none", "receiver is none"},
	} {
		got, problem := Traverse(typeOf(t, c.receiver), keyOf(c.key))
		if want := typeOf(t, c.want); got != want {
			t.Errorf("%s[%s]: got %v, want %v", c.receiver, c.key, got, want)
		}
		kind := fine
		if problem != nil {
			kind = problem.Kind.String()
		}
		if kind != c.problem {
			t.Errorf("%s[%s]: got problem %q, want %q", c.receiver, c.key, kind, c.problem)
		}
	}
}

func TestTraverseKeysOfOtherTypes(t *testing.T) {
	t.Parallel()
	null := cty.NullVal(cty.DynamicPseudoType)
	for _, c := range []struct {
		receiver, want string
		kind           TraverseProblemKind
	}{
		{"list(int)", "int", IndexNotNumber},
		{"map(int)", "int", KeyNotString},
		{"object({a = int})", "dynamic", KeyNotString},
		{"tuple(int)", "dynamic", IndexNotInteger},
	} {
		got, problem := Traverse(typeOf(t, c.receiver), null)
		if got != typeOf(t, c.want) || problem == nil || problem.Kind != c.kind {
			t.Errorf("%s[null]: got %v and %+v, want %s and %v", c.receiver, got, problem, c.want, c.kind)
		}
	}
}

func TestTraverseProblemDetails(t *testing.T) {
	t.Parallel()
	_, p := Traverse(typeOf(t, "object({fooBar = int})"), cty.StringVal("foobar"))
	if p.Actual != "fooBar" || !p.Warning {
		t.Errorf("wrong case: got %+v, want the actual name as a warning", p)
	}
	_, p = Traverse(typeOf(t, "output(object({b = int, a = int}))"), cty.StringVal("c"))
	if len(p.Names) != 2 || p.Names[0] != "a" || p.Names[1] != "b" || p.Warning || p.Kind != UnknownProperty {
		t.Errorf("unknown property: got %+v, want the names a and b as an error", p)
	}
	_, p = Traverse(typeOf(t, "union(object({a = int}), string, none)"), cty.StringVal("c"))
	if len(p.Causes) != 3 || p.Kind != NoUnionMember {
		t.Errorf("union: got %+v, want three causes", p)
	}
	if got, p := Traverse(Object(Property{"9", Int}), cty.NumberIntVal(9)); got != Int || p != nil {
		t.Errorf("number as a name: got %v and %+v, want int", got, p)
	}
	if _, p = Traverse(None, cty.StringVal("c")); !p.Warning {
		t.Errorf("none: got an error, want a warning")
	}
}

func TestIterate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ collection, key, value, wrapped string }{
		{"list(string)", "int", "string", "bool"},
		{"map(string)", "string", "string", "bool"},
		{"tuple(1, string)", "int", "string", "bool"},
		{"tuple()", "int", "none", "bool"},
		{"object({a = 1, b = int})", "string", "int", "bool"},
		{"object({b = 2, a = 1})", "string", "union(1, 2)", "bool"},
		{"dynamic", "dynamic", "dynamic", "bool"},
		{"output(dynamic)", "dynamic", "dynamic", "output(bool)"},
		{"union(list(string), none)", "int", "string", "bool"},
		{"output(union(list(string), none))", "int", "string", "output(bool)"},
		{"union(output(list(string)), none)", "int", "string", "bool"},
		{"promise(list(string))", "int", "string", "promise(bool)"},
		{"promise(output(list(string)))", "int", "string", "output(bool)"},
		{"input(list(string))", "int", "string", "input(bool)"},
	} {
		it := Iterate(typeOf(t, c.collection))
		if !it.OK || it.Key != typeOf(t, c.key) || it.Value != typeOf(t, c.value) || it.Wrap(Bool) != typeOf(t, c.wrapped) {
			t.Errorf("%s: got %v, %v, %v, %v, want %s, %s and %s", c.collection, it.OK, it.Key, it.Value, it.Wrap(Bool), c.key, c.value, c.wrapped)
		}
	}
	for _, text := range []string{"string", "set(string)", "union(list(int), map(int))", "none", "null", "union(list(int), null)"} {
		if it := Iterate(typeOf(t, text)); it.OK || it.Key != Dynamic || it.Value != Dynamic {
			t.Errorf("%s: got %v, %v, %v, want no iteration", text, it.OK, it.Key, it.Value)
		}
	}
}

func TestIndex(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ collection, elem, key string }{
		{"union(list(string), none)", "string", "int"},
		{"output(list(string))", "output(string)", "int"},
		{"map(number)", "number", "string"},
		{"tuple(1, 2)", "union(1, 2)", "int"},
		{"object({a = int, b = output(string)})", "output(string)", "string"},
		{"dynamic", "dynamic", "dynamic"},
	} {
		elem, key, ok := Index(typeOf(t, c.collection))
		if !ok || elem != typeOf(t, c.elem) || key != typeOf(t, c.key) {
			t.Errorf("%s: got %v by %v (%v), want %s by %s", c.collection, elem, key, ok, c.elem, c.key)
		}
	}
	if _, _, ok := Index(String); ok {
		t.Error("string: got an element, want none")
	}
}

// The tail is a traversal of the element, or the element itself without a key.
func TestSplat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, tail, want string }{
		{"list(object({a = string}))", "a", "list(string)"},
		{"union(list(object({a = string})), none)", "a", "list(string)"},
		{"set(object({a = string}))", "a", "list(string)"},
		{"output(union(list(object({n = string})), none))", "n", "output(list(string))"},
		{"map(string)", "", "list(map(string))"},
		{"object({name = output(string)})", "name", "list(output(string))"},
		{"list(object({id = output(id)}))", "id", "list(output(id))"},
		{"string", "", "list(string)"},
		{"union(string, none)", "", "list(string)"},
		{"tuple(object({a = 1}), object({a = int}))", "a", "list(int)"},
		{"dynamic", "a", "list(dynamic)"},
		{"null", "", "list(null)"},
		{"output(list(string))", "", "output(list(string))"},
	} {
		tail, wrap := Splat(typeOf(t, c.source))
		if c.tail != "" {
			tail, _ = Traverse(tail, keyOf(c.tail))
		}
		if got := wrap(List(tail)); got != typeOf(t, c.want) {
			t.Errorf("%s[*].%s: got %v, want %s", c.source, c.tail, got, c.want)
		}
	}
}

func TestLift(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		result string
		args   []string
		want   string
		kind   Eventuality
	}{
		{"string", nil, "string", EventualPlain},
		{"string", []string{"int", "list(string)"}, "string", EventualPlain},
		{"string", []string{"object({a = output(int)})"}, "output(string)", EventualOutput},
		{"string", []string{"promise(int)"}, "promise(string)", EventualPromise},
		{"string", []string{"promise(list(output(int)))"}, "output(string)", EventualOutput},
		{"list(output(string))", []string{"promise(int)", "union(none, output(int))"}, "output(list(string))", EventualPromise},
		{"list(promise(string))", []string{"promise(int)"}, "promise(list(string))", EventualPromise},
	} {
		var args []Type
		for _, text := range c.args {
			args = append(args, typeOf(t, text))
		}
		if got := Lift(typeOf(t, c.result), args...); got != typeOf(t, c.want) {
			t.Errorf("%s lifted by %v: got %v, want %s", c.result, args, got, c.want)
		}
		if len(args) > 0 && EventualityOf(args[0]) != c.kind {
			t.Errorf("%v: got %v, want %v", args[0], EventualityOf(args[0]), c.kind)
		}
	}
}

func TestStripAndUnwrapped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ t, stripped, unwrapped string }{
		{"string", "string", "string"},
		{"output(union(promise(list(int)), none))", "list(int)", "output(union(promise(list(int)), none))"},
		{"union(output(list(int)), none)", "list(int)", "output(list(int))"},
		{"union(int, string, none)", "union(int, string, none)", "union(int, string)"},
		{"input(union(int, none))", "int", "input(int)"},
		{"none", "none", "none"},
		{"union(int, null)", "union(int, null)", "union(int, null)"},
	} {
		in := typeOf(t, c.t)
		if got := Strip(in); got != typeOf(t, c.stripped) {
			t.Errorf("%s stripped: got %v, want %s", c.t, got, c.stripped)
		}
		if got := Unwrapped(in); got != typeOf(t, c.unwrapped) {
			t.Errorf("%s unwrapped: got %v, want %s", c.t, got, c.unwrapped)
		}
	}
}
