package eval

import (
	"encoding/json"
	"math"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"
)

// This file evaluates the functions about collections and numbers, and JSON.

// elementAt is an element of a list; the index wraps around at both ends.
func elementAt(_ *budget, args []cty.Value) (cty.Value, error) {
	list, own := args[0].Unmark()
	marks := joined(own, deepMarks(args[1]))
	index, _ := args[1].UnmarkDeep()
	switch {
	case !list.IsKnown():
		return unknown(marks), nil
	case list.IsNull() || !isList(list):
		return cty.NilVal, fail("the elements come in a list")
	case !index.IsKnown():
		return unknown(marks, deepMarks(list)), nil
	}
	i, err := whole(index)
	if err != nil {
		return cty.NilVal, err
	}
	all := elements(list)
	if len(all) == 0 {
		return cty.NilVal, fail("the list is empty")
	}
	return all[(i%len(all)+len(all))%len(all)].WithMarks(marks), nil
}

// entriesOf are the keys and values of a map.
func entriesOf(b *budget, args []cty.Value) (cty.Value, error) {
	of, marks := args[0].Unmark()
	switch {
	case !of.IsKnown():
		return unknown(marks), nil
	case of.IsNull() || !isMap(of):
		return cty.NilVal, fail("only maps have entries")
	}
	keys, values := members(of)
	if len(keys) == 0 {
		return cty.NilVal, fail("the map is empty")
	}
	all := make([]cty.Value, len(keys))
	var kind cty.Type
	for i, v := range values {
		if plain, _ := v.UnmarkDeep(); plain.IsWhollyKnown() && !plain.IsNull() {
			if t := plain.Type(); kind == cty.NilType {
				kind = t
			} else if !t.Equals(kind) && t.IsPrimitiveType() != kind.IsPrimitiveType() || t.IsPrimitiveType() && !t.Equals(kind) {
				return cty.NilVal, fail("the values are of different types")
			}
		}
		all[i] = cty.ObjectVal(map[string]cty.Value{"key": cty.StringVal(keys[i]), "value": v})
	}
	v, err := b.made(cty.TupleVal(all))
	if err != nil {
		return cty.NilVal, err
	}
	return v.WithMarks(marks), nil
}

// lengthOf counts elements, which tells nothing of them, or the characters of a text.
func lengthOf(_ *budget, args []cty.Value) (cty.Value, error) {
	v, marks := args[0].Unmark()
	switch {
	case !v.IsKnown():
		return cty.UnknownVal(cty.Number).WithMarks(marks), nil
	case !v.IsNull() && isList(v):
		return cty.NumberIntVal(int64(v.LengthInt())).WithMarks(marks), nil
	}
	text, err := written(v)
	if err != nil {
		return cty.NilVal, err
	}
	return cty.NumberIntVal(int64(utf8.RuneCountInString(text))).WithMarks(marks), nil
}

// lookUp is the value of a key, or the default.
func lookUp(_ *budget, args []cty.Value) (cty.Value, error) {
	of, own := args[0].Unmark()
	marks := joined(own, deepMarks(args[1]))
	key, _ := args[1].UnmarkDeep()
	switch {
	case !of.IsKnown() || !key.IsKnown():
		return unknown(marks, deepMarks(of), deepMarks(args[2])), nil
	case of.IsNull() || !isMap(of):
		return cty.NilVal, fail("the values come in a map")
	}
	name, err := written(key)
	if err != nil {
		return cty.NilVal, err
	}
	keys, values := members(of)
	for i, k := range keys {
		if k == name {
			return values[i].WithMarks(marks), nil
		}
	}
	return args[2].WithMarks(marks), nil
}

// rangeOfNumbers is for programs that are converted; see its note in the table of
// functions.
func rangeOfNumbers(b *budget, args []cty.Value) (cty.Value, error) {
	return observed(args, func(args []cty.Value) (cty.Value, error) {
		bounds := []int{0}
		for _, a := range args {
			n, err := whole(a)
			if err != nil {
				return cty.NilVal, err
			}
			bounds = append(bounds, n)
		}
		from, to := bounds[len(bounds)-2], bounds[len(bounds)-1]
		if to > from && to-from > maxNodes {
			return cty.NilVal, errTooLarge
		}
		var all []cty.Value
		for i := from; i < to; i++ {
			all = append(all, cty.NumberIntVal(int64(i)))
		}
		return b.made(cty.TupleVal(all))
	})
}

func singleOrNone(_ *budget, args []cty.Value) (cty.Value, error) {
	list, marks := args[0].Unmark()
	switch {
	case !list.IsKnown():
		return unknown(marks), nil
	case list.IsNull() || !isList(list):
		return cty.NilVal, fail("the elements come in a list")
	}
	switch all := elements(list); len(all) {
	case 0:
		return cty.NullVal(cty.DynamicPseudoType).WithMarks(marks), nil
	case 1:
		return all[0].WithMarks(marks), nil
	}
	return cty.NilVal, fail("there is more than one element")
}

func extreme(of func(a, b float64) float64) func(*budget, []cty.Value) (cty.Value, error) {
	return func(_ *budget, args []cty.Value) (cty.Value, error) {
		return observed(args, func(args []cty.Value) (cty.Value, error) {
			found := math.NaN()
			for i, a := range args {
				f, err := numeric(a)
				if err != nil {
					return cty.NilVal, err
				}
				if i == 0 {
					found = f
				}
				found = of(found, f)
			}
			return number(found)
		})
	}
}

// toJSON writes a value as JSON with sorted keys.
func toJSON(b *budget, args []cty.Value) (cty.Value, error) {
	return observed(args, func(args []cty.Value) (cty.Value, error) {
		if _, err := b.size(args[0]); err != nil {
			return cty.NilVal, err
		}
		plain, err := asJSON(args[0])
		if err != nil {
			return cty.NilVal, err
		}
		text, err := json.Marshal(plain) // which escapes <, > and &, and sorts keys
		if err != nil {
			return cty.NilVal, fail("this cannot be written as JSON")
		}
		return b.text(string(text))
	})
}

// asJSON is a known value as the standard library has it.
func asJSON(v cty.Value) (any, error) {
	switch {
	case v.IsNull():
		return nil, nil
	case v.Type() == cty.Bool:
		return v.True(), nil
	case v.Type() == cty.Number:
		return toDouble(v), nil
	case v.Type() == cty.String:
		return v.AsString(), nil
	case isList(v):
		all := []any{}
		for _, e := range elements(v) {
			plain, err := asJSON(e)
			if err != nil {
				return nil, err
			}
			all = append(all, plain)
		}
		return all, nil
	case isMap(v):
		all := map[string]any{}
		keys, values := members(v)
		for i, key := range keys {
			plain, err := asJSON(values[i])
			if err != nil {
				return nil, err
			}
			all[key] = plain
		}
		return all, nil
	}
	return nil, fail("this cannot be written as JSON")
}
