package typesys

import (
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/zclconf/go-cty/cty"
)

// This file tries the laws of conversion, assignability, unification and
// traversal. What the rules of the language except from a law stands in
// exceptions_test.go.

func TestConversionIsReflexive(t *testing.T) {
	t.Parallel()
	holds(t, func(a Type) bool { return Convert(a, a) == FitSafe && Assignable(a, a) })
}

// A place for T or an output of T takes both. A place for none takes no outputs.
func TestInputsAcceptPlainAndOutput(t *testing.T) {
	t.Parallel()
	holds(t, func(a Type) bool {
		if in := Input(a); PlainShape(a) != None && (Convert(in, a) != FitSafe || Convert(in, Output(a)) != FitSafe || !Assignable(in, a)) {
			return false
		}
		return Convert(Optional(a), None) == FitSafe
	})
}

// Dynamic converts unsafely to all but itself, even to a union or output that has
// it as a part. So these hold without dynamic only.
func TestWiderTypesAccept(t *testing.T) {
	t.Parallel()
	holdsForPairs(t, staticTypes, func(a, b Type) bool {
		return Convert(Output(a), a) == FitSafe && Convert(Output(a), Input(a)) == FitSafe &&
			Convert(Union(a, b), a) == FitSafe && Convert(Union(a, b), b) == FitSafe
	})
}

func TestShapesAcceptWhatTheyShape(t *testing.T) {
	t.Parallel()
	holdsFor(t, knownTypes, func(a Type) bool {
		input := InputShape(a)
		return Convert(input, a) == FitSafe && Convert(OutputShape(a), a) == FitSafe && Convert(InputType(a), a) == FitSafe &&
			Convert(Lifted(a), a) == FitSafe && (a == None || Convert(input, Lifted(a)) == FitSafe)
	})
}

// What is known later never passes for what is known now.
func TestOutputNeverConvertsToPlain(t *testing.T) {
	t.Parallel()
	holdsFor(t, staticTypes, func(a Type) bool {
		return takesOutputs(a) || Convert(a, Output(a)) == FitNone && !Assignable(a, Output(a)) && Explain(a, Output(a)) != nil
	})
}

// takesOutputs reports whether a place of this type takes outputs by its own
// account.
func takesOutputs(t Type) bool {
	switch t.Kind() {
	case KindOutput, KindInput:
		return true
	case KindUnion:
		for _, m := range t.Elems() {
			if takesOutputs(m) {
				return true
			}
		}
	}
	return false
}

// Safe conversions can be chained.
func TestSafeConversionIsTransitive(t *testing.T) {
	t.Parallel()
	chained := 0
	for i, a := range totalTypes() {
		b := weaker(a, uint64(i))
		c := weaker(b, uint64(i/3))
		if !isRegular(b, c) || Convert(b, a) != FitSafe || Convert(c, b) != FitSafe {
			continue
		}
		if chained++; Convert(c, a) != FitSafe {
			fails(t, []Type{a, b, c}, transitive)
			return
		}
	}
	if n := len(totalTypes()); chained < n/2 {
		t.Errorf("only %d chains of %d types were tried", chained, n)
	}
}

func transitive(ts []Type) bool {
	a, b, c := ts[0], ts[1], ts[2]
	return !isRegular(a, b, c) || Convert(b, a) != FitSafe || Convert(c, b) != FitSafe || Convert(c, a) == FitSafe
}

// The same for every chain of three among some hundred types.
func TestSafeConversionIsTransitiveEverywhere(t *testing.T) {
	t.Parallel()
	some := append(leaves[:len(leaves)-1:len(leaves)-1], totalTypes()[:min(testsize.Types/200, 400)]...)
	for _, b := range some {
		var from, to []Type
		for _, a := range some {
			if Convert(b, a) == FitSafe {
				from = append(from, a)
			}
			if Convert(a, b) == FitSafe {
				to = append(to, a)
			}
		}
		for _, a := range from {
			for _, c := range to {
				if Convert(c, a) != FitSafe {
					fails(t, []Type{a, b, c}, transitive)
					return
				}
			}
		}
	}
}

// What is assignable converts; tuples are excepted.
func TestAssignableConverts(t *testing.T) {
	t.Parallel()
	holdsForPairs(t, anyTypes, func(a, b Type) bool { return contains(b, KindTuple) || !Assignable(b, a) || Convert(b, a) != FitNone })
}

