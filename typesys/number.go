package typesys

import (
	"math/big"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file implements exact numbers: comparison, order and notation of numeric constants.
// Numbers are binary fractions of any length. Whole numbers of at least 256 bits keep all digits
// in construction, comparison and both notations.
//
// Why not the text of the value: it has only as many digits as its own precision needs, so two
// different numbers can have the same text.

// exactBits is the precision of numbers that have no shorter exact form.
const exactBits = 512

// longestNumber is the largest number of characters in a number.
const longestNumber = 10_000

// decimalForm matches numbers of the language with an exponent of reasonable size.
var decimalForm = lazy.Regexp(`^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,4})?$`)

// ParseNumber reads a number of the language, which may have a sign. Exact reports whether the
// value equals the text. Whole numbers are always exact, because they get as many bits as they
// need. Fractions are exact if they are sums of powers of two, such as 0.5 but not 0.1; others
// are rounded to 512 bits. The value is [cty.NilVal] if the text is not a number or has more
// than ten thousand digits.
func ParseNumber(text string) (value cty.Value, exact bool) {
	ratio, ok := new(big.Rat), len(text) <= longestNumber && decimalForm.Get().MatchString(text)
	if ok {
		ratio, ok = ratio.SetString(text)
	}
	if !ok {
		return cty.NilVal, false
	}
	f := new(big.Float).SetPrec(exactBits)
	if ratio.IsInt() {
		f.SetPrec(max(exactBits, uint(ratio.Num().BitLen())))
	}
	f.SetRat(ratio)
	back, _ := f.Rat(nil)
	return cty.NumberVal(f), back.Cmp(ratio) == 0
}

// canonical gives equal numbers the same representation, so that they are always written in
// the same way.
func canonical(v cty.Value) cty.Value {
	if classOf(v) != classNumber {
		return v
	}
	return canonicalNumber(v, v.AsBigFloat())
}

// canonicalNumber is canonical for a value that is a number.
func canonicalNumber(v cty.Value, f *big.Float) cty.Value {
	if f.IsInf() {
		return v
	}
	prec := uint(53)
	if _, accuracy := f.Float64(); accuracy != big.Exact {
		prec = max(exactBits, f.MinPrec())
	}
	if f.Prec() == prec && !f.Signbit() {
		return v
	}
	if f.Sign() == 0 {
		return cty.Zero
	}
	return cty.NumberVal(new(big.Float).SetPrec(prec).Set(f))
}

// exactText returns the same text for two numbers if and only if they are equal.
func exactText(f *big.Float) string { return f.Text('p', 0) }

// decimal writes a number in decimal notation: whole numbers with all digits, fractions with as
// many as needed to distinguish them. Very large and very small numbers get an exponent.
func decimal(f *big.Float) string {
	switch exp := f.MantExp(nil); {
	case f.IsInf():
		return f.Text('g', -1)
	case isFar(f):
		return exactText(f)
	case exp > 4*exactBits, exp < -16:
		return f.Text('g', -1)
	case f.IsInt():
		return f.Text('f', 0)
	}
	return f.Text('f', -1)
}

// isFar reports whether a number is so large or so close to zero that its digits are never
// written. The time for that grows with the square of their number, and a short text such as
// 1e-99999 has many.
func isFar(f *big.Float) bool {
	exp := f.MantExp(nil)
	return exp > 16*exactBits || exp < -16*exactBits
}

// IsFar reports whether a value is a number with thousands of digits before or after the
// decimal point, which nothing computes with.
func IsFar(v cty.Value) bool {
	return v != cty.NilVal && classOf(v) == classNumber && isFar(v.AsBigFloat())
}

// Text returns a string, bool or number as the text that it becomes in a template or as a key.
// ok is false for other values.
func Text(v cty.Value) (string, bool) {
	if v == cty.NilVal || v.IsNull() || !v.IsKnown() {
		return "", false
	}
	if IsFar(v) {
		return exactText(v.AsBigFloat()), true
	}
	text, err := convert.Convert(v, cty.String)
	if err != nil {
		return "", false
	}
	return text.AsString(), true
}

// goString writes a constant as a Go dump.
func goString(v cty.Value) string {
	if IsFar(v) {
		return `cty.MustParseNumberVal("` + exactText(v.AsBigFloat()) + `")`
	}
	return v.GoString()
}

// compareValues orders constants: null, then false and true, then numbers by size, then strings
// by their bytes.
func compareValues(a, b cty.Value) int {
	ka, kb := classOf(a), classOf(b)
	switch {
	case ka != kb:
		return ka - kb
	case ka == classNumber:
		return a.AsBigFloat().Cmp(b.AsBigFloat())
	}
	return compareStrings(valueKey(a), valueKey(b))
}

// The classes of constants in their order.
const (
	classNull = iota
	classBool
	classNumber
	classString
	classOther
)

func classOf(v cty.Value) int {
	switch {
	case v == cty.NilVal || v.IsMarked() || !v.IsKnown():
		return classOther
	case v.IsNull():
		return classNull
	case v.Type() == cty.Bool:
		return classBool
	case v.Type() == cty.Number:
		return classNumber
	case v.Type() == cty.String:
		return classString
	}
	return classOther
}

// valueText is [valueKey] with the class, for values of any class.
func valueText(v cty.Value) string { return string(rune('0'+classOf(v))) + valueKey(v) }

// valueKey returns the same text for two values of one class if and only if they are equal.
func valueKey(v cty.Value) string {
	switch classOf(v) {
	case classNumber:
		return exactText(v.AsBigFloat())
	case classString:
		return v.AsString()
	}
	return v.GoString()
}
