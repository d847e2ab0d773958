package check

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file is about constant numbers: their values, and what a run keeps of
// them.

// constantNumber is the number that a type has as its only value.
func constantNumber(t typesys.Type) (*big.Float, bool) {
	if t = typesys.PlainShape(t); t.Kind() != typesys.KindConst {
		return nil, false
	}
	v := t.Value()
	if !v.IsKnown() || v.IsNull() || v.Type() != cty.Number {
		return nil, false
	}
	return v.AsBigFloat(), true
}

func bigInt(n int) *big.Float { return new(big.Float).SetInt64(int64(n)) }

// precision reports a number literal that does not survive the run, where numbers
// are doubles. A fraction survives if its double is written with the same digits:
// 0.1 is no double, and comes out as 0.1 all the same.
func (c *checker) precision(e *hclsyntax.LiteralValueExpr) {
	span := tree.Span(e.Range())
	if !e.Val.IsKnown() || e.Val.IsNull() || e.Val.Type() != cty.Number || span.Len() < 3 || span.End > len(c.e.Syntax.Text) {
		return
	}
	written := c.e.Syntax.Text[span.Start:span.End]
	if kept, same := asDouble(written); !same {
		c.find(codes.Precision, span, "numbers are stored as 64-bit floating point, so this becomes "+kept)
	}
}

// wholeDigits is how many digits of a whole number every double keeps.
const wholeDigits = 15

// asDouble is what a double keeps of a number as it is written, and whether that
// is the same. What cannot be read as a number counts as kept.
func asDouble(written string) (kept string, same bool) {
	if len(written) > 1000 {
		return "", true
	}
	if len(written) <= wholeDigits && !strings.ContainsAny(written, ".eE") {
		return "", true
	}
	f, err := strconv.ParseFloat(written, 64)
	digits := significant(written)
	switch {
	case err != nil && f > 1:
		return "infinity", false
	case err != nil:
		return "", true
	case f == 0:
		return "0", digits == ""
	case !strings.ContainsAny(written, ".eE"):
		whole, ok := new(big.Int).SetString(written, 10)
		double, _ := new(big.Float).SetFloat64(f).Int(nil)
		return double.String(), !ok || whole.Cmp(double) == 0
	}
	shown := strconv.FormatFloat(f, 'e', len(digits)-1, 64)
	mantissa, _, _ := strings.Cut(shown, "e")
	return strconv.FormatFloat(f, 'g', -1, 64), significant(mantissa) == digits
}

// significant are the digits of a number without the zeros around them.
func significant(written string) string {
	mantissa, _, _ := strings.Cut(strings.ToLower(written), "e")
	return strings.Trim(strings.Replace(mantissa, ".", "", 1), "0")
}
