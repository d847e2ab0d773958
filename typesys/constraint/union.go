package constraint

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the conversions to union types. (docs/language/conversions.md#unions)

// union converts a value to the first member that accepts it unchanged, or else the first that
// accepts it at all.
func (w *walk) union(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	before := len(w.notes)
	var best cty.Value
	var bestNotes []Note
	var problems []*Problem
	found := false
	for _, m := range t.Elems() {
		if m == typesys.None {
			continue
		}
		result, problem := w.convert(v, m)
		notes := w.notes[before:]
		w.notes = w.notes[:before:before]
		switch {
		case problem != nil:
			problems = append(problems, problem)
		case len(notes) == 0:
			return result, nil
		case !found:
			found, best, bestNotes = true, result, notes
		}
	}
	if found {
		w.notes = append(w.notes, bestNotes...)
		return best, nil
	}
	return cty.NilVal, w.closest(problems, w.problem(Alternatives, t, v))
}

// closest returns the problem of the member whose conversion got furthest, if there is only one,
// and otherwise the problem of the union as a whole.
func (w *walk) closest(problems []*Problem, otherwise *Problem) *Problem {
	depth, closest := len(w.path), otherwise
	for _, p := range problems {
		switch {
		case len(p.Path) > depth:
			depth, closest = len(p.Path), p
		case len(p.Path) == depth:
			closest = otherwise
		}
	}
	if len(problems) == 1 {
		return problems[0]
	}
	return closest
}
