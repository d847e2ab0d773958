package constraint

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the conversions of single values.
// (docs/language/conversions.md#simple-types)

// longestNumber is the largest binary exponent of a number that is written with all its digits.
const longestNumber = 1 << 12

// writable reports whether a number can be written with all its digits.
func writable(v cty.Value) bool {
	f := v.AsBigFloat()
	exp := f.MantExp(nil)
	return f.IsInf() || exp <= longestNumber && exp >= -longestNumber
}

// primitive converts a single value to another type. Programs convert numbers to bools too, through
// strings. The text of a bool is never a number.
func (w *walk) primitive(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	want := primitives[t.Kind()]
	from := v.Type()
	switch {
	case from == want:
		return v, nil
	case !from.IsPrimitiveType() && from != cty.DynamicPseudoType:
		return cty.NilVal, w.problem(WrongType, t, v)
	case from == cty.Number && !writable(v):
		return cty.NilVal, w.problem(TooLong, t, v)
	}
	source := v
	if from == cty.Number && want == cty.Bool {
		source, _ = convert.Convert(v, cty.String) // a number always has a text
	}
	result, err := convert.Convert(source, want)
	if err != nil || want == cty.Number && result.AsBigFloat().IsInf() {
		kind := WrongType
		if from == cty.String || source.Type() == cty.String {
			kind = WrongText
		}
		return cty.NilVal, w.problem(kind, t, v)
	}
	w.noteConverted(v, result)
	return result, nil
}

// whole converts a single value to an int.
func (w *walk) whole(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	result, problem := w.primitive(v, t)
	if problem == nil && !result.AsBigFloat().IsInt() {
		return cty.NilVal, w.problem(Fraction, t, v)
	}
	return result, problem
}

// among converts a single value to a value of an enum, or to the constant.
func (w *walk) among(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	result, problem := w.known(v, typesys.Strip(t.Elem()))
	if problem != nil {
		return cty.NilVal, problem
	}
	values := t.Values()
	if t.Kind() == typesys.KindConst {
		values = []cty.Value{t.Value()}
	}
	if slices.ContainsFunc(values, func(value cty.Value) bool { return value.RawEquals(result) }) {
		return result, nil
	}
	return cty.NilVal, w.problem(NotAmong, t, v)
}
