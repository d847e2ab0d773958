package language

import (
	"encoding/json"
	"math"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file computes the values of the functions about collections and numbers, and
// of toJSON. Arguments may be marked or unknown.

// elementAt returns an element of a list. The index wraps around at both ends.
func elementAt(_ *value.Budget, args []cty.Value) (cty.Value, error) {
	list, own := args[0].Unmark()
	marks := value.Joined(own, value.DeepMarks(args[1]))
	index, _ := args[1].UnmarkDeep()
	switch {
	case !list.IsKnown():
		return value.Unknown(marks), nil
	case list.IsNull() || !value.IsList(list):
		return cty.NilVal, value.Fail("the elements must be in a list")
	case !index.IsKnown():
		return value.Unknown(marks, value.DeepMarks(list)), nil
	}
	i, err := value.Whole(index)
	if err != nil {
		return cty.NilVal, err
	}
	all := value.Elements(list)
	if len(all) == 0 {
		return cty.NilVal, value.Fail("the list is empty")
	}
	return all[(i%len(all)+len(all))%len(all)].WithMarks(marks), nil
}

// entriesOf returns the keys and values of a map or list.
func entriesOf(b *value.Budget, args []cty.Value) (cty.Value, error) {
	of, marks := args[0].Unmark()
	if !of.IsKnown() {
		return value.Unknown(marks), nil
	}
	var all []cty.Value
	add := func(key, v cty.Value) { all = append(all, cty.ObjectVal(map[string]cty.Value{"key": key, "value": v})) }
	switch {
	case !of.IsNull() && value.IsMap(of):
		keys, values := value.Members(of)
		for i, v := range values {
			add(cty.StringVal(keys[i]), v)
		}
	case !of.IsNull() && value.IsList(of):
		for i, v := range value.Elements(of) {
			add(cty.NumberIntVal(int64(i)), v)
		}
	default:
		return cty.NilVal, value.Fail("only maps and lists have entries")
	}
	v, err := b.Made(cty.TupleVal(all))
	return value.Marked(v, marks, err)
}

// entriesOfMap is entriesOf for maps whose values are of one type.
func entriesOfMap(b *value.Budget, args []cty.Value) (cty.Value, error) {
	of, _ := args[0].Unmark()
	switch {
	case !of.IsKnown():
		return entriesOf(b, args)
	case of.IsNull() || !value.IsMap(of):
		return cty.NilVal, value.Fail("only maps have entries")
	}
	_, values := value.Members(of)
	if len(values) == 0 {
		return cty.NilVal, value.Fail("the map is empty")
	}
	var kind cty.Type
	for _, v := range values {
		if plain, _ := v.UnmarkDeep(); plain.IsWhollyKnown() && !plain.IsNull() {
			if t := plain.Type(); kind == cty.NilType {
				kind = t
			} else if !t.Equals(kind) && t.IsPrimitiveType() != kind.IsPrimitiveType() || t.IsPrimitiveType() && !t.Equals(kind) {
				return cty.NilVal, value.Fail("the values are of different types")
			}
		}
	}
	return entriesOf(b, args)
}

// lengthOf counts the elements of a list or the members of a map, which reveals nothing about them, or the
// characters of a string.
func lengthOf(_ *value.Budget, args []cty.Value) (cty.Value, error) {
	v, marks := args[0].Unmark()
	switch {
	case !v.IsKnown():
		return cty.UnknownVal(cty.Number).WithMarks(marks), nil
	case !v.IsNull() && (value.IsList(v) || value.IsMap(v)):
		return cty.NumberIntVal(int64(v.LengthInt())).WithMarks(marks), nil
	}
	if v.IsNull() || v.Type() != cty.String {
		return cty.NilVal, value.Fail("only lists, maps and strings have a length")
	}
	return cty.NumberIntVal(int64(utf8.RuneCountInString(v.AsString()))).WithMarks(marks), nil
}

// lengthOfList is lengthOf without maps.
func lengthOfList(b *value.Budget, args []cty.Value) (cty.Value, error) {
	if v, _ := args[0].Unmark(); v.IsKnown() && !v.IsNull() && value.IsMap(v) {
		return cty.NilVal, value.Fail("only lists and strings have a length")
	}
	return lengthOf(b, args)
}

// lookUp returns the value of a key, or the default.
func lookUp(_ *value.Budget, args []cty.Value) (cty.Value, error) {
	of, own := args[0].Unmark()
	marks := value.Joined(own, value.DeepMarks(args[1]))
	key, _ := args[1].UnmarkDeep()
	switch {
	case !of.IsKnown() || !key.IsKnown():
		return value.Unknown(marks, value.AllMarks(args)), nil
	case of.IsNull() || !value.IsMap(of):
		return cty.NilVal, value.Fail("the values must be in a map")
	}
	name, err := value.Written(key)
	if err != nil {
		return cty.NilVal, err
	}
	keys, values := value.Members(of)
	for i, k := range keys {
		if k == name {
			return values[i].WithMarks(marks), nil
		}
	}
	if len(args) < 3 {
		return value.Marked(cty.NilVal, marks, value.Fail("the map has no such key"))
	}
	return args[2].WithMarks(marks), nil
}

// lookUpOrDefault is lookUp with a default, which a run required.
func lookUpOrDefault(b *value.Budget, args []cty.Value) (cty.Value, error) {
	if len(args) < 3 {
		return cty.NilVal, value.Fail("a run needs the default")
	}
	return lookUp(b, args)
}

// mostInRange is how many numbers a range has at most.
const mostInRange = 1024

// rangeOfNumbers returns the numbers between two ends, or between 0 and one, upward or downward.
func rangeOfNumbers(b *value.Budget, args []cty.Value) (cty.Value, error) {
	return observed(args, func(args []cty.Value) (cty.Value, error) {
		ends := []float64{0}
		for _, a := range args {
			n, err := value.Numeric(a)
			if err != nil {
				return cty.NilVal, err
			}
			ends = append(ends, n)
		}
		from, to := ends[len(ends)-2], ends[len(ends)-1]
		step := math.Copysign(1, to-from)
		var all []cty.Value
		for n := from; (to-n)*step > 0; n += step {
			if len(all) == mostInRange {
				return cty.NilVal, value.Fail("a range of numbers has 1,024 of them at most")
			}
			all = append(all, cty.NumberFloatVal(n))
		}
		return b.Made(cty.TupleVal(all))
	})
}

func singleOrNone(_ *value.Budget, args []cty.Value) (cty.Value, error) {
	list, marks := args[0].Unmark()
	switch {
	case !list.IsKnown():
		return value.Unknown(marks), nil
	case list.IsNull() || !value.IsList(list):
		return cty.NilVal, value.Fail("the elements must be in a list")
	}
	switch all := value.Elements(list); len(all) {
	case 0:
		return cty.NullVal(cty.DynamicPseudoType).WithMarks(marks), nil
	case 1:
		return all[0].WithMarks(marks), nil
	}
	return cty.NilVal, value.Fail("there is more than one element")
}

func extreme(of func(a, b float64) float64) func(*value.Budget, []cty.Value) (cty.Value, error) {
	return func(_ *value.Budget, args []cty.Value) (cty.Value, error) {
		return observed(args, func(args []cty.Value) (cty.Value, error) {
			found := math.NaN()
			for i, a := range args {
				f, err := value.Numeric(a)
				if err != nil {
					return cty.NilVal, err
				}
				if i == 0 {
					found = f
				}
				found = of(found, f)
			}
			return value.Double(found)
		})
	}
}

// toJSON writes a value as JSON with sorted keys.
func toJSON(b *value.Budget, args []cty.Value) (cty.Value, error) {
	return observed(args, func(args []cty.Value) (cty.Value, error) {
		if _, err := b.Size(args[0]); err != nil {
			return cty.NilVal, err
		}
		plain, err := asJSON(args[0])
		if err != nil {
			return cty.NilVal, err
		}
		text, err := json.Marshal(plain) // which escapes <, > and &, and sorts keys
		if err != nil {
			return cty.NilVal, value.Fail("this cannot be written as JSON")
		}
		return b.Text(string(text))
	})
}

// asJSON returns a known value in the form that encoding/json takes.
func asJSON(v cty.Value) (any, error) {
	switch {
	case v.IsNull():
		return nil, nil
	case v.Type() == cty.Bool:
		return v.True(), nil
	case v.Type() == cty.Number:
		return value.Float(v), nil
	case v.Type() == cty.String:
		return v.AsString(), nil
	case value.IsList(v):
		all := []any{}
		for _, e := range value.Elements(v) {
			plain, err := asJSON(e)
			if err != nil {
				return nil, err
			}
			all = append(all, plain)
		}
		return all, nil
	case value.IsMap(v):
		all := map[string]any{}
		keys, values := value.Members(v)
		for i, key := range keys {
			plain, err := asJSON(values[i])
			if err != nil {
				return nil, err
			}
			all[key] = plain
		}
		return all, nil
	}
	return nil, value.Fail("this cannot be written as JSON")
}
