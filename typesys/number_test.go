package typesys

import (
	"math/big"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
)

// digits256 is the largest whole number of 256 bits, and those around it.
func digits256() (less, exact, more string) {
	one := big.NewInt(1)
	n := new(big.Int).Sub(new(big.Int).Lsh(one, 256), one)
	return new(big.Int).Sub(n, one).String(), n.String(), new(big.Int).Add(n, one).String()
}

func constant(t *testing.T, base Type, digits string) Type {
	t.Helper()
	v, exact := ParseNumber(digits)
	if !exact {
		t.Fatalf("%s is not exact", digits)
	}
	return Const(base, v)
}

// Whole numbers of 256 bits and more keep every digit.
func TestLargeIntegersAreExact(t *testing.T) {
	t.Parallel()
	less, exact, more := digits256()
	for _, digits := range []string{less, exact, more, "-" + exact, strings.Repeat("9", 300), "1" + strings.Repeat("0", 100), "18446744073709551616"} {
		c := constant(t, Int, digits)
		if got := FormatValue(c.Value()); got != digits {
			t.Errorf("display: got %s, want %s", got, digits)
		}
		for _, text := range []string{c.Exact(), List(c).Exact()} {
			back, err := ParseStructural(text)
			if err != nil || back != c && back != List(c) {
				t.Errorf("%s: read back as %v, %v", text, back, err)
			}
		}
	}
	a, b, c := constant(t, Int, less), constant(t, Int, exact), constant(t, Int, more)
	if a == b || b == c || b != constant(t, Int, exact) {
		t.Error("neighbours must differ, and equal numbers must not")
	}
	if Union(c, a, b) != Union(a, b, c) || Union(c, a, b).Elems()[0] != a || Union(c, a, b).Elems()[2] != c {
		t.Errorf("got %v, want the members by size", Union(c, a, b))
	}
	enum := Enum("p:m:Big", Int, b.Value(), c.Value())
	if Convert(enum, b) != FitSafe || Convert(enum, a) == FitSafe || EnumHas(enum, a.Value()) {
		t.Error("an enum must know its very values")
	}
	if Convert(Int, b) != FitSafe || Convert(a, b) == FitSafe || UnifySafe(a, b) != Union(a, b) {
		t.Error("relations must see the difference of one")
	}
}

// A number is one constant however it was computed.
func TestNumbersHaveOneConstant(t *testing.T) {
	t.Parallel()
	for _, same := range [][]cty.Value{
		{cty.NumberIntVal(3), cty.NumberFloatVal(3), cty.MustParseNumberVal("3"), cty.MustParseNumberVal("3.0"), cty.NumberVal(new(big.Float).SetPrec(9).SetInt64(3))},
		{cty.NumberFloatVal(0.5), cty.MustParseNumberVal("0.5"), cty.MustParseNumberVal("5e-1")},
		{cty.Zero, cty.MustParseNumberVal("-0"), cty.NumberVal(new(big.Float).Neg(new(big.Float)))},
	} {
		for _, v := range same {
			if a, b := Const(Number, v), Const(Number, same[0]); a != b {
				t.Errorf("got %v and %v, want one constant", a, b)
			}
		}
	}
	// The nearest float of 64 bits is not the number itself.
	if a, b := Const(Number, cty.NumberFloatVal(0.1)), Const(Number, cty.MustParseNumberVal("0.1")); a == b || a.Exact() == b.Exact() || compare(a, b) == 0 {
		t.Errorf("got %s and %s, want two constants", a.Exact(), b.Exact())
	}
	if a, b := Const(Number, cty.NumberFloatVal(1e23)), Const(Number, cty.MustParseNumberVal("1e23")); a == b || FormatValue(a.Value()) == FormatValue(b.Value()) {
		t.Errorf("got %v and %v, want two constants", a, b)
	}
}

func TestParseNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
		exact      bool
	}{
		{"0", "0", true},
		{"-12", "-12", true},
		{"1e3", "1000", true},
		{"1.50", "1.5", true},
		{"0.1", "0.1", false},
		{"12.5E-1", "1.25", true},
		{"1e400", "1" + strings.Repeat("0", 400), true},
		{"", "", false},
		{"-", "", false},
		{".5", "", false},
		{"5.", "", false},
		{"0x10", "", false},
		{"1_000", "", false},
		{"1/2", "", false},
		{"1e99999", "", false},
		{"inf", "", false},
		{strings.Repeat("1", longestNumber+1), "", false},
	} {
		v, exact := ParseNumber(c.text)
		if c.want == "" {
			if v != cty.NilVal || exact {
				t.Errorf("%.20q: got %#v, want no number", c.text, v)
			}
			continue
		}
		if got := FormatValue(v); got != c.want || exact != c.exact {
			t.Errorf("%q: got %s (exact %v), want %s (%v)", c.text, got, exact, c.want, c.exact)
		}
	}
}

// Constants are written as a program writes them.
func TestFormatValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value cty.Value
		want  string
	}{
		{cty.NumberIntVal(8080), "8080"},
		{cty.NumberFloatVal(3e9), "3000000000"},
		{cty.NumberFloatVal(1e21), "1000000000000000000000"},
		{cty.NumberFloatVal(2.5), "2.5"},
		{cty.MustParseNumberVal("0.1"), "0.1"},
		{cty.MustParseNumberVal("1e-30"), "1e-30"},
		{cty.MustParseNumberVal("1e2000"), "1e+2000"},
		{cty.True, "true"},
		{cty.StringVal("a\"b\n"), `"a\"b\n"`},
		{cty.NullVal(cty.DynamicPseudoType), "null"},
		{cty.NilVal, "null"},
		{cty.UnknownVal(cty.String), "unknown"},
	} {
		if got := FormatValue(c.value); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
