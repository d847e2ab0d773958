package typesys

import (
	"testing"

	"github.com/zclconf/go-cty/cty"
)

// Types that only the exact notation tells apart from others.
func TestExact(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		t    Type
		want string
	}{
		{Input(List(Input(String))), "input(list(input(string)))"},
		{Union(String, Output(String)), "union(string, output(string))"},
		{Const(Number, cty.NumberIntVal(1)), "const(number, cty.NumberIntVal(1))"},
		{Const(Int, cty.NumberIntVal(1)), "cty.NumberIntVal(1)"},
		{Const(Int, cty.NumberIntVal(3_000_000_000)), "const(int, cty.NumberIntVal(3000000000))"},
		{Const(ID, cty.StringVal("i-1")), `const(id, cty.StringVal("i-1"))`},
		{Const(List(Int), cty.True), "const(list(int), cty.True)"},
		{Null, "cty.NullVal(cty.DynamicPseudoType)"},
		{Opaque("string"), "type(string)"},
		{Opaque("list"), "type(list)"},
		{Opaque("Asset"), "Asset"},
		{Opaque("pkg:a/b:C"), "type(pkg:a/b:C)"},
		{Opaque(`odd "name" (1)`), `type("odd \"name\" (1)")`},
		{Opaque(""), `type("")`},
		{Opaque("..."), `type("...")`},
		{Object(Property{"a b", Int}, Property{"", Bool}, Property{"x=y", ID}), `object({"" = bool, "a b" = int, "x=y" = id})`},
		{Enum("p:m:E(1)", Number, cty.NumberFloatVal(0.5)), `enum("p:m:E(1)"(number): cty.NumberFloatVal(0.5))`},
		{Enum("", String), `enum(""(string): )`},
		{Union(), "union()"},
		{Tuple(), "tuple()"},
		{Promise(Output(Int)), "promise(output(int))"},
		{PropertyPath, "Property"},
	} {
		if got := c.t.Exact(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
		if back, err := ParseStructural(c.want); err != nil || back != c.t {
			t.Errorf("%s: read back as %v, %v", c.want, back, err)
		}
	}
}

// The deepest type that can be made can be read back.
func TestExactOfTheDeepest(t *testing.T) {
	t.Parallel()
	deep := Int
	for range MaxDepth {
		deep = List(deep)
	}
	if back, err := ParseStructural(deep.Exact()); deep == Dynamic || err != nil || back != deep {
		t.Errorf("read back as %.40s…, %v", back.String(), err)
	}
	if List(deep) != Dynamic {
		t.Error("what nests deeper must be dynamic")
	}
}

// A type known by name is written out; inside itself it is an ellipsis, which
// cannot be read.
func TestExactOfNamed(t *testing.T) {
	t.Parallel()
	g := newGraph()
	g.graph["Tree"] = []Property{{"left", Optional(g.named("Tree"))}, {"value", Input(Int)}}
	text := g.named("Tree").Exact()
	if want := "object({left = union(..., none), value = input(int)})"; text != want {
		t.Errorf("got %s, want %s", text, want)
	}
	if _, err := ParseStructural(text); err == nil {
		t.Error("the ellipsis was read")
	}
}
