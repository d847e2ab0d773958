package schema_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// typesSchema is a package whose one resource has the property p, used as input
// and output.
const typesSchema = `{
"name": "a", "version": "1.0.0",
"types": {
  "a:index:Box": {"type": "object", "properties": {
    "soft": {"type": "string"},
    "hard": {"type": "integer", "plain": true},
    "inner": {"$ref": "#/types/a:index:Box"},
    "kind": {"type": "string", "const": "box"},
    "maybe": {"type": "string", "const": "m"}
  }, "required": ["soft", "hard", "kind"]},
  "a:index:Ball": {"type": "object", "properties": {
    "kind": {"type": "string", "const": "ball"}
  }, "required": ["kind"]},
  "a:m/x:Color": {"type": "string", "enum": [{"value": "red"}, {"value": "blue"}]},
  "a:index:Share": {"type": "number", "enum": [{"value": 1.5}, {"value": 2}]}
},
"resources": {"a:index:R": {
  "inputProperties": {"p": PROPERTY}, "requiredInputs": ["p"],
  "properties": {"p": PROPERTY}, "required": ["p"]
}}}`

// Each use of a type has a plain form, an input form, and as an output of a
// resource an output around the plain form.
func TestTypes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ spec, plain, input, output string }{
		{`{"type":"boolean"}`, "bool", "input(bool)", "output(bool)"},
		{`{"type":"integer"}`, "int", "input(int)", "output(int)"},
		{`{"type":"number"}`, "number", "input(number)", "output(number)"},
		{`{"type":"string"}`, "string", "input(string)", "output(string)"},
		{`{"type":"string","plain":true}`, "string", "string", "output(string)"},
		{`{"type":"array","items":{"type":"string"}}`, "list(string)", "input(list(input(string)))", "output(list(string))"},
		{`{"type":"array","items":{"type":"string"},"plain":true}`, "list(string)", "list(input(string))", "output(list(string))"},
		{`{"type":"array","items":{"type":"string","plain":true}}`, "list(string)", "input(list(string))", "output(list(string))"},
		{`{"type":"object"}`, "map(string)", "input(map(input(string)))", "output(map(string))"},
		{`{"type":"object","additionalProperties":{"type":"array","items":{"type":"number"}}}`, "map(list(number))", "input(map(input(list(input(number)))))", "output(map(list(number)))"},
		{`{"$ref":"pulumi.json#/Any"}`, "dynamic", "dynamic", "output(dynamic)"},
		{`{"$ref":"pulumi.json#/Json"}`, "dynamic", "dynamic", "output(dynamic)"},
		{`{"$ref":"pulumi.json#/Archive"}`, "Archive", "input(Archive)", "output(Archive)"},
		{`{"$ref":"pulumi.json#/Asset"}`, "Archive | Asset", "input(Archive | Asset)", "output(Archive | Asset)"},
		{`{"$ref":"#/types/a:index:Box"}`, "a::Box", "input(a::Box)", "output(a::Box)"},
		{`{"type":"ref","$ref":"#/types/a:index:Box","plain":true}`, "a::Box", "a::Box", "output(a::Box)"},
		{`{"$ref":"#/types/a:m%2Fx:Color"}`, `enum("red" | "blue")`, `input(enum("red" | "blue"))`, `output(enum("red" | "blue"))`},
		{`{"$ref":"#/types/a:index:Share"}`, `enum(1.5 | 2)`, `input(enum(1.5 | 2))`, `output(enum(1.5 | 2))`},
		{`{"$ref":"#/types/a:index:Gone"}`, "Gone", "input(Gone)", "output(Gone)"},
		{`{"$ref":"#/types/a:index:Gone","type":"string"}`, "string", "input(string)", "output(string)"},
		{`{"$ref":"#/resources/a:index:R"}`, "a::R", "input(a::R)", "output(a::R)"},
		{`{"$ref":"/other/v1.0.0/schema.json#/types/other:index:T"}`, "dynamic", "dynamic", "output(dynamic)"},
		{`{"$ref":"/a/v1.0.0/schema.json#/types/a:index:Box"}`, "a::Box", "input(a::Box)", "output(a::Box)"},
		{`{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}`, "string | list(string)", "input(string | list(input(string)))", "output(string | list(string))"},
		{`{"oneOf":[{"type":"string"},{"type":"integer","plain":true}],"plain":true}`, "int | string", "int | input(string)", "output(int | string)"},
		{`{"type":"string","const":"x"}`, `"x"`, `"x"`, "output(string)"},
		{`{"type":"integer","const":3}`, "3", "3", "output(int)"},
		{`{"type":"boolean","const":true}`, "true", "true", "output(bool)"},
	} {
		p := open(t, strings.ReplaceAll(typesSchema, "PROPERTY", test.spec))
		r := p.Resource("a:index:R")
		in, out := r.Input("p"), r.Output("p")
		got := [3]string{in.Plain.String(), in.Type.String(), out.Type.String()}
		if want := [3]string{test.plain, test.input, test.output}; got != want {
			t.Errorf("%s: plain, input, output are\n%s, want\n%s", test.spec, strings.Join(got[:], "\n"), strings.Join(want[:], "\n"))
		}
		noProblems(t, p)
	}
}

