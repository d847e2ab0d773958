package typesys

import (
	"math/big"
	"strconv"
	"strings"
)

// This file tells what 64-bit floating point keeps of a number.

// wholeDigits is how many digits of a whole number every double keeps.
const wholeDigits = 15

// AsDouble is what a double keeps of a number as it is written, and whether that
// is the same. What cannot be read as a number counts as kept.
func AsDouble(written string) (kept string, same bool) {
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
