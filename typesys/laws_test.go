package typesys

import (
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"runtime"
	"slices"
	"testing"
)

// This file tries the laws of types that need no relation: shapes, unions,
// identity.

var shapes = []struct {
	name   string
	apply  func(Type) Type
	images func() []Type // of anyTypes
}{{"plain", PlainShape, plainTypes}, {"input", InputShape, inputTypes}, {"output", OutputShape, outputTypes}}

// f(g(T)) = f(T) for all nine pairs of shapes.
func TestLastShapeWins(t *testing.T) {
	t.Parallel()
	for _, f := range shapes {
		for _, g := range shapes {
			t.Run(f.name+" of "+g.name, func(t *testing.T) {
				t.Parallel()
				for i, a := range anyTypes() {
					if f.apply(g.images()[i]) != f.images()[i] {
						fails(t, []Type{a}, func(ts []Type) bool { return f.apply(g.apply(ts[0])) == f.apply(ts[0]) })
						return
					}
				}
			})
		}
	}
}

func TestUnionLaws(t *testing.T) {
	t.Parallel()
	all := anyTypes()
	holdsForPairs(t, anyTypes, func(a, b Type) bool {
		c := all[len(a.Exact())]
		return Union(a, a) == Union(a) && Union(a, b) == Union(b, a) && Union(Union(a, b), c) == Union(a, Union(b, c)) &&
			Optional(Optional(a)) == Optional(a)
	})
}

// A wrapper around what it has made already is the same type.
func TestWrappersAreIdempotent(t *testing.T) {
	t.Parallel()
	holds(t, func(a Type) bool {
		return Lifted(Lifted(a)) == Lifted(a) && Output(Output(a)) == Output(a) && Input(Input(a)) == Input(a) &&
			Promise(Promise(a)) == Promise(a) && Output(Promise(a)) == Output(a) &&
			ResolvePromises(ResolvePromises(a)) == ResolvePromises(a) && InputType(InputType(a)) == InputType(a)
	})
}

// The order of types is total, and equal only for equal types.
func TestOrderIsTotal(t *testing.T) {
	t.Parallel()
	holdsForPairs(t, anyTypes, func(a, b Type) bool {
		c, d := compare(a, b), compare(b, a)
		return (c == 0) == (a == b) && (c < 0) == (d > 0) && (c > 0) == (d < 0)
	})
	some := slices.Clone(anyTypes()[:testsize.Types/10])
	slices.SortFunc(some, compare)
	for i := range some[1:] {
		if compare(some[i], some[i+1]) >= 0 || compare(some[0], some[i+1]) >= 0 {
			t.Fatalf("sorted, %v comes before %v", some[i], some[i+1])
		}
	}
}

func TestEqualTypesAreIdentical(t *testing.T) {
	t.Parallel()
	again := family(1, testsize.Types, typeMaker{eventual: true, dynamic: true})()
	for i, a := range anyTypes() {
		if a != again[i] {
			t.Fatalf("made twice: got %v and %v, want one type", a, again[i])
		}
	}
	kept := List(Map(Tuple(Int, Bool)))
	runtime.GC()
	if kept != List(Map(Tuple(Int, Bool))) {
		t.Error("a type that is held was forgotten")
	}
}

// The exact notation leads back to the very type; the structural one to a type
// with the same notation.
func TestNotationsReadBack(t *testing.T) {
	t.Parallel()
	holds(t, func(a Type) bool {
		back, err := ParseStructural(a.Exact())
		return err == nil && back == a
	})
}

func TestStructuralReadsBack(t *testing.T) {
	t.Parallel()
	holds(t, func(a Type) bool {
		text := a.Structural()
		back, err := ParseStructural(text)
		return err == nil && back.Structural() == text
	})
}

func TestShortFitsAndIsWholeWhenItCan(t *testing.T) {
	t.Parallel()
	holdsFor(t, someTypes, func(a Type) bool {
		full := a.String()
		for _, limit := range []int{16, 40, 100_000} {
			short := Short(a, limit)
			n := len([]rune(short))
			if n > limit || n == 0 || len([]rune(full)) <= limit && short != full {
				return false
			}
		}
		return true
	})
}
