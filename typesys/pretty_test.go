package typesys

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"
)

// What a layout without numbers means.
const (
	prettyWidth = 80
	prettyLines = 40
)

func wide(n int) Type {
	var props []Property
	for i := range n {
		name := "member" + strings.Repeat("x", i)
		props = append(props, Property{Name: name, Type: List(Optional(String))})
	}
	return Object(props...)
}

func prettyTypes() []Type {
	long := func(n int) cty.Value { return cty.StringVal(strings.Repeat("v", n)) }
	enum := Enum("a:b:C", String, long(20), long(21), long(22), long(23), long(24))
	return []Type{
		String, Object(), wide(3), wide(8), Output(wide(8)),
		Optional(wide(8)), Input(List(Optional(wide(8)))), enum,
		Union(wide(8), List(wide(9)), String), Tuple(wide(7), Int, wide(8)),
		Map(Union(enum, String)), Object(Property{Name: "a b", Type: wide(8)}),
	}
}

// What is written over several lines says the same as the notation in one.
func TestPrettySaysTheSame(t *testing.T) {
	t.Parallel()
	squeeze := func(s string) string { return strings.NewReplacer(" ", "", "\n", "", ",", "").Replace(s) }
	for _, typ := range prettyTypes() {
		got := Pretty(typ, Layout{})
		if squeeze(got) != squeeze(typ.String()) {
			t.Errorf("type %s\nwritten as\n%s", typ, got)
		}
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > prettyWidth {
				t.Errorf("type %s\nwritten as\n%s\nwith a line of %d characters", typ, got, n)
			}
		}
		if len(typ.String()) <= prettyWidth && strings.Contains(got, "\n") {
			t.Errorf("type %s fits in a line, but is written as\n%s", typ, got)
		}
	}
}

// Nothing is longer than somebody reads.
func TestPrettyIsBounded(t *testing.T) {
	t.Parallel()
	deep := wide(60)
	for range 40 {
		deep = Object(Property{Name: "a", Type: deep}, Property{Name: "b", Type: List(wide(30))})
	}
	chain := Int
	for range 500 {
		chain = List(chain)
	}
	for _, typ := range []Type{wide(100), deep, Tuple(deep, deep, deep), Union(deep, wide(70), wide(71)), chain} {
		got := Pretty(typ, Layout{})
		if n := strings.Count(got, "\n"); n > 3*prettyLines || len(got) > 3*prettyLines*(prettyWidth+prettyLines) {
			t.Errorf("%d lines, %d bytes:\n%s", n, len(got), got)
		}
		if !strings.Contains(got, "…") {
			t.Errorf("what is left out must show:\n%s", got)
		}
	}
}

func TestPretty(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, t string
		layout  Layout
		want    string
	}{
		{"what is short stays in a line", "list(object({a = string, b = union(int, none)}))", Layout{}, "list({ a: string, b: int? })"},
		{"needed members come first", "object({alpha = union(string, none), beta = string, gamma = output(union(int, none)), delta = bool})", Layout{Width: 40}, `
{
  beta: string
  delta: bool
  alpha: string?
  gamma: output(int?)
}`},
		{"a label takes part of the first line", "object({a = string, b = string})", Layout{Width: 40, Used: 20}, `
{
  a: string
  b: string
}`},
		{"wrappers stay around what they hold", "output(union(list(object({name = string, ports = list(int)})), none))", Layout{Width: 32}, `
output(list({
  name: string
  ports: list(int)
})?)`},
		{"deep parts are cut", "object({outer = object({middle = object({inner = object({leaf = string, other = string})})})})", Layout{Width: 40, Depth: 2}, `
{
  outer: {
    middle: { inner: { leaf, other } }
  }
}`},
		{"wide objects are cut", "object({a = string, b = string, c = string, d = string})", Layout{Width: 20, Members: 2}, `
{
  a: string
  b: string
  … 2 more
}`},
		{"each choice has a line", "union(object({kind = string, length = int}), list(object({kind = string})))", Layout{Width: 34}, `
list({ kind: string })
| { kind: string, length: int }`},
	} {
		if got := Pretty(typeOf(t, c.t), c.layout); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
