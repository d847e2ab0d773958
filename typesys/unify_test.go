package typesys

import "testing"

func TestUnify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, b, safe, unsafe string }{
		{"int", "number", "number", "number"},
		{"number", "string", "string", "string"},
		{"bool", "number", "union(bool, number)", "number"},
		{"string", "id", "string", "string"},
		{"list(int)", "none", "union(list(int), none)", "union(list(int), none)"},
		{"string", "null", "union(null, string)", "union(null, string)"},
		{"\"a\"", "\"b\"", "union(\"a\", \"b\")", "union(\"a\", \"b\")"}, // the reference takes the first, unsafely
		{"1", "int", "int", "int"},
		{"1", "2", "union(1, 2)", "union(1, 2)"},
		{"1", "bool", "union(1, bool)", "int"},
		{"1", "true", "union(1, true)", "union(1, true)"},
		{"1", "string", "string", "string"},
		{"\"a\"", "enum", "union(\"a\", enum)", "enum"},
		{"string", "enum", "union(enum, string)", "enum"},
		{"dynamic", "bool", "union(dynamic, bool)", "bool"},
		{"object({})", "object({a = string})", "object({a = union(string, none)})", "object({a = union(string, none)})"},
		{
			"object({a = string})", "object({b = string})",
			"object({a = union(string, none), b = union(string, none)})", "object({a = union(string, none), b = union(string, none)})",
		},
		{"object({a = bool})", "object({a = number})", "union(object({a = bool}), object({a = number}))", "object({a = number})"},
		{"object({a = string})", "map(number)", "map(string)", "map(string)"},
		{"tuple(number)", "tuple(string, string)", "tuple(string, union(string, none))", "tuple(string, union(string, none))"},
		{"tuple()", "list(number)", "list(number)", "list(number)"},
		{"tuple(object({a = string}))", "list(object({b = string}))", "list(object({b = string}))", "list(object({b = string}))"},
		{"list(bool)", "list(number)", "union(list(bool), list(number))", "list(number)"},
		{"list(string)", "set(bool)", "list(string)", "list(string)"},
		{"output(string)", "number", "output(string)", "output(string)"},
		{"output(number)", "string", "union(output(number), string)", "output(number)"},
		{"output(string)", "promise(number)", "output(string)", "output(string)"},
		{"output(object({a = string}))", "object({b = string})", "output(object({a = string}))", "output(object({a = string}))"},
		{"output(string)", "union(string, none)", "union(output(string), string, none)", "output(string)"},
		{"union(number, string)", "bool", "union(number, string)", "union(number, string)"},
		{"union(string, none)", "union(number, none)", "union(string, none)", "union(string, none)"},
		{"set(bool)", "set(number)", "union(set(bool), set(number))", "set(number)"},
		{"set(bool)", "tuple(number)", "union(set(bool), tuple(number))", "set(number)"},
		{"map(bool)", "map(number)", "union(map(bool), map(number))", "map(number)"},
		{"output(bool)", "output(number)", "union(output(bool), output(number))", "output(number)"},
		{"promise(bool)", "promise(number)", "union(promise(bool), promise(number))", "promise(number)"},
		{"list(string)", "map(string)", "union(list(string), map(string))", "union(list(string), map(string))"},
		{"Asset", "Archive", "union(Archive, Asset)", "union(Archive, Asset)"},
	} {
		for _, order := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			a, b := typeOf(t, order[0]), typeOf(t, order[1])
			if got := UnifySafe(a, b); got != typeOf(t, c.safe) {
				t.Errorf("safely %s with %s: got %v, want %s", order[0], order[1], got, c.safe)
			}
			if got := UnifyUnsafe(a, b); got != typeOf(t, c.unsafe) {
				t.Errorf("unsafely %s with %s: got %v, want %s", order[0], order[1], got, c.unsafe)
			}
		}
	}
}

func TestUnifyMany(t *testing.T) {
	t.Parallel()
	if got := UnifySafe(); got != None {
		t.Errorf("nothing: got %v, want none", got)
	}
	if got, want := UnifySafe(Int, None, Number), Optional(Number); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := UnifyUnsafe(Bool, Int, List(Int)), Union(Int, List(Int)); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// What a unification finds out must not change what a conversion answers.
func TestUnifyLeavesConversionAlone(t *testing.T) {
	t.Parallel()
	a, b := Object(Property{"a", String}), Object(Property{"b", String})
	if _, fit := Unify(a, b); fit != FitSafe {
		t.Errorf("unification: got %v, want safe", fit)
	}
	if fit := Convert(a, b); fit != FitNone {
		t.Errorf("conversion: got %v, want none", fit)
	}
}
