package typesys

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// graph is a set of object types that refer to each other by name.
type graph map[string][]Property

// graphType is one of them. Its properties are counted when they are asked for.
type graphType struct {
	name  string
	types *graphTypes
}

type graphTypes struct {
	graph graph
	asked map[string]int
	types map[string]Type
}

func (g graphType) Token() string  { return "p:m:" + g.name }
func (g graphType) Eventual() bool { return false }

func (g graphType) Properties() []Property {
	g.types.asked[g.name]++
	return slices.SortedFunc(slices.Values(g.types.graph[g.name]), byName)
}

func newGraph() *graphTypes { return &graphTypes{graph{}, map[string]int{}, map[string]Type{}} }

func (g *graphTypes) named(name string) Type {
	if _, known := g.types[name]; !known {
		g.types[name] = Named(graphType{name, g})
	}
	return g.types[name]
}

func TestRecursiveTypes(t *testing.T) {
	t.Parallel()
	g := newGraph()
	tree := func(name string, value Type, more ...Property) Type {
		g.graph[name] = append([]Property{{"children", Optional(List(g.named(name)))}, {"value", value}}, more...)
		return g.named(name)
	}
	numbers, texts, lists := tree("Numbers", Number), tree("Texts", String), tree("Lists", List(Int))
	ints := tree("Ints", Int, Property{"extra", Bool})
	for _, c := range []struct {
		dst, src Type
		want     Fit
	}{
		{numbers, numbers, FitSafe},
		{numbers, ints, FitSafe},
		{texts, numbers, FitSafe},
		{numbers, texts, FitUnsafe},
		{ints, numbers, FitNone}, // extra is missing
		{texts, lists, FitNone},
		{Input(numbers), ints, FitSafe},
		{InputShape(numbers), ints, FitSafe},
		{InputShape(numbers), OutputShape(numbers), FitSafe},
		{InputShape(texts), OutputShape(numbers), FitSafe},
		{numbers, OutputShape(numbers), FitNone},
		{numbers, Object(Property{"value", Int}), FitSafe},
		{numbers, Object(Property{"value", Int}, Property{"children", Tuple(Object(Property{"value", String}))}), FitUnsafe},
	} {
		if got := Convert(c.dst, c.src); got != c.want {
			t.Errorf("%v <- %v: got %v, want %v", c.dst, c.src, got, c.want)
		}
	}
	if !Assignable(numbers, numbers) || Assignable(texts, numbers) {
		t.Error("assignability of recursive types: want equal types only")
	}
	if m := Explain(texts, lists); m == nil || m.String() != "value: list(int) is not a string" {
		t.Errorf("got %v, want the value explained", m)
	}
	if u, fit := Unify(numbers, texts); fit != FitSafe || Convert(u, numbers) != FitSafe || Convert(u, texts) != FitSafe {
		t.Errorf("unification: got %v (%v), want a type that accepts both", u, fit)
	}
	if u, fit := Unify(ints, texts); fit == FitNone || !u.IsValid() {
		t.Errorf("unification: got %v (%v), want some type", u, fit)
	}
}

// An answer that leaned on a pair which then does not fit is asked again.
func TestAssumptionsAreWithdrawn(t *testing.T) {
	t.Parallel()
	g := newGraph()
	for _, side := range []string{"D", "S"} {
		g.graph["A"+side] = []Property{{"back", Optional(g.named("B" + side))}, {"z", map[string]Type{"D": Int, "S": String}[side]}}
		g.graph["B"+side] = []Property{{"forth", Optional(g.named("A" + side))}}
	}
	both := func(side string) Type {
		return Object(Property{"a", g.named("A" + side)}, Property{"b", g.named("B" + side)})
	}
	if got := Convert(both("D"), both("S")); got != FitUnsafe {
		t.Errorf("got %v, want unsafe", got)
	}
	var c conversion
	c.convert(both("D"), both("S"))
	if got := c.convert(g.named("BD"), g.named("BS")); got != FitUnsafe {
		t.Errorf("asked again: got %v, want unsafe", got)
	}
}

// A type that is known by name is not opened when there is nothing to see.
func TestNamedTypesStayClosed(t *testing.T) {
	t.Parallel()
	g := newGraph()
	g.graph["Wide"] = []Property{{"inner", g.named("Inner")}, {"needed", String}}
	g.graph["Other"] = []Property{{"inner", g.named("Far")}}
	wide, other := g.named("Wide"), g.named("Other")
	Convert(wide, wide)
	Convert(Optional(wide), wide)
	Convert(String, wide)
	if len(g.asked) != 0 {
		t.Errorf("opened %v, want nothing", g.asked)
	}
	if got := Convert(wide, other); got != FitNone {
		t.Errorf("got %v, want none", got)
	}
	if g.asked["Inner"]+g.asked["Far"] != 0 {
		t.Errorf("opened %v, want only the outer types", g.asked)
	}
}

// Every type of a large, densely connected graph refers to many others. The
// comparison must not walk all paths.
func TestDenseGraphsAreQuick(t *testing.T) {
	t.Parallel()
	g := newGraph()
	const n = 60
	for i := range n {
		for _, side := range []string{"D", "S"} {
			var props []Property
			for j := range n {
				props = append(props, Property{fmt.Sprintf("p%02d", j), Optional(InputShape(g.named(fmt.Sprint(side, j))))})
			}
			leaf := Int
			if side == "S" && i == n-1 {
				leaf = String
			}
			g.graph[fmt.Sprint(side, i)] = append(props, Property{"z", leaf})
		}
	}
	if got := Convert(g.named("D0"), g.named("S0")); got != FitUnsafe {
		t.Errorf("got %v, want unsafe", got)
	}
	if _, fit := Unify(g.named("D0"), g.named("S0")); fit == FitNone {
		t.Error("unification gave nothing")
	}
	if len(g.asked) > 2*n {
		t.Errorf("asked %d types, want at most %d", len(g.asked), 2*n)
	}
}

// A program can double a type on each line; what is made of it stays bounded.
func TestDoubledTypesAreBounded(t *testing.T) {
	t.Parallel()
	doubled := Int
	for range 100 {
		doubled = Tuple(doubled, doubled)
	}
	if n := len(doubled.String()); n > 20*MaxSize {
		t.Errorf("got %d bytes of text, want a bounded number", n)
	}
	deep := Int
	for range 3 * MaxDepth {
		deep = List(deep)
	}
	if got := Convert(deep, deep); got != FitSafe || strings.Count(deep.String(), "(") > MaxDepth {
		t.Errorf("deep type: got %v, want a bounded depth", got)
	}
}

// Nested literals meet the same parts from both sides again and again.
func TestNestedLiteralsUnifyQuickly(t *testing.T) {
	t.Parallel()
	a, b := Type(Bool), Type(Number)
	for range 14 {
		a, b = Tuple(a, Object(Property{"x", a})), Tuple(b, Object(Property{"x", b}))
		if _, fit := Unify(a, b); fit != FitUnsafe {
			t.Fatalf("got %v, want unsafe", fit)
		}
		if Convert(InputShape(a), b) != FitUnsafe {
			t.Fatalf("got %v, want unsafe", Convert(InputShape(a), b))
		}
	}
}
