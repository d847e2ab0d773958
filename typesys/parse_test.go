package typesys

import (
	"strings"
	"testing"
)

func TestParseStructural(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"string", "type(pkg:mod:Tok)", "Asset", "object({})", "tuple()", "union()",
		"object({a-b = list(int), c = map(dynamic)})", "cty.NumberIntVal(-3)", "cty.NumberFloatVal(2.5)", `cty.StringVal("a\"(b), c")`,
		"cty.NullVal(cty.DynamicPseudoType)", "tuple(cty.True, cty.False)", "object({t = cty.True})",
		`enum(zoo::Diet(string): cty.StringVal("a"),cty.StringVal("b"))`, `union(enum(zoo::W(number): cty.NumberIntVal(1)), none)`,
		"promise(output(set(id)))", "cty.NumberIntVal(3e+09)",
	} {
		parsed, err := ParseStructural(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := parsed.Structural(); got != text {
			t.Errorf("%s: got %s", text, got)
		}
	}
	if a, b := typeOf(t, "1").Elem(), typeOf(t, "3000000000").Elem(); a != Int || b != Number {
		t.Errorf("bases of constants: got %v and %v, want int and number", a, b)
	}
}

func TestParseStructuralErrors(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "list(", "list(string", "list()", "list(string))", "object({a})", "object({a = })", "object({a = string", "...", "list(...)",
		"cty.Foo(1)", "cty.NumberIntVal(x)", `cty.StringVal("a`, "enum(a(string) cty.True)", "wrong(string)", "tuple(string string)",
		strings.Repeat("list(", 2*MaxDepth),
	} {
		if parsed, err := ParseStructural(text); err == nil || parsed.IsValid() {
			t.Errorf("%.40q: got %v, want an error", text, parsed)
		}
	}
}

// Whatever can be read has an exact notation, which is read as the same type.
func FuzzParseStructural(f *testing.F) {
	for _, t := range leaves {
		f.Add(List(Optional(t)).Exact())
	}
	f.Add(`object({"a b" = tuple(), c = const(int, cty.NumberIntVal(7))})`)
	f.Add(`enum("p:m:E(1)"(number): cty.NumberFloatVal(0.5),cty.NumberIntVal(3e+09))`)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseStructural(text)
		if err != nil {
			return
		}
		if back, err := ParseStructural(a.Exact()); err != nil || back != a {
			t.Errorf("%q: %s is read as %v, %v", text, a.Exact(), back, err)
		}
	})
}
