// Package value implements operations on values as a run of PCL performs them: conversions
// to numbers, strings and conditions, marks, and limits on size.
//
// Values are [cty.Value]s in one form: lists are tuples, maps are objects, numbers are
// doubles. Each member carries its own marks, as in a run. The package does not know
// expressions or programs. Package language describes builtin functions in terms of
// it, and package eval computes expressions with it.
//
// Invariant: no error contains a value, so none leaks a secret.
package value

import (
	"errors"
	"maps"
	"math"
	"strconv"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/constraint"
	"github.com/zclconf/go-cty/cty"
)

// This file is about single values: marks, numbers, text, members.

// mark is a mark on a value.
type mark string

// Secret marks a secret value.
const Secret mark = "secret"

// Hidden is the mark of what comes from a config that is secret, or was made secret. It is
// never lost, also not by unsecret: what people keep secret is not for an editor to show.
const Hidden mark = "hidden"

// Conceal reports whether no message may quote what has such marks.
func Conceal(marks cty.ValueMarks) bool {
	_, secret := marks[Secret]
	_, hidden := marks[Hidden]
	return secret || hidden
}

// Pending is the mark of an unknown value that every preview shows as unknown, because a resource
// does not exist yet. Without it, a value is unknown to the evaluator alone.
const Pending mark = "pending"

// IsPending reports whether a preview shows the value as unknown.
func IsPending(v cty.Value) bool { return !v.IsKnown() && v.HasMark(Pending) }

// IsSecret reports whether a value itself is secret. Its members may be secret all the same.
func IsSecret(v cty.Value) bool { return v.HasMark(Secret) }

// Failure is why a run would fail.
type Failure struct {
	reason string
	// Marks are those of the values that the failure depends on.
	Marks cty.ValueMarks
	// At is what fails, as the evaluator of package evaluate calls it: an expression.
	At any
}

// Error returns the reason. It never contains a value.
func (f *Failure) Error() string { return f.reason }

// Fail returns the error of an evaluation that would fail in a run, too.
func Fail(reason string) error { return &Failure{reason: reason} }

// FailAt returns an error, with what fails if it is a failure and does not have that yet.
func FailAt(err error, at any) error {
	if f, is := FailureOf(err); is && f.At == nil {
		return &Failure{f.reason, f.Marks, at}
	}
	return err
}

// ErrUnsure says that it depends on the language of the run what comes out: whether a text such as `0x10` or `1` is read as a number or bool,
// or what bytes are that are no text.
var ErrUnsure = errors.New("only some languages can compute this")

// IsFailure reports whether a run would fail, as opposed to an evaluation that was
// given up.
func IsFailure(err error) bool {
	_, is := FailureOf(err)
	return is
}

// FailureOf returns the failure that an error is; false for other errors.
func FailureOf(err error) (*Failure, bool) {
	f, is := err.(*Failure) //nolint:errorlint // nothing wraps it
	return f, is
}

// Unknown returns an unknown value of unknown type with these marks.
func Unknown(marks ...cty.ValueMarks) cty.Value { return cty.DynamicVal.WithMarks(marks...) }

// UnknownText returns an unknown string with these marks.
func UnknownText(marks ...cty.ValueMarks) cty.Value {
	return cty.UnknownVal(cty.String).WithMarks(marks...)
}

// DeepMarks returns the marks of a value and of everything inside it.
func DeepMarks(v cty.Value) cty.ValueMarks {
	if !v.ContainsMarked() {
		return nil
	}
	_, marks := v.UnmarkDeep()
	return marks
}

// Bare returns a value without the marks of it and of everything inside it, and these marks.
func Bare(v cty.Value) (cty.Value, cty.ValueMarks) {
	if !v.IsMarked() && (v.Type().IsPrimitiveType() || !v.ContainsMarked()) {
		return v, nil
	}
	return v.UnmarkDeep()
}

// Marked returns a value with marks, or a failure with them, or another error as it is. After [ErrUnsure], the value is unknown.
func Marked(v cty.Value, marks cty.ValueMarks, err error) (cty.Value, error) {
	if errors.Is(err, ErrUnsure) {
		return Unknown(marks), nil
	}
	if f, is := FailureOf(err); is && len(marks) > 0 {
		return cty.NilVal, &Failure{f.reason, Joined(f.Marks, marks), f.At}
	}
	if err != nil {
		return cty.NilVal, err
	}
	return v.WithMarks(marks), nil
}

// AllMarks returns the marks of some values and of everything inside them.
func AllMarks(values []cty.Value) cty.ValueMarks {
	var marks cty.ValueMarks
	for _, v := range values {
		marks = Joined(marks, DeepMarks(v))
	}
	return marks
}

// Double returns a number as a run stores it: in 64-bit floating point.
func Double(f float64) (cty.Value, error) {
	switch {
	case math.IsNaN(f):
		return cty.NilVal, Fail("the result is not a number")
	case math.IsInf(f, 1):
		return cty.PositiveInfinity, nil
	case math.IsInf(f, -1):
		return cty.NegativeInfinity, nil
	case f == 0:
		return cty.Zero, nil
	}
	return cty.NumberFloatVal(f), nil
}

// Float returns the 64-bit floating point number closest to a known number.
func Float(v cty.Value) float64 {
	f, _ := v.AsBigFloat().Float64()
	return f
}

// Whole returns an index or count. The value must be known and unmarked.
func Whole(v cty.Value) (int, error) {
	f, err := Numeric(v)
	if err != nil {
		return 0, err
	}
	if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, Fail("this is not a whole number")
	}
	return int(f), nil
}

