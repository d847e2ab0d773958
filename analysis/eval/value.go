package eval

import (
	"errors"
	"maps"
	"math"
	"strconv"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/constraint"
)

// This file is about single values: marks, numbers, texts.

// mark is a mark of a value.
type mark string

// Secret is the mark of values that are secret.
const Secret mark = "secret"

// hidden is the mark of what comes from a config that is secret. It is never lost, also
// not by unsecret: what people keep secret is not for an editor to show.
const hidden mark = "hidden"

// IsSecret reports whether a value itself is secret.
func IsSecret(v cty.Value) bool { return v.HasMark(Secret) }

// failure is why a run would fail.
type failure struct{ reason string }

// Error never shows a value.
func (f failure) Error() string { return f.reason }

func fail(reason string) error { return failure{reason} }

func isFailure(err error) bool {
	var f failure
	return errors.As(err, &f)
}

// unknown is a value of which nothing is known but its marks.
func unknown(marks ...cty.ValueMarks) cty.Value { return cty.DynamicVal.WithMarks(marks...) }

func unknownText(marks ...cty.ValueMarks) cty.Value {
	return cty.UnknownVal(cty.String).WithMarks(marks...)
}

// deepMarks are the marks of a value and of everything in it.
func deepMarks(v cty.Value) cty.ValueMarks {
	if !v.ContainsMarked() {
		return nil
	}
	_, marks := v.UnmarkDeep()
	return marks
}

// number is a number as a run keeps it: a double.
func number(f float64) (cty.Value, error) {
	switch {
	case math.IsNaN(f):
		return cty.NilVal, fail("the result is not a number")
	case math.IsInf(f, 1):
		return cty.PositiveInfinity, nil
	case math.IsInf(f, -1):
		return cty.NegativeInfinity, nil
	case f == 0:
		return cty.Zero, nil
	}
	return cty.NumberFloatVal(f), nil
}

func toDouble(v cty.Value) float64 {
	f, _ := v.AsBigFloat().Float64()
	return f
}

// whole is a number that is an index or a count. The value must be known and
// unmarked.
func whole(v cty.Value) (int, error) {
	f, err := numeric(v)
	if err != nil {
		return 0, err
	}
	if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, fail("a whole number is needed")
	}
	return int(f), nil
}

// numeric is a value as an operand of arithmetic: texts that are numbers count. The
// value must be known and unmarked.
func numeric(v cty.Value) (float64, error) {
	switch {
	case v.IsNull():
		return 0, fail("null is no number")
	case v.Type() == cty.Number:
		return toDouble(v), nil
	case v.Type() == cty.String:
		if n, _ := typesys.ParseNumber(v.AsString()); n != cty.NilVal {
			return toDouble(n), nil
		}
	}
	return 0, fail("this is no number")
}

// boolean is a value as a condition: the texts "true" and "false" count. The value
// must be known and unmarked.
func boolean(v cty.Value) (bool, error) {
	switch {
	case v.IsNull():
		return false, fail("null is no condition")
	case v.Type() == cty.Bool:
		return v.True(), nil
	case v.Type() == cty.String && v.AsString() == "true":
		return true, nil
	case v.Type() == cty.String && v.AsString() == "false":
		return false, nil
	}
	return false, fail("this is neither true nor false")
}

// written is a single value as a text. The value must be known and unmarked.
func written(v cty.Value) (string, error) {
	if !v.IsNull() {
		switch v.Type() {
		case cty.String:
			return v.AsString(), nil
		case cty.Bool:
			return strconv.FormatBool(v.True()), nil
		case cty.Number:
			return decimal(toDouble(v)), nil
		}
	}
	return "", fail("this cannot be written as a text")
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func isList(v cty.Value) bool {
	t := v.Type()
	return t.IsTupleType() || t.IsListType() || t.IsSetType()
}

func isMap(v cty.Value) bool {
	t := v.Type()
	return t.IsObjectType() || t.IsMapType()
}

// elements are those of a known list that is not null, and members those of a map,
// with their keys in order.
func elements(v cty.Value) []cty.Value {
	var all []cty.Value
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		all = append(all, e)
	}
	return all
}

func members(v cty.Value) (keys []string, values []cty.Value) {
	for it := v.ElementIterator(); it.Next(); {
		k, e := it.Element()
		keys = append(keys, k.AsString())
		values = append(values, e)
	}
	return keys, values
}

// normal is a value that comes from a conversion, in the form that values have here:
// lists are tuples, maps are objects, numbers doubles.
func normal(v cty.Value) cty.Value {
	inner, marks := v.Unmark()
	switch {
	case !inner.IsKnown(), inner.IsNull():
		return v
	case inner.Type() == cty.Number:
		if n, err := number(toDouble(inner)); err == nil {
			inner = n
		}
	case isList(inner):
		all := elements(inner)
		for i := range all {
			all[i] = normal(all[i])
		}
		inner = cty.TupleVal(all)
	case isMap(inner):
		keys, values := members(inner)
		all := make(map[string]cty.Value, len(keys))
		for i, key := range keys {
			all[key] = normal(values[i])
		}
		inner = cty.ObjectVal(all)
	}
	return inner.WithMarks(marks)
}

// unknownOf is an unknown value of a type of the checker.
func unknownOf(t typesys.Type) cty.Value {
	if !t.IsValid() {
		return cty.DynamicVal
	}
	c, problem := constraint.Of(typesys.PlainShape(t))
	if problem != nil {
		return cty.DynamicVal
	}
	return cty.UnknownVal(c)
}

// joined are marks together.
func joined(all ...cty.ValueMarks) cty.ValueMarks {
	var together cty.ValueMarks
	for _, marks := range all {
		if len(marks) == 0 {
			continue
		}
		if together == nil {
			together = cty.ValueMarks{}
		}
		maps.Copy(together, marks)
	}
	return together
}
