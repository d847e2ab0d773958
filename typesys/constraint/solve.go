package constraint

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements how `any` in a collection becomes one type. (pcl-types.md,
// section 12.)
//
// The elements are converted to the declared type first, where every `any` lets its
// value pass. Their types then differ only where an `any` was, and go-cty finds the
// type to which all of them convert: of ["a", 1] it is string, of ["a", []] there is
// none. The element to blame is the first one that has no type in common with those
// before it.

// join makes converted elements one type, for Terraform; programs may mix them.
func (w *walk) join(all []element, values []cty.Value) ([]cty.Value, *Problem) {
	if w.reading != byTerraform || sameType(values) {
		return values, nil
	}
	types := make([]cty.Type, len(values))
	for i, v := range values {
		types[i] = v.Type()
	}
	common, conversions := convert.UnifyUnsafe(types)
	if common == cty.NilType || common == cty.DynamicPseudoType {
		return nil, w.noOneType(all, types)
	}
	for i, conversion := range conversions {
		if conversion == nil {
			continue
		}
		if !allWritable(values[i]) {
			return nil, w.atElement(all[i], TooLong)
		}
		result, err := conversion(values[i])
		if err != nil {
			return nil, w.atElement(all[i], NoOneType)
		}
		w.noteJoined(all[i].step, values[i], result)
		values[i] = result
	}
	return values, nil
}

// allWritable reports whether every number in a value can be written out.
func allWritable(v cty.Value) bool {
	fine := true
	// The walk fails only where the function does.
	_ = cty.Walk(v, func(_ cty.Path, part cty.Value) (bool, error) {
		part, _ = part.Unmark()
		if part.Type() == cty.Number && part.IsKnown() && !part.IsNull() {
			fine = fine && writable(part)
		}
		return fine, nil
	})
	return fine
}

// noOneType blames the first element that has no type in common with those before.
func (w *walk) noOneType(all []element, types []cty.Type) *Problem {
	for i := range types {
		if common, _ := convert.UnifyUnsafe(types[:i+1]); common == cty.NilType {
			return w.atElement(all[i], NoOneType)
		}
	}
	return w.atElement(all[len(all)-1], NoOneType)
}

func (w *walk) atElement(e element, kind ProblemKind) *Problem {
	problem := w.problem(kind, typesys.Dynamic, e.value)
	problem.Path = append(problem.Path, e.step)
	return problem
}

// noteJoined notes the conversion of an element that is a single value; what
// changed inside of larger ones would be a list of its own.
func (w *walk) noteJoined(s typesys.Step, from, to cty.Value) {
	if from.IsNull() || !from.IsKnown() {
		return
	}
	w.path = append(w.path, s)
	w.noteConverted(from, to)
	w.path = slices.Delete(w.path, len(w.path)-1, len(w.path))
}