// What cannot be understood is dynamic and known as a problem.
func TestTypeProblems(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ spec, problem string }{
		{`{"type":"not a type"}`, `p: "not a type" is not a type`},
		{`{}`, `p: "" is not a type`},
		{`{"$ref":"elsewhere"}`, `p: the reference "elsewhere" has an unknown form`},
		{`{"$ref":"pulumi.json#/Nope"}`, `p: there is no built-in type "Nope"`},
		{`{"$ref":"#/resources/a:index:Gone"}`, `p: there is no resource "a:index:Gone"`},
		{`{"oneOf":[{"type":"string"}]}`, `p: a union of one type`},
		{`{"type":"string","const":5}`, `p: const: 5 is no value of the type string`},
		{`{"type":"integer","default":4294967296}`, `p: default: 4294967296 is no value of the type int`},
		{`{"oneOf":[{"type":"string"},{"type":"boolean"}],"default":1}`, `p: default: 1 is no value of the type bool | string`},
		{`{"oneOf":[{"type":"string"},{"type":"boolean"}],"type":"string","default":true}`, `p: default: true is no value of the type string`},
		{`{"type":"array","items":{"type":"string"},"default":"x"}`, `p: default: "x" is no value of the type list(string)`},
		{`{"type":"string","const":[]}`, `p: const: found [ where a boolean, number or string belongs`},
		{strings.Repeat(`{"type":"array","items":`, 200) + `{"type":"string"}` + strings.Repeat("}", 200), "p: types nest too deep"},
		{`{"type":1}`, "where string belongs"},
	} {
		p := open(t, strings.ReplaceAll(typesSchema, "PROPERTY", test.spec))
		r := p.Resource("a:index:R")
		if len(r.Problems) == 0 || !strings.Contains(r.Problems[0], test.problem) && !r.Unreadable {
			t.Errorf("%.80s: got problems %q, want %q", test.spec, r.Problems, test.problem)
		}
		if got := p.Problems(); len(got) == 0 || got[0].Member != "resources/a:index:R" {
			t.Errorf("%.80s: got problems %v", test.spec, got)
		}
	}
}

// The properties of an object type know the shape of the type that shows them.
func TestObjectShapes(t *testing.T) {
	t.Parallel()
	p := open(t, strings.ReplaceAll(typesSchema, "PROPERTY", `{"$ref":"#/types/a:index:Box"}`))
	in := p.Resource("a:index:R").Input("p")
	show := func(typ typesys.Type) string {
		texts := []string{}
		for _, m := range typ.Properties() {
			texts = append(texts, fmt.Sprint(m.Name, ": ", m.Type))
		}
		return strings.Join(texts, ", ")
	}
	for _, test := range []struct {
		name, want string
		typ        typesys.Type
	}{
		{"plain", `hard: int, inner: a::Box?, kind: "box", maybe: "m", soft: string`, in.Plain},
		{"input", `hard: int, inner: input(a::Box)?, kind: "box", maybe: "m", soft: input(string)`, in.Type.Elem()},
	} {
		if got := show(test.typ); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
		if got := schema.ObjectOf(test.typ); got != p.ObjectType("a::Box") {
			t.Errorf("%s: its declaration is %v", test.name, got)
		}
		inner, _ := test.typ.Property("inner")
		if got := inner.Type.Elems()[0]; got != test.typ && got.Elem() != test.typ {
			t.Errorf("%s: the recursive property has type %s, not the type itself", test.name, inner.Type)
		}
		if schema.ResourceOf(test.typ) != nil {
			t.Errorf("%s: it counts as a resource", test.name)
		}
	}
	maybe := p.ObjectType("a::Box").Property("maybe")
	if got := maybe.Plain.Elem().String(); got != "string?" {
		t.Errorf("base of an optional constant: got %s, want string?", got)
	}
}

