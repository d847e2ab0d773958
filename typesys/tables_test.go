package typesys

import "testing"

// This file has the tables of every kind of type, and of every pair of kinds.
// (docs/language/types.md, docs/language/shapes.md, docs/language/conversions.md)

// Each kind in its notations.
func TestNotationsOfEveryKind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ t, display, structural string }{
		{"none", "none", "none"},
		{"bool", "bool", "bool"},
		{"int", "int", "int"},
		{"number", "number", "number"},
		{"string", "string", "string"},
		{"id", "id", "id"},
		{"dynamic", "dynamic", "dynamic"},
		{"Asset", "Asset", "Asset"},
		{"type(pkg:mod:Tok)", "Tok", "type(pkg:mod:Tok)"},
		{"union(type(pkg:mod:Tok), string, none)", "string?", "union(none, string, type(pkg:mod:Tok))"},
		{"list(int)", "list(int)", "list(int)"},
		{"set(int)", "set(int)", "set(int)"},
		{"map(int)", "map(int)", "map(int)"},
		{"tuple(int, bool)", "[int, bool]", "tuple(int, bool)"},
		{"tuple()", "[]", "tuple()"},
		{"object({a = int, b = bool})", "{ a: int, b: bool }", "object({a = int, b = bool})"},
		{"object({b = bool, a = int})", "{ a: int, b: bool }", "object({a = int, b = bool})"},
		{"object({})", "{}", "object({})"},
		{"union(int, bool)", "bool | int", "union(bool, int)"},
		{"union(int, bool, none)", "(bool | int)?", "union(bool, int, none)"},
		{"union()", "never", "union()"},
		{"enum", `enum("a" | "b")`, `enum(p:m:E(string): cty.StringVal("a"),cty.StringVal("b"))`},
		{"\"a\"", "string", `cty.StringVal("a")`},
		{"declared(string, \"a\")", `"a"`, `cty.StringVal("a")`},
		{"declared(int, 1)", "1", "cty.NumberIntVal(1)"},
		{"1", "int", "cty.NumberIntVal(1)"},
		{"2.5", "number", "cty.NumberFloatVal(2.5)"},
		{"true", "bool", "cty.True"},
		{"union(1, 2, \"a\", none)", "(int | string)?", "union(cty.NumberIntVal(1), cty.NumberIntVal(2), cty.StringVal(\"a\"), none)"},
		{"tuple(1, union(true, bool))", "[int, bool]", "tuple(cty.NumberIntVal(1), union(bool, cty.True))"},
		{"null", "null", "cty.NullVal(cty.DynamicPseudoType)"},
		{"promise(int)", "promise(int)", "promise(int)"},
		{"output(int)", "output(int)", "output(int)"},
		{"input(int)", "input(int)", "union(int, output(int))"},
	} {
		in := typeOf(t, c.t)
		if in.String() != c.display || in.Structural() != c.structural {
			t.Errorf("%s: got %s and %s, want %s and %s", c.t, in, in.Structural(), c.display, c.structural)
		}
	}
	if got := (Type{}).String() + (Type{}).Structural() + (Type{}).Exact(); got != "invalidinvalidinvalid" {
		t.Errorf("the zero Type: got %s", got)
	}
}

// The normalising constructors.
func TestNormalisation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule string
		got  Type
		want string
	}{
		{"unions are flattened", Union(Union(Int, Bool), Union(String, None)), "union(bool, int, string, none)"},
		{"equal members count once", Union(Int, Bool, Int), "union(bool, int)"},
		{"the order does not matter", Union(Union(String, Int), Bool), "union(bool, int, string)"},
		{"one member is that type", Union(Int, Int), "int"},
		{"no member is the empty union", Union(), "union()"},
		{"dynamic does not absorb", Union(Dynamic, Int), "union(dynamic, int)"},
		{"an option of an option is one", Optional(Optional(Int)), "union(int, none)"},
		{"an option of none is none", Optional(None), "none"},
		{"an option of dynamic is a union", Optional(Dynamic), "union(dynamic, none)"},
		{"lifting removes outputs at any depth", Lifted(List(Output(Map(Promise(Int))))), "output(list(map(int)))"},
		{"an output of an output is one", Output(Output(Int)), "output(int)"},
		{"an output of a promise is an output", Output(Promise(Int)), "output(int)"},
		{"an output of an input is an output", Output(Input(Int)), "output(int)"},
		{"an output keeps what is further in", Output(List(Output(Int))), "output(list(output(int)))"},
		{"a promise of a promise is one", Promise(Promise(Int)), "promise(int)"},
		{"a promise of an output is a type of its own", Promise(Output(Int)), "promise(output(int))"},
		{"an input of an output is that output", Input(Output(Int)), "output(int)"},
		{"an input of an input is one", Input(Input(Int)), "input(int)"},
		{"an input of a promise is one of what it holds", Input(Promise(Int)), "input(int)"},
		{"dynamic gains nothing as an input", Input(Dynamic), "dynamic"},
		{"nor does none", Input(None), "none"},
		{"nor does the empty union", Input(Union()), "union()"},
		{"of members with one name the last counts", Object(Property{"a", Int}, Property{"b", ID}, Property{"a", Bool}), "object({a = bool, b = id})"},
	} {
		if want := typeOf(t, c.want); c.got != want {
			t.Errorf("%s: got %s, want %s", c.rule, c.got.Exact(), c.want)
		}
	}
}

