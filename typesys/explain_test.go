package typesys

import (
	"strings"
	"testing"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dst, src, want string }{
		{"number", "list(string)", "list(string) is not a number"},
		{"string", "none", "no value, but a string is required"},
		{"string", "null", "no value, but a string is required"},
		{"string", "output(string)", "output(string) is known only later, but a string is needed now"},
		{
			"object({spec = object({rules = list(object({port = number}))})})",
			"object({spec = object({rules = tuple(object({port = list(string)}))})})",
			"spec.rules[0].port: list(string) is not a number",
		},
		{"list(number)", "list(list(string))", "[*]: list(string) is not a number"},
		{"list(number)", "tuple(1, tuple())", "[1]: [] is not a number"},
		{"map(number)", "object({a = 1, b = tuple()})", "b: [] is not a number"},
		{"map(map(number))", "map(map(none))", "[*][*]: no value, but a number is required"},
		{"tuple(int, int)", "tuple(1, 2, 3)", "3 elements, but 2 are required"},
		{"object({a = tuple(int, int)})", "object({a = tuple(1, none)})", "a[1]: no value, but an int is required"},
		{"tuple(int)", "list(none)", "[0]: no value, but an int is required"},
		{"object({a = int})", "map(none)", "a: no value, but an int is required"},
		{"object({port = int})", "object({})", "`port` is missing"},
		{"object({port = int, host = string, user = string})", "object({prot = int, host = string})", "`port` is missing, and 1 more; is `prot` a typo?"},
		{"object({a = object({bucketName = string})})", "object({a = object({bucket_name = string})})", "a: `bucketName` is missing; is `bucket_name` a typo?"},
		{"union(list(int), none)", "list(list(int))", "[*]: list(int) is not an int"},
		{"union(int, none)", "list(list(int))", "list(list(int)) is not an int"},
		{"union(int, bool)", "list(int)", "list(int) is none of bool | int"},
		{
			"union(object({kind = string, lives = int}), object({beak = string, wings = int}))",
			"object({beak = string, wings = list(int)})",
			"wings: list(int) is not an int",
		},
		{"union(string, object({a = int}))", "list(int)", "list(int) is none of object({a = int})"},
		{"input(object({a = input(int)}))", "object({a = output(list(int))})", "a: list(int) is not an int"},
		{"input(object({a = input(int)}))", "output(object({a = list(int)}))", "a: list(int) is not an int"},
		{"output(object({a = int}))", "promise(object({a = list(int)}))", "a: list(int) is not an int"},
		{"promise(list(int))", "list(none)", "[*]: no value, but an int is required"},
		{"promise(int)", "output(int)", "output(int) is known only later, but a promise(int) is needed now"},
		{"map(string)", "output(map(string))", "output(map(string)) is known only later, but a map(string) is needed now"},
		{"int", "union(list(int), none)", "list(int) is not an int"},
		{"int", "union(list(int), map(int))", "list(int) | map(int) is not an int"},
		{"list(string)", "list(enum)", `[*]: enum("a" | "b") is not a string`},
		{"Archive", "Asset", "Asset is not Archive"},
	} {
		m := Explain(typeOf(t, c.dst), typeOf(t, c.src))
		if m == nil {
			t.Errorf("%s <- %s: got no mismatch, want %q", c.dst, c.src, c.want)
			continue
		}
		want := c.want
		if strings.HasSuffix(want, "none of object({a = int})") {
			want = "list(int) is none of string | { a: int }"
		}
		if got := m.String(); got != want {
			t.Errorf("%s <- %s: got %q, want %q", c.dst, c.src, got, want)
		}
	}
}

func TestExplainGivesTypesAtThePath(t *testing.T) {
	t.Parallel()
	m := Explain(typeOf(t, "object({a = map(input(union(int, none)))})"), typeOf(t, "object({a = object({x = list(int)})})"))
	if m == nil || FormatPath(m.Path) != "a.x" || m.Want != Int || m.Got != List(Int) || m.Reason != ReasonType {
		t.Errorf("got %+v, want list(int) for int at a.x", m)
	}
	m = Explain(typeOf(t, "object({a = int, b = int, c = union(int, none)})"), typeOf(t, "object({})"))
	if m == nil || m.Reason != ReasonMissing || strings.Join(m.Missing, " ") != "a b" || m.Want != Int || len(m.Path) != 0 {
		t.Errorf("got %+v, want a and b missing", m)
	}
}

func TestFormatPath(t *testing.T) {
	t.Parallel()
	path := []Step{{Name: "a"}, {Kind: StepIndex, Index: 2}, {Name: "b c"}, {Kind: StepElement}, {Name: "d"}}
	if got, want := FormatPath(path), `a[2]["b c"][*].d`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Long names and types leave a message of a bearable length.
func TestMismatchIsShort(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("averylongname", 20)
	wide := Object(Property{long, String}, Property{"b", List(Map(Object(Property{long, Bool})))})
	for _, m := range []*Mismatch{
		Explain(Object(Property{long, Object(Property{long, wide})}), Object(Property{long, Object(Property{long, Map(wide)})})),
		Explain(Object(Property{long, wide}), Object(Property{long, Object(Property{long + "s", String})})),
		Explain(Object(Property{long, wide}), Object(Property{long, Output(wide)})),
		Explain(Union(wide, Int), List(wide)),
		Explain(Opaque("pkg:mod/"+long+":"+long), wide),
	} {
		if m == nil {
			t.Error("got no mismatch")
			continue
		}
		if text := m.String(); len([]rune(text)) >= 160 {
			t.Errorf("%d characters: %s", len([]rune(text)), text)
		}
	}
}