// A reference into another package has that package's type if it can be had.
func TestExternalTypes(t *testing.T) {
	t.Parallel()
	other := open(t, `{"name":"other","version":"1.0.0","types":{"other:index/t:T":{"type":"object"}},"provider":{},
		"resources":{"other:index:R":{"properties":{"x":{"type":"string"}},"required":["x"]}}}`)
	const text = `{"name":"a","types":{"a::T":{"type":"object","required":["t","r","p","gone","none"],"properties":{
		"t":{"$ref":"/other/v1.0.0/schema.json#/types/other:index%2Ft:T"},
		"r":{"$ref":"/other/v1.0.0/schema.json#/resources/other:index:R"},
		"p":{"$ref":"/other/v1.0.0/schema.json#/provider"},
		"gone":{"$ref":"/other/v1.0.0/schema.json#/types/other:index:Gone","type":"string"},
		"none":{"$ref":"/none/v2.0.0/schema.json#/types/none:index:T"}
	}}}}`
	var asked sync.Map
	config := schema.Config{External: func(ref schema.Ref) *schema.Package {
		asked.Store(ref.Name+" "+ref.Version, true)
		if ref.Name == "other" {
			return other
		}
		return nil
	}}
	p, err := config.Open(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	box := p.ObjectType("a::T").Plain()
	want := "object({gone = dynamic, none = dynamic, p = object({}), r = object({x = string}), t = object({})})"
	if got := box.Structural(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if prop, _ := box.Property("t"); prop.Type != other.ObjectType("other:index/t:T").Plain() {
		t.Errorf("t is %s, not the type of the other package", prop.Type)
	}
	for _, ref := range []string{"other 1.0.0", "none 2.0.0"} {
		if _, ok := asked.Load(ref); !ok {
			t.Errorf("did not ask for %s", ref)
		}
	}
}

// Invariant: one package, token and shape give one identical type, whoever asks
// first.
func TestOneTypePerToken(t *testing.T) {
	t.Parallel()
	p := open(t, strings.ReplaceAll(typesSchema, "PROPERTY", `{"$ref":"#/types/a:index:Box"}`))
	types := make([]typesys.Type, 16)
	var wg sync.WaitGroup
	for i := range types {
		wg.Go(func() {
			r := p.Resource("a:index:R")
			_ = r.Type().Structural()
			types[i] = r.Output("p").Plain
			_ = p.Problems()
		})
	}
	wg.Wait()
	for i, typ := range types {
		if typ != types[0] {
			t.Errorf("asker %d got another %s", i, typ)
		}
	}
}

func TestDiscriminator(t *testing.T) {
	t.Parallel()
	p := open(t, strings.ReplaceAll(typesSchema, "PROPERTY", `{
		"oneOf":[{"$ref":"#/types/a:index:Box"},{"$ref":"#/types/a:index:Ball"}],
		"discriminator":{"propertyName":"kind","mapping":{"box":"#/types/a:index:Box","ball":"#/types/a:other:Ball","none":"#/types/a:index:None"}}}`))
	in, out := p.Resource("a:index:R").Input("p"), p.Resource("a:index:R").Output("p")
	if in.Discriminator == nil || in.Discriminator.Property != "kind" {
		t.Fatalf("got discriminator %+v", in.Discriminator)
	}
	if got := fmt.Sprint(in.Discriminator.Values(), in.Discriminator.Mapping["box"]); got != "[ball box none]a:index:Box" {
		t.Errorf("got %s", got)
	}
	for _, test := range []struct {
		of          *schema.Property
		value, want string
	}{
		{in, "box", "input(a::Box)"},
		{out, "box", "a::Box"},
		{in, "ball", "input(a::Ball)"},
		{in, "none", ""},
		{in, "unheard", ""},
	} {
		got, ok := test.of.Variant(test.value)
		if ok != (test.want != "") || ok && got.String() != test.want {
			t.Errorf("%s: got %s, %v, want %q", test.value, got, ok, test.want)
		}
	}
	if _, ok := (&schema.Property{}).Variant("box"); ok {
		t.Error("a property without discriminator has a variant")
	}
}