// Numeric returns an operand of arithmetic. Numeric strings count as numbers. The value
// must be known and unmarked.
func Numeric(v cty.Value) (float64, error) {
	switch {
	case v.IsNull():
		return 0, Fail("null is not a number")
	case v.Type() == cty.Number:
		return Float(v), nil
	case v.Type() == cty.String:
		if n, _ := typesys.ParseNumber(v.AsString()); n != cty.NilVal {
			return Float(n), nil
		}
		if IsNumeric(v.AsString()) {
			return 0, ErrUnsure
		}
	}
	return 0, Fail("this is not a number")
}

// Boolean returns a condition. The strings "true" and "false" count as bools. The value
// must be known and unmarked.
func Boolean(v cty.Value) (bool, error) {
	switch {
	case v.IsNull():
		return false, Fail("null is not a condition")
	case v.Type() == cty.Bool:
		return v.True(), nil
	case v.Type() == cty.String && v.AsString() == "true":
		return true, nil
	case v.Type() == cty.String && v.AsString() == "false":
		return false, nil
	case v.Type() == cty.String && IsTruth(v.AsString()):
		return false, ErrUnsure
	}
	return false, Fail("this is neither true nor false")
}

// Written returns a bool, number or string as text. The value must be known and unmarked.
func Written(v cty.Value) (string, error) {
	if !v.IsNull() {
		switch v.Type() {
		case cty.String:
			return v.AsString(), nil
		case cty.Bool:
			return strconv.FormatBool(v.True()), nil
		case cty.Number:
			return Decimal(Float(v)), nil
		}
	}
	return "", Fail("this cannot be written as a string")
}

// Decimal writes a number without an exponent.
func Decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// IsList reports whether a value is a tuple, list or set.
func IsList(v cty.Value) bool {
	t := v.Type()
	return t.IsTupleType() || t.IsListType() || t.IsSetType()
}

// IsMap reports whether a value is an object or map.
func IsMap(v cty.Value) bool {
	t := v.Type()
	return t.IsObjectType() || t.IsMapType()
}

// Elements returns the elements of a list that is known and not null. They have its marks, too.
func Elements(v cty.Value) []cty.Value {
	var all []cty.Value
	v, marks := v.Unmark()
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		all = append(all, e.WithMarks(marks))
	}
	return all
}

// Members returns the keys of a map that is known and not null, sorted, and its values, which have its marks, too.
func Members(v cty.Value) (keys []string, values []cty.Value) {
	v, marks := v.Unmark()
	for it := v.ElementIterator(); it.Next(); {
		k, e := it.Element()
		keys = append(keys, k.AsString())
		values = append(values, e.WithMarks(marks))
	}
	return keys, values
}

// Member returns the value of a key of a map that is known and not null; false if it has no such key.
func Member(v cty.Value, key string) (cty.Value, bool) {
	if t := v.Type(); t.IsObjectType() {
		if !t.HasAttribute(key) {
			return cty.NilVal, false
		}
		return v.GetAttr(key), true
	}
	k := cty.StringVal(key)
	if v.HasIndex(k).False() {
		return cty.NilVal, false
	}
	return v.Index(k), true
}

// Converted is a value as one of a declared type, or the error with which it came.
func Converted(v cty.Value, t typesys.Type, err error) (cty.Value, error) {
	if err != nil {
		return cty.NilVal, err
	}
	if !v.IsKnown() {
		return UnknownOf(t).WithMarks(v.Marks()), nil
	}
	if !v.IsWhollyKnown() {
		return v, nil // the parts that are not known yet decide with the others
	}
	c, _, problem := constraint.Convert(v, t)
	if problem != nil {
		return cty.NilVal, Fail("the value does not fit its declared type")
	}
	return Normal(c), nil
}

// Normal returns the result of a conversion in the form of this package: tuples for
// lists, objects for maps, doubles for numbers.
func Normal(v cty.Value) cty.Value {
	inner, marks := v.Unmark()
	if inner.IsKnown() && !inner.IsNull() && inner.Type() == cty.Number {
		if n, err := Double(Float(inner)); err == nil {
			return n.WithMarks(marks)
		}
	}
	return Mapped(v, func(_ string, member cty.Value) cty.Value { return Normal(member) })
}

// Mapped returns a list or map with another value for each member, as a tuple or object with the same marks. The key
// of an element of a list is empty. Any other value, and one that is not known, stays as it is.
func Mapped(v cty.Value, f func(key string, member cty.Value) cty.Value) cty.Value {
	inner, marks := v.Unmark()
	switch {
	case !inner.IsKnown(), inner.IsNull():
		return v
	case IsList(inner):
		all := Elements(inner)
		for i := range all {
			all[i] = f("", all[i])
		}
		inner = cty.TupleVal(all)
	case IsMap(inner):
		keys, values := Members(inner)
		all := make(map[string]cty.Value, len(keys))
		for i, key := range keys {
			all[key] = f(key, values[i])
		}
		inner = cty.ObjectVal(all)
	}
	return inner.WithMarks(marks)
}

// UnknownOf returns an unknown value of a type of the checker.
func UnknownOf(t typesys.Type) cty.Value {
	if !t.IsValid() {
		return cty.DynamicVal
	}
	c, problem := constraint.Of(typesys.PlainShape(t))
	if problem != nil {
		return cty.DynamicVal
	}
	return cty.UnknownVal(c)
}

// Joined returns the union of sets of marks.
func Joined(all ...cty.ValueMarks) cty.ValueMarks {
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

// Wrapped is the element that a number stands for in a list of a size above 0: an index beyond
// either end wraps around.
func Wrapped(index cty.Value, size int) int {
	n, _ := index.AsBigFloat().Int64()
	return int((n%int64(size) + int64(size)) % int64(size))
}
