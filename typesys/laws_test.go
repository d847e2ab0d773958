package typesys

import (
	"runtime"
	"testing"

	"github.com/zclconf/go-cty/cty"
)

// many is the number of types on which each law is tried.
const many = 4_000

// forMany calls check with types of the maker until one fails.
func forMany(t *testing.T, m *typeMaker, check func(a Type) bool) {
	t.Helper()
	for range many {
		if a := m.make(4); !check(a) {
			t.Errorf("the law fails for %s", a)
			return
		}
	}
}

// The shape laws hold on ten times as many types, from ten seeds.
func TestLastShapeWins(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		checkLastShapeWins(t, newTypeMaker(100+seed))
	}
}

func checkLastShapeWins(t *testing.T, m *typeMaker) {
	t.Helper()
	shapes := []struct {
		name  string
		apply func(Type) Type
	}{{"plain", PlainShape}, {"input", InputShape}, {"output", OutputShape}}
	forMany(t, m, func(a Type) bool {
		for _, f := range shapes {
			for _, g := range shapes {
				if got, want := f.apply(g.apply(a)), f.apply(a); got != want {
					t.Errorf("%s of %s of %v: got %v, want %v", f.name, g.name, a, got, want)
					return false
				}
			}
		}
		return true
	})
}

func TestShapesOfWorkedExample(t *testing.T) {
	t.Parallel()
	in := typeOf(t, "object({a = list(string), b = union(number, promise(bool))})")
	for _, c := range []struct {
		got  Type
		want string
	}{
		{PlainShape(in), "object({a = list(string), b = union(number, bool)})"},
		{InputShape(in), "input(object({a = input(list(input(string))), b = input(union(number, bool))}))"},
		{OutputShape(in), "output(object({a = output(list(output(string))), b = output(union(number, bool))}))"},
		{InputType(typeOf(t, "list(string)")), "input(list(input(string)))"},
		{InputType(typeOf(t, "set(string)")), "input(set(string))"},
		{InputType(typeOf(t, "tuple(string)")), "input(tuple(string))"},
		{InputType(Dynamic), "dynamic"},
		{InputType(None), "none"},
		{InputType(typeOf(t, "output(string)")), "output(string)"},
	} {
		if want := typeOf(t, c.want); c.got != want {
			t.Errorf("got %v, want %v", c.got, want)
		}
	}
}

// Inputs are written as the unions that they stand for.
func TestStructuralInputs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"list(string)":        "union(list(union(output(string), string)), output(list(string)))",
		"union(string, none)": "union(none, output(string), output(union(none, string)), string)",
		"object({a = int})":   "union(object({a = union(int, output(int))}), output(object({a = int})))",
	} {
		if got := InputType(typeOf(t, text)).Structural(); got != want {
			t.Errorf("input type of %s: got %s, want %s", text, got, want)
		}
	}
}

func TestConvertLaws(t *testing.T) {
	t.Parallel()
	forMany(t, newTypeMaker(2), func(a Type) bool {
		if PlainShape(a) == None {
			return Convert(a, a) == FitSafe // a place for none takes no outputs: they have nothing to give
		}
		return Convert(a, a) == FitSafe && Assignable(a, a) && Convert(Optional(a), None) == FitSafe &&
			Convert(Input(a), a) == FitSafe && Convert(Input(a), Output(a)) == FitSafe
	})
}

// Dynamic converts unsafely to all but itself, even to a union that has it as a
// member. So these laws hold without dynamic only.
func TestConvertLawsWithoutDynamic(t *testing.T) {
	t.Parallel()
	m := newTypeMaker(14).static()
	forMany(t, m, func(a Type) bool {
		b := m.make(2)
		return Convert(Output(a), a) == FitSafe && Convert(Output(a), Input(a)) == FitSafe &&
			Convert(Union(a, b), a) == FitSafe && Convert(Union(a, b), b) == FitSafe
	})
}

func TestShapesAcceptWhatTheyShape(t *testing.T) {
	t.Parallel()
	forMany(t, newTypeMaker(3).known(), func(a Type) bool {
		for _, dst := range []Type{InputShape(a), OutputShape(a), InputType(a), Lifted(a)} {
			if Convert(dst, a) != FitSafe {
				t.Errorf("%v <- %v: got %v, want safe", dst, a, Convert(dst, a))
				return false
			}
		}
		return a == None || Convert(InputShape(a), Lifted(a)) == FitSafe
	})
}

// What is known later never passes for what is known now.
func TestOutputNeverConvertsToPlain(t *testing.T) {
	t.Parallel()
	forMany(t, newTypeMaker(4).known(), func(a Type) bool {
		return Convert(a, Output(a)) == FitNone && !Assignable(a, Output(a)) && Explain(a, Output(a)) != nil
	})
}

// What is assignable converts, with one exception of the language: tuples of
// different lengths are assignable and do not convert.
func TestAssignableConverts(t *testing.T) {
	t.Parallel()
	m := newTypeMaker(5)
	forMany(t, m, func(a Type) bool {
		b := m.make(2)
		return !Assignable(a, b) || Convert(a, b) != FitNone || containsTuple(a)
	})
}

