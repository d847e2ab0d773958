package value

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// This file tells which texts a run may read as numbers or bools.

// Wording is what is known of a text in every run. Nothing is known with the zero Wording.
type Wording struct {
	// Begin and End are how the text begins and ends.
	Begin, End string
	// Whole says that the text is Begin.
	Whole bool
}

// Exactly is the wording of one text.
func Exactly(text string) Wording { return Wording{Begin: text, Whole: true} }

// BeginsWith is the wording of all texts with a beginning.
func BeginsWith(text string) Wording { return Wording{Begin: text} }

// mostWords is how much of the beginning and the end of a longer text is kept.
const mostWords = 64

// Then is the wording of one text followed by another.
func (w Wording) Then(next Wording) Wording {
	if !w.Whole {
		end := next.End
		if next.Whole {
			end = w.End + next.Begin
		}
		return Wording{Begin: w.Begin, End: end[max(0, len(end)-mostWords):]}
	}
	next.Begin = w.Begin + next.Begin
	if len(next.Begin) > mostWords {
		if next.Whole {
			next.End = next.Begin[len(next.Begin)-mostWords:]
		}
		next.Begin, next.Whole = next.Begin[:mostWords], false
	}
	return next
}

// MayBeNumber reports whether such a text may be read as a number, by whatever reader.
func (w Wording) MayBeNumber() bool {
	if w.Whole {
		return IsNumeric(w.Begin)
	}
	begin, end := strings.TrimLeft(strings.TrimSpace(w.Begin), "+-"), strings.TrimSpace(w.End)
	startsWithDigit := begin != "" && strings.Trim(begin[:1], ".0123456789") == ""
	return (startsWithDigit && ofDigits(begin) || fitsAny([]string{"inf", "infinity", "nan"}, strings.ToLower(begin), "")) &&
		(ofDigits(end) || fitsAny([]string{"inf", "infinity", "nan"}, "", strings.ToLower(end)))
}

// MayBeBool reports whether such a text may be read as a bool, by whatever reader.
func (w Wording) MayBeBool() bool {
	if w.Whole {
		return IsTruth(w.Begin)
	}
	bools := []string{"true", "True", "TRUE", "t", "T", "1", "false", "False", "FALSE", "f", "F", "0"}
	return fitsAny(bools, strings.TrimSpace(w.Begin), strings.TrimSpace(w.End))
}

// ofDigits reports a text of nothing but what stands in numbers, of whatever base.
func ofDigits(text string) bool { return strings.Trim(text, "0123456789abcdefABCDEFoOpPxX_.+-") == "" }

// fitsAny reports whether one of the texts begins and ends like that.
func fitsAny(texts []string, begin, end string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return strings.HasPrefix(text, begin) && strings.HasSuffix(text, end)
	})
}

// IsNumeric reports whether a text may be read as a number, by whatever reader.
func IsNumeric(text string) bool {
	text = strings.TrimSpace(text)
	if _, err := cty.ParseNumberVal(text); err == nil {
		return true
	}
	_, err := strconv.ParseFloat(text, 64)
	_, whole := strconv.ParseInt(text, 0, 64)
	return err == nil || whole == nil
}

// IsTruth reports whether a text may be read as a bool, by whatever reader.
func IsTruth(text string) bool {
	_, err := strconv.ParseBool(strings.TrimSpace(text))
	return err == nil
}