// What contains and what resolves eventuals.
func TestEventualFunctions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		t                 string
		outputs, promises bool
		plain, unpromised string
		kind              Eventuality
	}{
		{"int", false, false, "int", "int", EventualPlain},
		{"output(int)", true, false, "int", "output(int)", EventualOutput},
		{"promise(int)", false, true, "int", "int", EventualPromise},
		{"input(int)", true, false, "int", "input(int)", EventualOutput},
		{"list(output(int))", true, false, "list(int)", "list(output(int))", EventualOutput},
		{"set(promise(int))", false, true, "set(int)", "set(int)", EventualPromise},
		{"map(promise(output(int)))", true, true, "map(int)", "map(output(int))", EventualOutput},
		{"tuple(int, output(id))", true, false, "tuple(int, id)", "tuple(int, output(id))", EventualOutput},
		{"object({a = promise(int), b = output(int)})", true, true, "object({a = int, b = int})", "object({a = int, b = output(int)})", EventualOutput},
		{"union(int, output(int))", true, false, "int", "union(int, output(int))", EventualOutput},
		{"output(list(promise(output(int))))", true, true, "list(int)", "output(list(output(int)))", EventualOutput},
		{"enum", false, false, "enum", "enum", EventualPlain},
		{"dynamic", false, false, "dynamic", "dynamic", EventualPlain},
	} {
		in := typeOf(t, c.t)
		if in.ContainsOutputs() != c.outputs || in.ContainsPromises() != c.promises || in.ContainsEventuals() != (c.outputs || c.promises) {
			t.Errorf("%s: outputs %v, promises %v", c.t, in.ContainsOutputs(), in.ContainsPromises())
		}
		if PlainShape(in) != typeOf(t, c.plain) || ResolvePromises(in) != typeOf(t, c.unpromised) || EventualityOf(in) != c.kind {
			t.Errorf("%s: got %v, %v and %v", c.t, PlainShape(in), ResolvePromises(in), EventualityOf(in))
		}
	}
}

// What a parameter accepts, in our form and flattened as the
// reference has it.
func TestInputTypes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ t, want, reference string }{
		{"none", "none", "none"},
		{"dynamic", "dynamic", "dynamic"},
		{"string", "input(string)", "union(string, output(string))"},
		{"id", "input(id)", "union(id, output(id))"},
		{"\"a\"", "input(\"a\")", "union(\"a\", output(\"a\"))"},
		{"enum", "input(enum)", "union(enum, output(enum))"},
		{"Asset", "input(Asset)", "union(Asset, output(Asset))"},
		{"output(string)", "output(string)", "output(string)"},
		{"list(string)", "input(list(input(string)))", "union(list(union(string, output(string))), output(list(string)))"},
		{"map(string)", "input(map(input(string)))", "union(map(union(string, output(string))), output(map(string)))"},
		{"set(string)", "input(set(string))", "union(set(string), output(set(string)))"},
		{"tuple(string, int)", "input(tuple(input(string), input(int)))", "union(tuple(union(string, output(string)), union(int, output(int))), output(tuple(string, int)))"},
		{"object({a = int})", "input(object({a = input(int)}))", "union(object({a = union(int, output(int))}), output(object({a = int})))"},
		{"union(string, none)", "input(union(input(string), none))", "union(string, none, output(string), output(union(string, none)))"},
		{"list(output(string))", "input(list(output(string)))", "union(list(output(string)), output(list(string)))"},
	} {
		got := InputType(typeOf(t, c.t))
		if got != typeOf(t, c.want) || Reference.View(got) != typeOf(t, c.reference) {
			t.Errorf("%s: got %s and %s, want %s and %s", c.t, got.Exact(), Reference.View(got).Exact(), c.want, c.reference)
		}
		if got.Structural() != typeOf(t, c.reference).Structural() {
			t.Errorf("%s: structural: got %s, want %s", c.t, got.Structural(), typeOf(t, c.reference).Structural())
		}
	}
}