func containsTuple(t Type) bool {
	if t.Kind() == KindTuple || t.Elem().IsValid() && containsTuple(t.Elem()) {
		return true
	}
	for _, e := range t.Elems() {
		if containsTuple(e) {
			return true
		}
	}
	for _, p := range t.Properties() {
		if containsTuple(p.Type) {
			return true
		}
	}
	return false
}

func TestExplainAgreesWithConvert(t *testing.T) {
	t.Parallel()
	m := newTypeMaker(6)
	forMany(t, m, func(a Type) bool {
		b := m.make(3)
		mismatch := Explain(a, b)
		if (mismatch == nil) != (Convert(a, b) != FitNone) {
			return false
		}
		if mismatch == nil {
			return true
		}
		if n := len([]rune(mismatch.String())); n == 0 || n >= 160 {
			t.Errorf("%d characters: %s", n, mismatch)
			return false
		}
		return mismatch.Reason == ReasonMissing || Convert(mismatch.Want, mismatch.Got) == FitNone
	})
}

func TestUnionLaws(t *testing.T) {
	t.Parallel()
	m := newTypeMaker(7)
	forMany(t, m, func(a Type) bool {
		b, c := m.make(3), m.make(3)
		return Union(a, a) == Union(a) && Union(a, b) == Union(b, a) && Union(Union(a, b), c) == Union(a, Union(b, c)) &&
			Optional(Optional(a)) == Optional(a) && Lifted(Lifted(a)) == Lifted(a)
	})
}

// The result of a unification accepts both sides, except on behalf of what
// conversion dominance lets win unmerged.
func TestUnifyLaws(t *testing.T) {
	t.Parallel()
	m := newTypeMaker(8)
	forMany(t, m, func(a Type) bool {
		b := m.make(3)
		t1, fit1 := Unify(a, b)
		t2, fit2 := Unify(a, b)
		self, fit := Unify(a, a)
		return t1 == t2 && fit1 == fit2 && fit1 != FitNone && self == a && fit == FitSafe && UnifySafe(a) == a &&
			UnifySafe(a, b).IsValid()
	})
}

func TestUnifyAcceptsPlainLeaves(t *testing.T) {
	t.Parallel()
	static := leaves[:len(leaves)-1] // dynamic converts safely to itself only
	for _, a := range static {
		for _, b := range static {
			if u := UnifySafe(a, b); Convert(u, a) < FitSafe || Convert(u, b) < FitSafe {
				t.Errorf("%v with %v: got %v, want a type that accepts both safely", a, b, u)
			}
		}
	}
}

// A union behind a wrapper among the members of a union is an exception: lifting
// makes one union of both, and then one alternative that allows the step speaks
// for all.
func TestTraverseCommutesWithLifting(t *testing.T) {
	t.Parallel()
	for _, key := range []cty.Value{cty.StringVal("a"), cty.NumberIntVal(1)} {
		forMany(t, newTypeMaker(10), func(a Type) bool {
			if nestsUnions(a) {
				return true
			}
			inner, problem := Traverse(a, key)
			outer, lifted := Traverse(Lifted(a), key)
			return outer == Lifted(inner) && (problem == nil) == (lifted == nil)
		})
	}
}

// nestsUnions reports whether a step into t may meet a union inside a union.
func nestsUnions(t Type) bool {
	for _, m := range t.Elems() {
		for m.Kind() == KindOutput || m.Kind() == KindPromise || m.Kind() == KindInput {
			if m = m.Elem(); t.Kind() == KindUnion && m.Kind() == KindUnion {
				return true
			}
		}
	}
	return t.Kind() != KindConst && t.Elem().IsValid() && nestsUnions(t.Elem())
}

// A finite type can be read back from its structural notation.
func TestStructuralReadsBack(t *testing.T) {
	t.Parallel()
	forMany(t, newTypeMaker(11), func(a Type) bool {
		text := a.Structural()
		back, err := ParseStructural(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			return false
		}
		return back.Structural() == text
	})
}

func TestEqualTypesAreIdentical(t *testing.T) {
	t.Parallel()
	first, second := newTypeMaker(12), newTypeMaker(12)
	for range many {
		a, b := first.make(4), second.make(4)
		if a != b || a.Structural() != b.Structural() {
			t.Fatalf("made twice: got %v and %v, want one type", a, b)
		}
	}
	runtime.GC()
	kept := List(Map(Tuple(Int, Bool)))
	runtime.GC()
	if kept != List(Map(Tuple(Int, Bool))) {
		t.Error("a type that is held was forgotten")
	}
}

func TestShortFitsAndIsWholeWhenItCan(t *testing.T) {
	t.Parallel()
	forMany(t, newTypeMaker(13), func(a Type) bool {
		full := a.String()
		for _, limit := range []int{16, 40, 100_000} {
			short := Short(a, limit)
			if n := len([]rune(short)); n > limit || n == 0 {
				t.Errorf("%s: %q has %d runes, want at most %d", full, short, n, limit)
				return false
			}
			if len([]rune(full)) <= limit && short != full {
				t.Errorf("got %q, want %q", short, full)
				return false
			}
		}
		return true
	})
}
