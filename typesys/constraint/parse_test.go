package constraint

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, to, want, notes string }{
		{"a b", "string", `"a b"`, ""},
		{"", "string", `""`, ""},
		{`"quoted"`, "string", `"\"quoted\""`, ""},
		{"8080", "int", `8080`, ""},
		{"1.50", "number", `1.5`, ""},
		{"-1e3", "int", `-1000`, ""},
		{"9007199254740993", "int", `9007199254740993`, "the number is rounded to 53 bits"},
		{"5", "union(int, none)", `5`, ""},
		{"plain text", "dynamic", `"plain text"`, ""},
		{`{"a":[1,null]}`, "dynamic", `{"a":[1,null]}`, ""},
		{"true", "union(bool, string)", `true`, ""},
		{"x", "union(bool, string)", `"x"`, ""},
		{`["a",1]`, "list(string)", `["a","1"]`, `[1]: 1 becomes "1"`},
		{`{"a":1}`, "map(number)", `{"a":1}`, ""},
		{` [ 1 ] `, "list(number)", `[1]`, ""},
		{`{"b":"x"}`, "object({a = union(int, none), b = string})", `{"a":null,"b":"x"}`, ""},
		{`{"a":{}}`, "object({a = object({c = string})})", `{"a":{"c":null}}`, "a.c: missing, and null"},
		{`[null]`, "list(string)", `[null]`, "[0]: missing, and null"},
		{`[1,"x"]`, "tuple(number, string)", `[1,"x"]`, ""},
		{"null", "list(string)", `null`, "missing, and null"},
		{`["a",1]`, "list(dynamic)", `["a",1]`, `[0]: the evaluator reads this only as {"type": …, "value": …}; [1]: the evaluator reads this only as {"type": …, "value": …}`},
		{`[{"type":"string","value":"a"},{"type":["list","number"],"value":[1]}]`, "list(dynamic)", `["a",[1]]`, ""},
		{`{"a":{"type":"number","value":"7"}}`, "object({a = dynamic})", `{"a":7}`, `a.value: "7" becomes 7`},
		{"a", `enum(p:m:E(string): cty.StringVal("a"))`, `"a"`, ""},
	} {
		got, notes, problem := Parse(c.text, typeOf(t, c.to))
		if problem != nil {
			t.Errorf("%s as %s: %v, want %s", c.text, c.to, problem, c.want)
			continue
		}
		if asJSON(t, got) != c.want || describe(notes) != c.notes {
			t.Errorf("%s as %s: got %s (%s), want %s (%s)", c.text, c.to, asJSON(t, got), describe(notes), c.want, c.notes)
		}
	}
}

func TestParseBool(t *testing.T) {
	t.Parallel()
	boolean := typeOf(t, "bool")
	for text, want := range map[string]cty.Value{"1 t T TRUE true True": cty.True, "0 f F FALSE false False": cty.False} {
		for _, word := range strings.Fields(text) {
			if got, _, problem := Parse(word, boolean); problem != nil || !got.RawEquals(want) {
				t.Errorf("%s: got %#v, %v, want %#v", word, got, problem, want)
			}
		}
	}
	for _, text := range []string{"yes", "", " true", "tRUE"} {
		if got, _, problem := Parse(text, boolean); problem == nil || problem.Kind != WrongText {
			t.Errorf("%q: got %#v, %v", text, got, problem)
		}
	}
}

func TestParseProblems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, to string
		kind     ProblemKind
		want     string
	}{
		{"1.5", "int", Fraction, "1.5 is not a whole number"},
		{"0x10", "number", WrongText, `"0x10" is not a number`},
		{"NaN", "number", WrongText, `"NaN" is not a number`},
		{"Inf", "number", WrongText, `"Inf" is not a number`},
		{"1e400", "number", WrongText, `"1e400" is not a number`},
		{" 1", "number", WrongText, `" 1" is not a number`},
		{"a,b", "list(string)", NotJSON, "a value of type list(string) must be written as JSON: [\"a\", \"b\"]"},
		{"", "map(string)", NotJSON, "a value of type map(string) must be written as JSON: {\"key\": \"value\"}"},
		{`["a"] x`, "list(string)", NotJSON, ""},
		{`{"a":1,"a":2}`, "map(number)", NotJSON, ""},
		{`{"a":1}`, "list(string)", WrongType, "an object is not a list(string)"},
		{`{"nam":"x"}`, "object({name = string})", Undeclared, "`nam` is not declared; did you mean `name`?"},
		{`[{"z":1}]`, "list(object({a = union(int, none)}))", Undeclared, "[0]: `z` is not declared"},
		{`[1]`, "tuple(int, int)", WrongLength, "1 elements, but 2 are required"},
		{`[1]`, "set(number)", Unsupported, "a value of type set(number) cannot be read from a stack's configuration"},
		{"x", "Asset", NoConstraint, ""},
		{"x", "cty.StringVal(\"y\")", NotAmong, ""},
		{`[{"type":"string","value":1e400000000}]`, "list(dynamic)", TooLong, ""},
		{`[{"type":"number","value":"x"}]`, "list(dynamic)", WrongText, "[0].value: \"x\" is not a number"},
	} {
		got, _, problem := Parse(c.text, typeOf(t, c.to))
		switch {
		case problem == nil:
			t.Errorf("%s as %s: got %#v, want a problem of kind %d", c.text, c.to, got, c.kind)
		case problem.Kind != c.kind || c.want != "" && problem.Error() != c.want:
			t.Errorf("%s as %s: got kind %d: %s, want kind %d: %s", c.text, c.to, problem.Kind, problem.Error(), c.kind, c.want)
		}
	}
	for text, want := range map[string]int{`["a",]`: 4, `["a"] x`: 6, "a,b": 0, `["a"`: 4} {
		if _, _, problem := Parse(text, typeOf(t, "list(string)")); problem == nil || problem.Offset != want {
			t.Errorf("%s: got offset %d, want %d", text, problem.Offset, want)
		}
	}
}

var fuzzTypes = []string{
	"dynamic", "list(dynamic)", "map(dynamic)", "number", "list(union(int, string))", "object({a = list(int), b = union(dynamic, none)})",
	"union(bool, list(string))", "tuple(bool, string)",
}

// Nothing panics, problems have places, and what was read is converted already.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "1e99999", `{"type":["list","string"],"value":[1e99999999]}`, `[{"type":["object",{"a":"string"},["a"]],"value":{}}]`, `{"a":[1],"b":{"type":"string","value":null}}`, `[true,"x"]`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, to := range fuzzTypes {
			ty := typeOf(t, to)
			v, notes, problem := Parse(text, ty)
			if problem != nil {
				if problem.Offset < 0 || problem.Offset > len(text) || problem.Error() == "" {
					t.Errorf("%q as %s: %+v", text, to, problem)
				}
				continue
			}
			describe(notes)
			if v == cty.NilVal {
				t.Errorf("%q as %s: no value", text, to)
			}
		}
	})
}