// oneOfEachKind are types of all kinds that a conversion tells apart, with bool
// inside where there is an inside.
var oneOfEachKind = []string{
	"none", "bool", "Asset", "enum", "list(bool)", "set(bool)", "map(bool)", "tuple(bool)", "object({a = bool})", "promise(bool)", "output(bool)",
}

// Every pair of kinds, rows what is wanted, columns what is given.
func TestConvertEveryPairOfKinds(t *testing.T) {
	t.Parallel()
	for i, row := range []string{
		"S----------", // none
		"-S---------", // bool
		"--S--------", // Asset
		"-U-S-------", // enum, of strings
		"----SS-S---", // list
		"----US-U---", // set
		"------S-S--", // map
		"----UU-S---", // tuple
		"------U-S--", // object
		"-S-------S-", // promise
		"-S-------SS", // output
	} {
		for j, src := range oneOfEachKind {
			checkConvert(t, oneOfEachKind[i], src, row[j:j+1])
		}
		checkConvert(t, oneOfEachKind[i], "dynamic", "U")
		checkConvert(t, "dynamic", oneOfEachKind[i], "S")
		checkConvert(t, "input("+oneOfEachKind[i]+")", oneOfEachKind[i], "S")
		checkConvert(t, "union(Archive, "+oneOfEachKind[i]+")", oneOfEachKind[i], "S")
	}
}

// The same for assignability, which is stricter.
func TestAssignEveryPairOfKinds(t *testing.T) {
	t.Parallel()
	for i, row := range []string{
		"S----------", // none
		"-S---------", // bool
		"--S--------", // Asset
		"---S-------", // enum
		"----S--S---", // list
		"-----S-----", // set
		"------S-S--", // map
		"-------S---", // tuple
		"--------S--", // object
		"-S-------S-", // promise
		"-S-------SS", // output
	} {
		for j, src := range oneOfEachKind {
			if got := Assignable(typeOf(t, oneOfEachKind[i]), typeOf(t, src)); got != (row[j] == 'S') {
				t.Errorf("%s <- %s: got %v, want %c", oneOfEachKind[i], src, got, row[j])
			}
		}
	}
}

// Every pair of primitives. A side to which the other converts better
// wins before the order of primitives counts: so a number with an id is an id.
func TestUnifyPrimitives(t *testing.T) {
	t.Parallel()
	names := []string{"string", "number", "int", "bool", "id"}
	for i, row := range [][]string{
		{"string", "string", "string", "string", "string"},
		{"string", "number", "number", "number", "id"},
		{"string", "number", "int", "int", "id"},
		{"string", "number", "int", "bool", "id"},
		{"string", "id", "id", "id", "id"},
	} {
		for j, want := range row {
			if got := UnifyUnsafe(typeOf(t, names[i]), typeOf(t, names[j])); got != typeOf(t, want) {
				t.Errorf("%s with %s: got %v, want %s", names[i], names[j], got, want)
			}
		}
	}
}

// A name, a number and a fraction as keys of every kind.
func TestTraverseEveryKind(t *testing.T) {
	t.Parallel()
	const no, fine = "no members", ""
	for _, c := range []struct{ receiver, name, number, fraction string }{
		{"dynamic", fine, fine, fine},
		{"list(int)", fine, fine, fine},
		{"map(int)", fine, fine, fine},
		{"tuple(int, int)", "index is not an integer", fine, "index is not an integer"},
		{"object({a = int})", fine, "unknown property", "unknown property"},
		{"union(object({a = int}), list(int))", fine, fine, fine},
		{"output(object({a = int}))", fine, "unknown property", "unknown property"},
		{"promise(map(int))", fine, fine, fine},
		{"input(list(int))", fine, fine, fine},
		{"set(int)", no, no, no},
		{"string", no, no, no},
		{"bool", no, no, no},
		{"number", no, no, no},
		{"int", no, no, no},
		{"id", no, no, no},
		{"Asset", no, no, no},
		{"enum", no, no, no}, // the reference gives the enum itself
		{"true", no, no, no},
		{"none", "receiver is none", "receiver is none", "receiver is none"},
		{"union()", "no union member", "no union member", "no union member"},
	} {
		for key, want := range map[string]string{"a": c.name, "1": c.number, "0.5": c.fraction} {
			got := fine
			if _, p := Traverse(typeOf(t, c.receiver), keyOf(key)); p != nil {
				got = p.Kind.String()
			}
			if got != want {
				t.Errorf("%s[%s]: got %q, want %q", c.receiver, key, got, want)
			}
		}
	}
}
