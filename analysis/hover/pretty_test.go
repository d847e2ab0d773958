package hover

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

func wide(n int) typesys.Type {
	var props []typesys.Property
	for i := range n {
		name := "member" + strings.Repeat("x", i)
		props = append(props, typesys.Property{Name: name, Type: typesys.List(typesys.Optional(typesys.String))})
	}
	return typesys.Object(props...)
}

func prettyTypes() []typesys.Type {
	long := func(n int) cty.Value { return cty.StringVal(strings.Repeat("v", n)) }
	enum := typesys.Enum("a:b:C", typesys.String, long(20), long(21), long(22), long(23), long(24))
	return []typesys.Type{
		typesys.String, typesys.Object(), wide(3), wide(8), typesys.Output(wide(8)),
		typesys.Optional(wide(8)), typesys.Input(typesys.List(typesys.Optional(wide(8)))), enum,
		typesys.Union(wide(8), typesys.List(wide(9)), typesys.String), typesys.Tuple(wide(7), typesys.Int, wide(8)),
		typesys.Map(typesys.Union(enum, typesys.String)), typesys.Object(typesys.Property{Name: "a b", Type: wide(8)}),
	}
}

// What is written over several lines says the same as the notation in one.
func TestPrettySaysTheSame(t *testing.T) {
	t.Parallel()
	squeeze := func(s string) string { return strings.NewReplacer(" ", "", "\n", "", ",", "").Replace(s) }
	for _, typ := range prettyTypes() {
		got := pretty(typ, lineWidth)
		if squeeze(got) != squeeze(typ.String()) {
			t.Errorf("type %s\nwritten as\n%s", typ, got)
		}
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > lineWidth {
				t.Errorf("type %s\nwritten as\n%s\nwith a line of %d characters", typ, got, n)
			}
		}
		if len(typ.String()) <= lineWidth && strings.Contains(got, "\n") {
			t.Errorf("type %s fits in a line, but is written as\n%s", typ, got)
		}
	}
}

func TestPrettyIsBounded(t *testing.T) {
	t.Parallel()
	deep := wide(60)
	for range 40 {
		deep = typesys.Object(typesys.Property{Name: "a", Type: deep}, typesys.Property{Name: "b", Type: typesys.List(wide(30))})
	}
	for _, typ := range []typesys.Type{wide(100), deep, typesys.Tuple(deep, deep, deep), typesys.Union(deep, wide(70), wide(71))} {
		got := pretty(typ, lineWidth)
		if n := strings.Count(got, "\n"); n > 3*maxLines || len(got) > 3*maxLines*(lineWidth+maxLines) {
			t.Errorf("%d lines, %d bytes:\n%s", n, len(got), got)
		}
		if !strings.Contains(got, "…") {
			t.Errorf("what is left out must show:\n%s", got)
		}
	}
}

func TestAlignedKeepsColumns(t *testing.T) {
	t.Parallel()
	got := aligned([]typesys.Property{{Name: "plain", Type: typesys.String}, {Name: "output", Type: wide(6)}}, pretty)
	for i, line := range strings.Split(got, "\n") {
		if line[8] == ' ' && line[9] == ' ' && i < 2 || len(line) > 8 && i > 1 && strings.TrimSpace(line[:8]) != "" {
			t.Errorf("line %d is out of its column:\n%s", i+1, got)
		}
	}
}
