package constraint

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/pcl-lsp/pcl-lsp/internal/notation"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

func typeOf(t *testing.T, text string) typesys.Type {
	t.Helper()
	ty, err := notation.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return ty
}

// value reads a value written as JSON.
func value(t *testing.T, text string) cty.Value {
	t.Helper()
	ty, err := ctyjson.ImpliedType([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	v, err := ctyjson.Unmarshal([]byte(text), ty)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// asJSON writes a value, its type apart.
func asJSON(t *testing.T, v cty.Value) string {
	t.Helper()
	text, err := ctyjson.Marshal(v, v.Type())
	if err != nil {
		t.Fatalf("%#v: %v", v, err)
	}
	return string(text)
}

func describe(notes []Note) string {
	var all []string
	for _, n := range notes {
		all = append(all, n.String())
	}
	return strings.Join(all, "; ")
}

func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want cty.Type
	}{
		{"bool", cty.Bool}, {"int", cty.Number}, {"number", cty.Number}, {"string", cty.String}, {"id", cty.String},
		{"dynamic", cty.DynamicPseudoType},
		{"list(string)", cty.List(cty.String)}, {"set(int)", cty.Set(cty.Number)}, {"map(dynamic)", cty.Map(cty.DynamicPseudoType)},
		{"tuple(string, bool)", cty.Tuple([]cty.Type{cty.String, cty.Bool})},
		{"union(list(string), none)", cty.List(cty.String)},
		{"output(list(output(string)))", cty.List(cty.String)},
		{"union(string, int)", cty.DynamicPseudoType},
		{"union(string, id)", cty.String},
		{"enum(p:m:E(string): cty.StringVal(\"a\"))", cty.String},
		{"object({a = string, b = union(int, none)})", cty.ObjectWithOptionalAttrs(map[string]cty.Type{"a": cty.String, "b": cty.Number}, []string{"b"})},
		{"list(object({a = union(object({b = bool}), none)}))", cty.List(cty.ObjectWithOptionalAttrs(map[string]cty.Type{"a": cty.Object(map[string]cty.Type{"b": cty.Bool})}, []string{"a"}))},
	} {
		got, problem := Of(typeOf(t, c.in))
		if problem != nil || !got.Equals(c.want) {
			t.Errorf("%s: got %#v, %v, want %#v", c.in, got, problem, c.want)
		}
	}
	if got, problem := Of(typeOf(t, "list(Asset)")); problem == nil || problem.Kind != NoConstraint {
		t.Errorf("assets: got %#v, %v", got, problem)
	}
}

type chain struct{ self typesys.Type }

func (*chain) Token() string  { return "p:m:Chain" }
func (*chain) Eventual() bool { return false }

func (c *chain) Properties() []typesys.Property {
	return []typesys.Property{{Name: "next", Type: typesys.Optional(c.self)}, {Name: "v", Type: typesys.Int}}
}

// A type that contains itself has no constraint, but its values convert.
func TestRecursive(t *testing.T) {
	t.Parallel()
	source := &chain{}
	source.self = typesys.Named(source)
	if got, problem := Of(source.self); problem == nil {
		t.Errorf("got %#v", got)
	}
	got, notes, problem := Convert(value(t, `{"v":"1","next":{"v":2,"next":null}}`), source.self)
	if problem != nil || describe(notes) != `v: "1" becomes 1` {
		t.Errorf("got %#v, %s, %v", got, describe(notes), problem)
	}
	_, _, problem = Convert(value(t, `{"v":1,"next":{"v":[]}}`), source.self)
	if problem == nil || problem.Error() != "next.v: a list is not an int" {
		t.Errorf("got %v", problem)
	}
}

func TestConvert(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, to, want, notes string }{
		{`"a"`, "string", `"a"`, ""},
		{`1`, "string", `"1"`, `1 becomes "1"`},
		{`true`, "string", `"true"`, `true becomes "true"`},
		{`"80"`, "int", `80`, `"80" becomes 80`},
		{`"true"`, "bool", `true`, `"true" becomes true`},
		{`1`, "bool", `true`, "1 becomes true"},
		{`null`, "union(string, none)", `null`, ""},
		{`[1, true]`, "list(string)", `["1","true"]`, `[0]: 1 becomes "1"; [1]: true becomes "true"`},
		{`["a", [], "b"]`, "list(dynamic)", `["a",[],"b"]`, ""},
		{`{"a":1,"b":"x"}`, "map(dynamic)", `{"a":1,"b":"x"}`, ""},
		{`{"a":"x","z":1}`, "object({a = string, b = union(number, none)})", `{"a":"x","b":null}`, "z: not declared, and left out"},
		{`{"zones":1,"name":"n"}`, "object({name = string, zone = union(string, none)})", `{"name":"n","zone":null}`, "zones: not declared, and left out; did you mean `zone`?"},
		{`["b","a","b"]`, "set(string)", `["a","b"]`, "a set has no order; 1 equal elements left out"},
		{`[1,"x"]`, "tuple(string, string)", `["1","x"]`, `[0]: 1 becomes "1"`},
		{`{"p":["1"]}`, "map(list(int))", `{"p":[1]}`, `p[0]: "1" becomes 1`},
		{`"1"`, "union(int, string)", `"1"`, ""},
		{`"1"`, "union(int, bool)", `true`, `"1" becomes true`},
		{`"a"`, `enum(p:m:E(string): cty.StringVal("a"), cty.StringVal("b"))`, `"a"`, ""},
		{`1`, `cty.NumberIntVal(1)`, `1`, ""},
		{`"x"`, "output(string)", `"x"`, ""},
		{`[]`, "list(int)", `[]`, ""},
		{`{}`, "map(int)", `{}`, ""},
	} {
		got, notes, problem := Convert(value(t, c.in), typeOf(t, c.to))
		if problem != nil {
			t.Errorf("%s to %s: %v, want %s", c.in, c.to, problem, c.want)
			continue
		}
		if asJSON(t, got) != c.want || describe(notes) != c.notes {
			t.Errorf("%s to %s: got %s (%s), want %s (%s)", c.in, c.to, asJSON(t, got), describe(notes), c.want, c.notes)
		}
	}
}

