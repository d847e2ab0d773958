package constraint

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file walks over a value and the type that it should have.
// (docs/language/conversions.md)

// Convert converts a value to a declared type, as a program does. It returns the result and what
// was converted, or the first problem. Null is a problem if the type does not accept none. Unknown
// parts stay unknown, and marks stay where they are. A list(any) with elements of different types
// becomes a tuple, and a map(any) an object.
func Convert(v cty.Value, t typesys.Type) (cty.Value, []Note, *Problem) {
	return run(v, t, byProgram)
}

// reading selects the rules where the three functions differ.
type reading uint8

const (
	byProgram reading = iota
	byStackFile
)

// walk is the state of one conversion.
type walk struct {
	reading reading
	path    []typesys.Step
	notes   []Note
	marks   []cty.ValueMarks // of the values around the current place
}

func run(v cty.Value, t typesys.Type, r reading) (cty.Value, []Note, *Problem) {
	w := walk{reading: r}
	result, problem := w.convert(v, t)
	if problem != nil {
		return cty.NilVal, nil, problem
	}
	return result, w.notes, nil
}

// convert converts the value at the current place to t.
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

// known converts values that are known and not null, to a type without options and outputs around
// it.
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

// anything converts a value to `any`.
func (w *walk) anything(v cty.Value) (cty.Value, *Problem) {
	if w.reading == byStackFile && len(w.path) > 0 {
		return w.unwrap(v)
	}
	return v, nil
}

// unknown decides only by the types.
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

// null accepts null if the type accepts none, or if the reading does not require that.
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

// at converts a value one step further in.
func (w *walk) at(s typesys.Step, v cty.Value, t typesys.Type) (cty.Value, *Problem) {
	w.path = append(w.path, s)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	return w.convert(v, t)
}

// note adds a note about the current place.
func (w *walk) note(n Note) {
	n.Path = slices.Clone(w.path)
	w.notes = append(w.notes, n)
}

// noteConverted notes that a single value was converted.
func (w *walk) noteConverted(from, to cty.Value) {
	w.note(Note{Kind: Converted, From: w.marked(from), To: w.marked(to)})
}

// marked returns a value with the marks of the values around it.
func (w *walk) marked(v cty.Value) cty.Value {
	if v == cty.NilVal {
		return v
	}
	return v.WithMarks(w.marks...)
}

// problem returns a problem at the current place.
func (w *walk) problem(kind ProblemKind, want typesys.Type, got cty.Value) *Problem {
	return &Problem{Kind: kind, Path: slices.Clone(w.path), Want: want, got: shown(w.marked(got))}
}