func TestExplainAgreesWithConvert(t *testing.T) {
	t.Parallel()
	holdsForPairs(t, anyTypes, func(a, b Type) bool {
		m := Explain(a, b)
		if (m == nil) != (Convert(a, b) != FitNone) {
			return false
		}
		if m == nil {
			return true
		}
		n := len([]rune(m.String()))
		return n > 0 && n < 160 && (m.Reason == ReasonMissing || Convert(m.Want, m.Got) == FitNone)
	})
}

// What is remembered is what would be answered.
func TestMemoryAgrees(t *testing.T) {
	t.Parallel()
	holdsForPairs(t, anyTypes, func(a, b Type) bool {
		fit, assignable := ConvertAfresh(a, b), AssignableAfresh(a, b)
		unified, how := UnifyAfresh(a, b)
		for range 2 { // told, and remembered
			again, same := Unify(a, b)
			if Convert(a, b) != fit || Assignable(a, b) != assignable || again != unified || same != how {
				return false
			}
		}
		return true
	})
}

func TestUnificationIsCommutativeAndIdempotent(t *testing.T) {
	t.Parallel()
	holdsForPairs(t, anyTypes, func(a, b Type) bool {
		ab, fit := UnifyAfresh(a, b)
		ba, tif := UnifyAfresh(b, a)
		return ab == ba && fit == tif && fit != FitNone
	})
	holds(t, func(a Type) bool {
		self, same := UnifyAfresh(a, a)
		return self == a && same == FitSafe && UnifySafe(a) == a && UnifySafe(a, a) == a && UnifyUnsafe(a, a) == a
	})
}

// What both sides unify to accepts both. Objects and tuples are excepted, but for
// the two forms below.
func TestUnificationIsAnUpperBound(t *testing.T) {
	t.Parallel()
	holdsForPairs(t, totalTypes, func(a, b Type) bool { return !isUniformAll(a, b) || accepts(a, b) })
}

// Objects that lie side by side are merged so that both fit.
func TestUnifiedObjectsAreAnUpperBound(t *testing.T) {
	t.Parallel()
	all := totalTypes()
	holdsForPairs(t, totalTypes, func(a, b Type) bool {
		c := all[len(b.Exact())]
		return !isUniformAll(a, b, c) || accepts(Object(Property{"a", a}, Property{"b", b}), Object(Property{"b", c}, Property{"c", a}))
	})
}

// So are tuples of one length.
func TestUnifiedTuplesAreAnUpperBound(t *testing.T) {
	t.Parallel()
	all := totalTypes()
	holdsForPairs(t, totalTypes, func(a, b Type) bool {
		c := all[len(b.Exact())]
		return !isUniformAll(a, b, c) || accepts(Tuple(a, b), Tuple(c, a))
	})
}

// accepts reports whether what two types unify to takes both.
func accepts(a, b Type) bool {
	safe, unsafe := UnifySafe(a, b), UnifyUnsafe(a, b)
	return Convert(safe, a) == FitSafe && Convert(safe, b) == FitSafe && Convert(unsafe, a) != FitNone && Convert(unsafe, b) != FitNone
}

// isUniformAll reports whether no type has objects or tuples, nor dynamic, which
// converts safely to nothing else, nor anything eventual inside an eventual.
func isUniformAll(ts ...Type) bool {
	return !slices.ContainsFunc(ts, func(t Type) bool {
		return contains(t, KindObject) || contains(t, KindTuple) || contains(t, KindDynamic) || !isFlatInside(t)
	})
}

var keys = []cty.Value{cty.StringVal("a"), cty.NumberIntVal(1)}

// A step into a shape is the shape of the step.
func TestTraversalCommutesWithShapes(t *testing.T) {
	t.Parallel()
	for _, f := range shapes {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			for i, a := range anyTypes() {
				if !commutes(a, f.images()[i], f.apply) {
					fails(t, []Type{a}, func(ts []Type) bool { return commutes(ts[0], f.apply(ts[0]), f.apply) })
					return
				}
			}
		})
	}
}

func TestTraversalCommutesWithLifting(t *testing.T) {
	t.Parallel()
	holds(t, func(a Type) bool { return commutes(a, Lifted(a), Lifted) })
}

// commutes reports whether a step into a and one into its image lead to the same
// shape.
func commutes(a, image Type, shape func(Type) Type) bool {
	for _, key := range keys {
		inner, problem := Traverse(a, key)
		outer, shaped := Traverse(image, key)
		if outer != inner && shape(outer) != shape(inner) || (problem == nil) != (shaped == nil) {
			return nestsUnions(a)
		}
	}
	return true
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
