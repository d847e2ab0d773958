package typesys

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/zclconf/go-cty/cty"
)

// This file tries the relations on types that contain each other: every question
// must end, and the laws that hold for finite types must hold.

// randomGraph are object types whose members lead to one another.
func randomGraph(seed uint64) []Type {
	m := typeMaker{rand: rand.New(rand.NewPCG(seed, 2)), dynamic: true}
	g := newGraph()
	for i := range 5 {
		m.named = append(m.named, g.named(fmt.Sprint("T", i)))
	}
	for i := range m.named {
		var props []Property
		for _, name := range []string{"a", "b", "c"}[:1+m.rand.IntN(3)] {
			props = append(props, Property{name, m.make(2)})
		}
		g.graph[fmt.Sprint("T", i)] = props
	}
	all := append([]Type{}, m.named...)
	return append(all, InputShape(all[0]), OutputShape(all[1]), InputType(all[2]), Lifted(all[3]), Optional(all[4]), m.make(3), m.make(3))
}

func TestRelationsEndOnRecursiveTypes(t *testing.T) {
	t.Parallel()
	for seed := range uint64(testsize.Types / 1000) {
		types := randomGraph(seed)
		for _, a := range types {
			checkRecursive(t, a)
			for _, b := range types {
				checkRecursivePair(t, a, b)
			}
		}
		if t.Failed() {
			t.Fatalf("in the graph of seed %d", seed)
		}
	}
}

func checkRecursive(t *testing.T, a Type) {
	t.Helper()
	if Convert(a, a) != FitSafe || !Assignable(a, a) || Explain(a, a) != nil {
		t.Errorf("%v does not convert to itself", a)
	}
	for _, f := range shapes {
		for _, g := range shapes {
			if f.apply(g.apply(a)) != f.apply(a) {
				t.Errorf("%s of %s of %v is not %[1]s of it", f.name, g.name, a)
			}
		}
	}
	for _, text := range []string{a.String(), a.Structural(), a.Exact(), Short(a, 40), Pretty(a, Layout{})} {
		if text == "" {
			t.Errorf("%v has an empty notation", a)
		}
	}
	Iterate(a)
	Splat(a)
	Strip(a)
	Unwrapped(a)
	Reference.View(a)
}

func checkRecursivePair(t *testing.T, a, b Type) {
	t.Helper()
	fit := ConvertAfresh(a, b)
	if Convert(a, b) != fit || (Explain(a, b) == nil) != (fit != FitNone) {
		t.Errorf("%v <- %v: got %v, %v and %v", a, b, fit, Convert(a, b), Explain(a, b))
	}
	if Assignable(a, b) != AssignableAfresh(a, b) {
		t.Errorf("%v <- %v: assignability is remembered wrongly", a, b)
	}
	ab, fitAB := UnifyAfresh(a, b)
	ba, fitBA := UnifyAfresh(b, a)
	if ab != ba || fitAB != fitBA || fitAB == FitNone {
		t.Errorf("%v with %v: got %v (%v) and %v (%v)", a, b, ab, fitAB, ba, fitBA)
	}
	for _, key := range []cty.Value{cty.StringVal("a"), cty.NumberIntVal(0)} {
		if got, _ := Traverse(ab, key); !got.IsValid() {
			t.Errorf("a step into %v leads nowhere", ab)
		}
	}
}
