package constraint

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the walk over a value and the type that it should have.
// (pcl-types.md, sections 3 and 12.)

// Convert is the value that a place of the declared type has when it is given this
// one, and what was converted on the way; or the first problem. Null is a problem
// where the type has no none. Unknown parts stay unknown, marks stay where they are.
// A list(any) of values that differ in type becomes a tuple, and a map(any) an object.
func Convert(v cty.Value, t typesys.Type) (cty.Value, []Note, *Problem) {
	return run(v, t, byProgram)
}

// reading is whose rules hold where they differ.
type reading uint8

const (
	byProgram reading = iota
	byStackFile
)

// walk is one conversion on its way.
type walk struct {
	reading reading
	path    []typesys.Step
	notes   []Note
	marks   []cty.ValueMarks // of what is around the present place
}

func run(v cty.Value, t typesys.Type, r reading) (cty.Value, []Note, *Problem) {
	w := walk{reading: r}
	result, problem := w.convert(v, t)
	if problem != nil {
		return cty.NilVal, nil, problem
	}
	return result, w.notes, nil
}

// convert is the value as one of type t, at the present place.
func (w *walk) convert(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	if v.IsMarked() {
		inner, marks := v.Unmark()
		w.marks = append(w.marks, marks)
		defer func() { w.marks = w.marks[:len(w.marks)-1] }()
		result, problem := w.convert(inner, t)
		if problem != nil {
			return cty.NilVal, problem
		}
		return result.WithMarks(marks), nil
	}
	stripped := typesys.Strip(t)
	switch {
	case stripped.Kind() == typesys.KindDynamic:
		return w.anything(v)
	case !v.IsKnown():
		return w.unknown(v, stripped)
	case v.IsNull():
		return w.null(v, t)
	}
	return w.known(v, stripped)
}

// known is about values that are known and not null, for a type without options
// and outputs around it.
func (w *walk) known(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	switch t.Kind() {
	case typesys.KindBool, typesys.KindNumber, typesys.KindString, typesys.KindID:
		return w.primitive(v, t)
	case typesys.KindInt:
		return w.whole(v, t)
	case typesys.KindConst, typesys.KindEnum:
		return w.among(v, t)
	case typesys.KindList, typesys.KindSet:
		return w.sequence(v, t)
	case typesys.KindMap:
		return w.mapping(v, t)
	case typesys.KindTuple:
		return w.tuple(v, t)
	case typesys.KindObject:
		return w.object(v, t)
	case typesys.KindUnion:
		return w.union(v, t)
	case typesys.KindOpaque:
		return cty.NilVal, w.problem(NoConstraint, t, v)
	}
	return cty.NilVal, w.problem(WrongType, t, v)
}

// anything is the place of an `any`.
func (w *walk) anything(v cty.Value) (cty.Value, *Problem) {
	if w.reading == byStackFile && len(w.path) > 0 {
		return w.unwrap(v)
	}
	return v, nil
}

// unknown decides by the types alone.
func (w *walk) unknown(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	constraint, problem := Of(t)
	if problem != nil {
		problem.Path = slices.Clone(w.path)
		return cty.NilVal, problem
	}
	result, err := convert.Convert(v, constraint)
	switch {
	case err == nil:
		return result, nil
	case v.Type() == cty.Number && constraint == cty.Bool:
		return cty.UnknownVal(cty.Bool), nil
	}
	return cty.NilVal, w.problem(WrongType, t, v)
}

// null is a value where the type has none, and in the readings that do not ask.
func (w *walk) null(v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	ofType := plainType(t)
	if ofType == cty.DynamicPseudoType {
		ofType = v.Type()
	}
	switch {
	case typesys.IsOptional(t) || typesys.Strip(t).Kind() == typesys.KindNone:
	case w.reading == byStackFile:
		w.note(Note{Kind: Filled})
	default:
		return cty.NilVal, w.problem(Absent, typesys.Strip(t), v)
	}
	return cty.NullVal(ofType), nil
}

// at goes one step in for the time of a conversion.
func (w *walk) at(s typesys.Step, v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	w.path = append(w.path, s)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	return w.convert(v, t)
}

// note adds what happened at the present place.
func (w *walk) note(n Note) {
	n.Path = slices.Clone(w.path)
	w.notes = append(w.notes, n)
}

// noteConverted adds that a single value became another one.
func (w *walk) noteConverted(from, to cty.Value) {
	w.note(Note{Kind: Converted, From: w.marked(from), To: w.marked(to)})
}

// marked is a value with the marks of what is around it.
func (w *walk) marked(v cty.Value) cty.Value {
	if v == cty.NilVal {
		return v
	}
	return v.WithMarks(w.marks...)
}

// problem is one at the present place.
func (w *walk) problem(kind ProblemKind, want typesys.Type, got cty.Value) *Problem {
	return &Problem{Kind: kind, Path: slices.Clone(w.path), Want: want, got: shown(w.marked(got))}
}