func TestConvertProblems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in, to string
		kind   ProblemKind
		want   string
	}{
		{`[]`, "string", WrongType, "a list is not a string"},
		{`"abc"`, "int", WrongText, `"abc" is not an int`},
		{`"inf"`, "number", WrongText, `"inf" is not a number`},
		{`"True"`, "bool", WrongText, `"True" is not a bool`},
		{`2`, "bool", WrongText, "2 is not a bool"},
		{`true`, "number", WrongType, "true is not a number"},
		{`1.5`, "int", Fraction, "1.5 is not a whole number"},
		{`[{"a":"1.5"}]`, "list(object({a = int}))", Fraction, `[0].a: "1.5" is not a whole number`},
		{`1e9999`, "string", TooLong, "the number has too many digits to be written as a string"},
		{`null`, "string", Absent, "no value, but a string is required"},
		{`["a", null]`, "list(string)", Absent, "[1]: no value, but a string is required"},
		{`{}`, "object({a = string})", Missing, "`a` is missing"},
		{`{"rules":[{"prot":1}]}`, "object({rules = list(object({port = int, x = int}))})", Missing, "rules[0]: `port` is missing, and 1 more; is `prot` a typo?"},
		{`[1]`, "tuple(int, int)", WrongLength, "1 elements, but 2 are required"},
		{`"c"`, `enum(p:m:E(string): cty.StringVal("a"), cty.StringVal("b"))`, NotAmong, "\"c\" is not among enum(\"a\" | \"b\")"},
		{`2`, `cty.NumberIntVal(1)`, NotAmong, ""},
		{`[]`, "union(string, int)", Alternatives, "a list is none of int | string"},
		{`[{"a":[]}]`, "union(string, list(object({a = int})))", WrongType, "[0].a: a list is not an int"},
		{`"x"`, "Asset", NoConstraint, "a value of type Asset cannot be written down"},
		{`{"a":1}`, "list(int)", WrongType, "an object is not a list(int)"},
		{`[1]`, "map(int)", WrongType, "a list is not a map(int)"},
	} {
		got, _, problem := Convert(value(t, c.in), typeOf(t, c.to))
		switch {
		case problem == nil:
			t.Errorf("%s to %s: got %#v, want %s", c.in, c.to, got, c.want)
		case problem.Kind != c.kind || c.want != "" && problem.Error() != c.want:
			t.Errorf("%s to %s: got kind %d: %s, want kind %d: %s", c.in, c.to, problem.Kind, problem.Error(), c.kind, c.want)
		}
	}
}

func TestConvertUnknown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   cty.Value
		to   string
		want cty.Type
	}{
		{cty.DynamicVal, "string", cty.String},
		{cty.UnknownVal(cty.Number), "string", cty.String},
		{cty.UnknownVal(cty.Number), "bool", cty.Bool},
		{cty.UnknownVal(cty.List(cty.Number)), "list(string)", cty.List(cty.String)},
		{cty.UnknownVal(cty.List(cty.Number)), "string", cty.NilType},
	} {
		got, _, problem := Convert(c.in, typeOf(t, c.to))
		switch {
		case c.want == cty.NilType:
			if problem == nil || problem.Kind != WrongType {
				t.Errorf("%#v to %s: got %#v", c.in, c.to, got)
			}
		case problem != nil || got.IsKnown() || !got.Type().Equals(c.want):
			t.Errorf("%#v to %s: got %#v, %v", c.in, c.to, got, problem)
		}
	}
	mixed := cty.TupleVal([]cty.Value{cty.NumberIntVal(1), cty.DynamicVal})
	got, _, problem := Convert(mixed, typeOf(t, "list(string)"))
	if want := cty.ListVal([]cty.Value{cty.StringVal("1"), cty.UnknownVal(cty.String)}); problem != nil || !got.RawEquals(want) {
		t.Errorf("got %#v, %v, want %#v", got, problem, want)
	}
}

// Invariant: the text of a note or problem never shows a value that is marked.
func TestSecrets(t *testing.T) {
	t.Parallel()
	const secret = "sensitive"
	list := typeOf(t, "list(int)")
	got, notes, problem := Convert(cty.TupleVal([]cty.Value{cty.StringVal("1234")}).Mark(secret), list)
	if problem != nil || !got.IsMarked() || describe(notes) != "[0]: a string becomes a number" {
		t.Errorf("got %#v, %s, %v", got, describe(notes), problem)
	}
	_, _, problem = Convert(cty.TupleVal([]cty.Value{cty.StringVal("hunter2").Mark(secret)}), list)
	if problem == nil || problem.Error() != "[0]: a string is not an int" {
		t.Errorf("got %v", problem)
	}
}
