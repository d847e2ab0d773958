package typesys

import (
	"math/big"
	"regexp"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// This file implements exact numbers: how constants of them are told apart,
// ordered and written. Numbers are binary fractions of any length; whole numbers
// of at least 256 bits keep every digit through construction, comparison and both
// notations.
//
// Why not the text of the value: it has as many digits as tell apart the numbers
// of its own precision, so two numbers that differ can have one text.

// exactBits is the precision of numbers that have no shorter exact form.
const exactBits = 512

// longestNumber is how many characters a number may have.
const longestNumber = 10_000

// decimalForm is a number as the language writes it. Its exponent is one that can
// be written out.
var decimalForm = regexp.MustCompile(`^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,4})?$`)

// ParseNumber reads a number as the language writes it, also with a sign. Exact
// says that the value is the very number that is written: always for whole
// numbers, which get as many bits as they need, and for fractions only when they
// are sums of powers of two, as 0.5 is and 0.1 is not. Others are the nearest
// number of 512 bits. The value is [cty.NilVal] when the text is no number, or one of
// more than ten thousand digits.
func ParseNumber(text string) (value cty.Value, exact bool) {
	ratio, ok := new(big.Rat), len(text) <= longestNumber && decimalForm.MatchString(text)
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

// canonical gives equal numbers one representation, so that they are written in
// one way wherever they came from.
func canonical(v cty.Value) cty.Value {
	if classOf(v) != classNumber || v.AsBigFloat().IsInf() {
		return v
	}
	f := v.AsBigFloat()
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

// exactText is equal for two numbers exactly when they are the same number.
func exactText(f *big.Float) string { return f.Text('p', 0) }

// decimal writes a number out with all its digits: whole numbers as the program
// writes them, fractions as short as they can be told apart. Numbers of a size
// that nobody writes out have an exponent.
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

// isFar reports whether a number is so large or so close to zero that its digits are
// never written: that takes time with the square of their count, and a few characters,
// 1e-99999, ask for many.
func isFar(f *big.Float) bool {
	exp := f.MantExp(nil)
	return exp > 16*exactBits || exp < -16*exactBits
}

// IsFar reports whether a value is a number of a size that nothing computes with: one
// with thousands of digits before or behind the point.
func IsFar(v cty.Value) bool {
	return v != cty.NilVal && classOf(v) == classNumber && isFar(v.AsBigFloat())
}

// Text is a constant as the text that it becomes in a template or as a key: a text
// itself, a bool or a number. It is false for all else.
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

// goString is the dump of a constant.
func goString(v cty.Value) string {
	if IsFar(v) {
		return `cty.MustParseNumberVal("` + exactText(v.AsBigFloat()) + `")`
	}
	return v.GoString()
}

// compareValues orders constants: null, then false and true, numbers by size,
// texts by their bytes.
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

// valueText is [valueKey] with the class, for values of any.
func valueText(v cty.Value) string { return string(rune('0'+classOf(v))) + valueKey(v) }

// valueKey is a text that is equal for two values of one class exactly when they
// are the same.
func valueKey(v cty.Value) string {
	switch classOf(v) {
	case classNumber:
		return exactText(v.AsBigFloat())
	case classString:
		return v.AsString()
	}
	return v.GoString()
}
