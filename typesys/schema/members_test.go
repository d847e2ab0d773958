package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

const membersSchema = `{
"name": "a", "version": "1.0.0", "description": "about a",
"provider": {
  "description": "the provider",
  "inputProperties": {"region": {"type": "string"}, "debug": {"type": "boolean"}}, "requiredInputs": ["region"],
  "properties": {
    "region": {"type": "string"}, "debug": {"type": "boolean"}, "zone": {"$ref": "#/types/a:index:Gone", "type": "string"},
    "color": {"$ref": "#/types/a:index:Color"}
  }, "required": ["region"]
},
"types": {"a:index:Color": {"type": "string", "description": "a color", "enum": [
  {"name": "Red", "value": "red", "description": "like fire"}, {"value": "blue", "deprecationMessage": "use red"}, {"value": null}
]}},
"resources": {
  "a:index:R": {
    "description": "about R", "deprecationMessage": "use S",
    "inputProperties": {
      "token": {"type": "string", "secret": true, "description": "about token", "willReplaceOnChanges": true},
      "size": {"type": "integer", "default": 3, "defaultInfo": {"environment": ["SIZE", "A_SIZE"]}},
      "mode": {"type": "string", "const": "fixed", "deprecationMessage": "gone"}
    },
    "requiredInputs": ["token"],
    "properties": {"token": {"type": "string", "secret": true}, "urn": {"type": "integer"}, "other": {"$ref": "#/resources/a:index:R"}},
    "required": ["token"],
    "stateInputs": {"type": "object", "properties": {"chip": {"type": "string"}, "token": {"type": "string"}}, "required": ["chip"]},
    "methods": {"ping": "a:index:R/ping", "lost": "a:index:R/lost"}
  },
  "a:index:C": {"isComponent": true, "inputProperties": {"n": {"type": "string", "plain": true}}}
},
"functions": {
  "a:index:R/ping": {
    "inputs": {"properties": {"__self__": {"$ref": "#/resources/a:index:R"}, "to": {"type": "string"}}, "required": ["__self__", "to"]},
    "outputs": {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"], "plain": true}
  },
  "a:index:get": {
    "description": "about get",
    "inputs": {"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "array", "items": {"type": "string"}}}, "required": ["b"]},
    "multiArgumentInputs": ["b", "a"],
    "outputs": {"properties": {"x": {"type": "string"}}}
  },
  "a:index:noop": {},
  "a:index:count": {"inputs": {}, "outputs": {"type": "integer", "plain": true}},
  "a:index:names": {"outputs": {"type": "array", "items": {"type": "string"}}},
  "a:index:tags": {"outputs": {"type": "object", "additionalProperties": {"type": "string"}}},
  "a:index:find": {"outputs": {"$ref": "#/resources/a:index:R"}},
  "a:index:old": {"returnType": {"type": "string"}},
  "a:index:empty": {"outputs": {}}
}}`

func TestResource(t *testing.T) {
	t.Parallel()
	p := open(t, membersSchema)
	r := p.Resource("a::R")
	if got := fmt.Sprint(r.Description, r.Deprecation, r.IsComponent, r.IsProvider); got != "about Ruse Sfalse false" {
		t.Errorf("got %s", got)
	}
	if got := names(r.Inputs) + "; " + names(r.Outputs) + "; " + names(r.StateInputs); got != "mode size token; other token urn; chip token" {
		t.Errorf("got properties %s", got)
	}
	token, size, mode := r.Input("token"), r.Input("size"), r.Input("mode")
	if !token.Secret || token.ReplaceOnChanges || !token.WillReplaceOnChanges || !token.Replaces() || !token.Required || token.Description != "about token" {
		t.Errorf("token: got %+v", token)
	}
	if size.Default.RawEquals(cty.NumberIntVal(3)) == false || strings.Join(size.DefaultEnv, " ") != "SIZE A_SIZE" || size.Required {
		t.Errorf("size: got %+v", size)
	}
	if mode.Const != cty.StringVal("fixed") || mode.Deprecation != "gone" || token.Const != cty.NilVal {
		t.Errorf("mode: got %+v", mode)
	}
	if got := r.StateInput("chip").Type.String() + " " + r.StateInput("token").Type.String(); got != "input(string) input(string)?" {
		t.Errorf("state inputs: got %s", got)
	}
	if r.Input("nope") != nil || r.Output("nope") != nil || r.Output("mode") != nil {
		t.Error("found a property that is not there")
	}
}

// What a package takes from the configuration of the stack has types, defaults and
// the environment like properties.
func TestConfiguration(t *testing.T) {
	t.Parallel()
	p := open(t, `{"name":"a","types":{"a:config:C":{"type":"object"}},"config":{"defaults":["region"],"variables":{
		"region":{"type":"string","defaultInfo":{"environment":["A_REGION"]}},"key":{"type":"string","secret":true,"default":"x"},
		"c":{"$ref":"#/types/a:config:C"}}}}`)
	var got []string
	for _, c := range p.Configuration() {
		got = append(got, fmt.Sprint(c.Name, " ", c.Type, " ", c.Secret, c.Required, c.DefaultEnv, c.Default != cty.NilVal))
	}
	want := "c a:config:C? false false [] false; key string? true false [] true; region string false true [A_REGION] false"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	noProblems(t, p)
	if got := open(t, `{"name":"a"}`).Configuration(); len(got) != 0 {
		t.Errorf("of a package that takes none: got %v", got)
	}
	broken := open(t, `{"name":"a","config":[]}`)
	if got := broken.Configuration(); got != nil || len(broken.Problems()) != 1 {
		t.Errorf("got %v, %v", got, broken.Problems())
	}
}

