package constraint

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the conversions of lists, sets, tuples and maps, element by
// element. (docs/language/conversions.md#collections)

// element is an element of a value, with the step to it.
type element struct {
	step  typesys.Step
	value cty.Value
}

// elementsOf returns the elements of a list, tuple or set. Those of a set have no position.
func elementsOf(v cty.Value) ([]element, bool) {
	ty := v.Type()
	if !ty.IsListType() && !ty.IsTupleType() && !ty.IsSetType() {
		return nil, false
	}
	var all []element
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		step := typesys.Step{Kind: typesys.StepIndex, Index: len(all)}
		if ty.IsSetType() {
			step = typesys.Step{Kind: typesys.StepElement}
		}
		all = append(all, element{step, e})
	}
	return all, true
}

// convertAll converts every element to one type.
func (w *walk) convertAll(all []element, t typesys.Type) ([]cty.Value, *Problem) {
	values := make([]cty.Value, len(all))
	for i, e := range all {
		var problem *Problem
		if values[i], problem = w.at(e.step, e.value, t); problem != nil {
			return nil, problem
		}
	}
	return values, nil
}

// sequence converts a value to a list or set. The unknown elements of a set may turn out to be
// equal, so neither its length nor its order is known.
func (w *walk) sequence(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	all, ok := elementsOf(v)
	if !ok {
		return cty.NilVal, w.problem(WrongType, t, v)
	}
	values, problem := w.convertAll(all, t.Elem())
	switch {
	case problem != nil:
		return cty.NilVal, problem
	case t.Kind() == typesys.KindSet:
		return w.set(v, t, values), nil
	case !v.Length().IsKnown():
		return cty.UnknownVal(cty.List(plainType(t.Elem()))), nil
	case len(values) == 0:
		return cty.ListValEmpty(plainType(t.Elem())), nil
	case !sameType(values):
		return cty.TupleVal(values), nil
	}
	return cty.ListVal(values), nil
}

func (w *walk) set(from cty.Value, t typesys.Type, values []cty.Value) cty.Value {
	switch {
	case len(values) == 0:
		return cty.SetValEmpty(plainType(t.Elem()))
	case !sameType(values):
		return cty.TupleVal(values)
	}
	result := cty.SetVal(values)
	if from.Type().IsSetType() {
		return result
	}
	if len(values) > 1 {
		w.note(Note{Kind: Unordered})
	}
	inner, _ := result.Unmark()
	if length := inner.Length(); length.IsKnown() {
		if n := len(values) - inner.LengthInt(); n > 0 {
			w.note(Note{Kind: Duplicates, Count: n})
		}
	}
	return result
}

// tuple converts a value to a tuple with the same number of elements.
func (w *walk) tuple(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	all, ok := elementsOf(v)
	if !ok {
		return cty.NilVal, w.problem(WrongType, t, v)
	}
	if !v.Length().IsKnown() {
		return cty.UnknownVal(plainType(t)), nil
	}
	if want := t.Elems(); len(all) != len(want) {
		problem := w.problem(WrongLength, t, v)
		problem.count = len(all)
		return cty.NilVal, problem
	}
	values := make([]cty.Value, len(all))
	for i, e := range all {
		var problem *Problem
		if values[i], problem = w.at(e.step, e.value, t.Elems()[i]); problem != nil {
			return cty.NilVal, problem
		}
	}
	return cty.TupleVal(values), nil
}

// mapping converts a value to a map.
func (w *walk) mapping(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	if !hasKeys(v) {
		return cty.NilVal, w.problem(WrongType, t, v)
	}
	var all []element
	for it := v.ElementIterator(); it.Next(); { // in the order of the keys
		k, e := it.Element()
		all = append(all, element{property(k.AsString()), e})
	}
	values, problem := w.convertAll(all, t.Elem())
	if problem != nil {
		return cty.NilVal, problem
	}
	if len(values) == 0 {
		return cty.MapValEmpty(plainType(t.Elem())), nil
	}
	members := map[string]cty.Value{}
	for i, e := range all {
		members[e.step.Name] = values[i]
	}
	if !sameType(values) {
		return cty.ObjectVal(members), nil
	}
	return cty.MapVal(members), nil
}

func hasKeys(v cty.Value) bool { return v.Type().IsObjectType() || v.Type().IsMapType() }

func property(name string) typesys.Step {
	return typesys.Step{Kind: typesys.StepProperty, Name: name}
}

func sameType(values []cty.Value) bool {
	return !slices.ContainsFunc(values, func(v cty.Value) bool { return !v.Type().Equals(values[0].Type()) })
}
