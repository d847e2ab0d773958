package constraint

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file tries laws on random types and values. The same seed gives the same in
// every run.

const many = 20_000

type maker struct {
	*rand.Rand
	any bool // whether dynamic is made
}

func newMaker(seed uint64) maker { return maker{rand.New(rand.NewPCG(seed, 7)), false} }

func (m maker) kind(depth int) typesys.Type {
	leaves := []typesys.Type{typesys.String, typesys.Number, typesys.Bool, typesys.ID, typesys.Dynamic}
	if depth == 0 || m.IntN(3) == 0 {
		if m.any {
			return leaves[m.IntN(len(leaves))]
		}
		return leaves[m.IntN(len(leaves)-1)]
	}
	switch m.IntN(5) {
	case 0:
		return typesys.List(m.kind(depth - 1))
	case 1:
		return typesys.Set(m.kind(depth - 1))
	case 2:
		return typesys.Map(m.kind(depth - 1))
	case 3:
		return typesys.Tuple(m.kind(depth-1), m.kind(depth-1))
	}
	props := []typesys.Property{{Name: "a", Type: m.kind(depth - 1)}, {Name: "b", Type: m.kind(depth - 1)}}
	if m.IntN(2) == 0 {
		props[1].Type = typesys.Optional(props[1].Type)
	}
	return typesys.Object(props...)
}

// value makes a value that resembles one of the type, more often than not.
func (m maker) value(t typesys.Type, depth int) cty.Value {
	if m.IntN(8) == 0 && depth > 0 {
		t = m.kind(depth - 1)
	}
	t = typesys.Strip(t)
	switch t.Kind() {
	case typesys.KindList, typesys.KindSet:
		elems := make([]cty.Value, m.IntN(3))
		for i := range elems {
			elems[i] = m.value(t.Elem(), depth-1)
		}
		// Go-cty forgets the element type when it makes a list of a set with unknown elements.
		if m.IntN(2) == 0 && len(elems) > 0 && sameType(elems) && !hasUnknown(cty.TupleVal(elems)) {
			return []func([]cty.Value) cty.Value{cty.ListVal, cty.SetVal}[m.IntN(2)](elems)
		}
		return cty.TupleVal(elems)
	case typesys.KindTuple:
		return cty.TupleVal([]cty.Value{m.value(t.Elems()[0], depth-1), m.value(t.Elems()[1], depth-1)})
	case typesys.KindMap:
		return m.object([]typesys.Property{{Name: "a", Type: t.Elem()}, {Name: "b", Type: t.Elem()}, {Name: "c", Type: t.Elem()}}, depth)
	case typesys.KindObject:
		return m.object(t.Properties(), depth)
	}
	return []cty.Value{
		cty.StringVal("x"), cty.StringVal("1"), cty.StringVal("true"), cty.NumberIntVal(1), cty.NumberFloatVal(0.5), cty.True,
		cty.UnknownVal(cty.String), cty.DynamicVal,
	}[m.IntN(8)]
}

func (m maker) object(props []typesys.Property, depth int) cty.Value {
	members := map[string]cty.Value{}
	for _, p := range props {
		if m.IntN(6) > 0 {
			members[p.Name] = m.value(p.Type, depth-1)
		}
	}
	return cty.ObjectVal(members)
}

// numberToBool reports whether Convert knows a conversion here that go-cty does not.
func numberToBool(v cty.Value, t typesys.Type) bool {
	_, notes, problem := Convert(v, t)
	for _, n := range notes {
		if n.Kind == Converted && n.To.Type() == cty.Bool && n.From.Type() == cty.Number {
			return true
		}
	}
	return problem == nil && hasUnknown(v)
}

func hasUnknown(v cty.Value) bool { return !v.IsWhollyKnown() }

// Invariant: of types and values that both know, Convert gives what go-cty's own
// conversion to the constraint gives, and fails where that fails.
func TestAgreesWithCty(t *testing.T) {
	t.Parallel()
	m := newMaker(1)
	both, neither := 0, 0
	for range many {
		ty := m.kind(3)
		v := m.value(ty, 3)
		constraint, problem := Of(ty)
		if problem != nil {
			t.Fatalf("%v: %v", ty, problem)
		}
		want, err := convert.Convert(v, constraint)
		got, _, problem := Convert(v, ty)
		switch {
		case err == nil && problem == nil:
			both++
			if !got.RawEquals(want) {
				t.Errorf("%#v to %v: got %#v, want %#v", v, ty, got, want)
			}
		case err != nil && problem != nil:
			neither++
		case problem == nil && (numberToBool(v, ty) || strings.Contains(err.Error(), "must all match for conversion to")):
		default:
			t.Errorf("%#v to %v: got %#v, %v; go-cty: %#v, %v", v, ty, got, problem, want, err)
		}
		if t.Failed() {
			return
		}
	}
	if both < many/10 || neither < many/20 {
		t.Errorf("tried on %d values that convert and %d that do not", both, neither)
	}
}

// Invariant: a value that was converted is not changed by converting it again.
func TestIdempotent(t *testing.T) {
	t.Parallel()
	m := newMaker(3)
	m.any = true
	for range many {
		ty := m.kind(3)
		v := m.value(ty, 3)
		once, _, problem := Convert(v, ty)
		if problem != nil {
			continue
		}
		twice, notes, problem := Convert(once, ty)
		if problem != nil || !twice.RawEquals(once) {
			t.Errorf("%#v to %v: got %#v, then %#v (%s), %v", v, ty, once, twice, describe(notes), problem)
			return
		}
	}
}

// A problem's path leads to a place in the value, and marks on the whole value hide
// the same parts whether it converts or not.
func TestProblemsHavePlaces(t *testing.T) {
	t.Parallel()
	m := newMaker(4)
	for range many {
		ty := m.kind(3)
		v := m.value(ty, 3)
		_, _, plain := Convert(v, ty)
		_, _, marked := Convert(v.Mark("secret"), ty)
		if (plain == nil) != (marked == nil) {
			t.Errorf("%#v to %v: %v, and marked %v", v, ty, plain, marked)
			return
		}
		if plain != nil && typesys.FormatPath(plain.Path) != typesys.FormatPath(marked.Path) {
			t.Errorf("%#v to %v: at %v, and marked at %v", v, ty, plain, marked)
			return
		}
	}
}