// The variable has id and urn unless the schema declares them itself; what refers
// to a resource has neither.
func TestVariable(t *testing.T) {
	t.Parallel()
	r := open(t, membersSchema).Resource("a:index:R")
	variable := r.Type()
	want := "object({id = output(id), other = output(union(none, object({other = union(..., none), token = string, urn = union(int, none)}))), token = output(string), urn = output(union(int, none))})"
	if got := variable.Structural(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := r.Output("id"); got == nil || got.Description == "" || got.Type != typesys.Output(typesys.ID) {
		t.Errorf("id: got %+v", got)
	}
	for name, typ := range map[string]typesys.Type{
		"declared": variable, "plain": typesys.PlainShape(variable), "output": typesys.OutputShape(variable).Elem(),
	} {
		if schema.ResourceOf(typ) != r {
			t.Errorf("the %s shape does not lead to the resource", name)
		}
		if o := schema.ObjectOf(typ); o == nil || o.Property("id") == nil {
			t.Errorf("the %s shape does not lead to the properties", name)
		}
	}
	other := r.Output("other").Plain.Elems()[0]
	if schema.ResourceOf(other) != nil || schema.ObjectOf(other).Property("token") == nil {
		t.Errorf("a reference to a resource has the type %s", other)
	}
}

func TestProviderAndComponent(t *testing.T) {
	t.Parallel()
	p := open(t, membersSchema)
	provider := p.Resource("pulumi:providers:a")
	if !provider.IsProvider || provider.Canonical != "pulumi:providers:a" || provider.Description != "the provider" {
		t.Errorf("got %+v", provider)
	}
	if got := names(provider.Inputs) + "; " + names(provider.Outputs); got != "debug region; color region zone" {
		t.Errorf("got %s", got)
	}
	if p.Resource("pulumi:providers:b") != nil {
		t.Error("found the provider of another package")
	}
	if c := p.Resource("a:C"); !c.IsComponent || c.Input("n").Type.String() != "string?" || c.Output("id") == nil {
		t.Errorf("got %+v", c)
	}
	bare := open(t, `{"name":"b"}`).Resource("pulumi:providers:b")
	if got := bare.Type().Structural(); got != "object({id = output(id), urn = output(string)})" {
		t.Errorf("a provider that declares nothing: got %s", got)
	}
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	p := open(t, membersSchema)
	for _, test := range []struct {
		token, returns string
		hasInputs      bool
		plain          bool
	}{
		{"a::get", "object({x = union(none, string)})", true, false},
		{"a::noop", "invalid", false, false},
		{"a::count", "int", true, true},
		{"a::names", "list(string)", false, false},
		{"a::tags", "map(string)", false, false},
		{"a::old", "string", false, false},
		{"a::empty", "object({})", false, false},
		{"a:index:R/ping", "object({ok = bool})", true, true},
	} {
		f := p.Function(test.token)
		if f == nil || f.Return.Structural() != test.returns || f.HasInputs != test.hasInputs || f.ReturnPlain != test.plain {
			t.Errorf("%s: got %+v, want %+v", test.token, f, test)
		}
	}
	get := p.Function("a:get")
	if get.Description != "about get" || strings.Join(get.MultiArgument, " ") != "b a" || get.IsMethod() {
		t.Errorf("got %+v", get)
	}
	for _, test := range []struct {
		typ  typesys.Type
		want string
	}{
		{get.InputPlain, "object({a = union(list(string), none), b = string})"},
		{get.InputShaped, "object({a = union(list(union(output(string), string)), none, output(list(string))), b = union(output(string), string)})"},
		{p.Function("a::noop").InputPlain, "object({})"},
	} {
		if got := test.typ.Structural(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
	if o := schema.ObjectOf(get.InputShaped); o == nil || o.Property("b") != get.Input("b") {
		t.Error("the type of the inputs does not lead to them")
	}
	if p.Function("a::nope") != nil || p.Function("a::R") != nil {
		t.Error("found a function that is not there")
	}
	noProblems(t, open(t, strings.Replace(membersSchema, `, {"value": null}`, "", 1)))
}

// A method takes its resource by a way of its own.
func TestMethods(t *testing.T) {
	t.Parallel()
	r := open(t, membersSchema).Resource("a::R")
	ping := r.Method("ping")
	if ping == nil || !ping.IsMethod() || ping.Self == nil || names(ping.Inputs) != "to" {
		t.Fatalf("got %+v", ping)
	}
	if got := ping.InputPlain.Structural(); got != "object({to = string})" {
		t.Errorf("got %s", got)
	}
	if r.Method("lost") != nil || r.Method("nope") != nil {
		t.Error("found a method that is not there")
	}
}

func TestEnum(t *testing.T) {
	t.Parallel()
	p := open(t, membersSchema)
	e := p.EnumType("a::Color")
	if e == nil || e != p.EnumType("a:index:Color") || e.Description != "a color" || e.Base != typesys.String {
		t.Fatalf("got %+v", e)
	}
	if got := fmt.Sprint(e.Values[0].Name, " ", e.Values[0].Description, ", ", e.Values[1].Deprecation, ", ", len(e.Values)); got != "Red like fire, use red, 2" {
		t.Errorf("got %s", got)
	}
	if got := p.Problems(); len(got) != 1 || !strings.Contains(got[0].Message, "value 3") {
		t.Errorf("got problems %v", got)
	}
	if got := e.Type().Structural(); got != `enum(a::Color(string): cty.StringVal("red"),cty.StringVal("blue"))` {
		t.Errorf("got %s", got)
	}
	if p.ObjectType("a::Color") != nil {
		t.Error("an enum is an object type")
	}
}
