package constraint

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file defines notes about successful conversions.

// NoteKind is a kind of change to a part of a value.
type NoteKind uint8

// The kinds of notes.
const (
	Converted  NoteKind = iota // a single value was converted to another type
	Dropped                    // an undeclared property was dropped
	Filled                     // a missing property became null
	Unordered                  // the order of elements was lost, in a set
	Duplicates                 // equal elements were merged, in a set
	Unwrapped                  // an `any` that the evaluator reads only in its wrapped form
	Rounded                    // a number that the evaluator does not represent exactly
)

// Note is something that a user may want to know about a conversion.
type Note struct {
	Kind     NoteKind
	Path     []typesys.Step // to the part
	From, To cty.Value      // for Converted: before and after, with the marks of enclosing values
	Near     string         // for Dropped: a property without a value that may be meant
	Count    int            // for Duplicates: the number of dropped elements
}

// String describes the change on one line. It does not show marked values.
func (n Note) String() string {
	if len(n.Path) == 0 {
		return n.text()
	}
	return typesys.FormatPath(n.Path) + ": " + n.text()
}

func (n Note) text() string {
	switch n.Kind {
	case Converted:
		return shown(n.From) + " becomes " + shown(n.To)
	case Dropped:
		if n.Near != "" {
			return "not declared, and left out; did you mean `" + cut(n.Near, valueLength) + "`?"
		}
		return "not declared, and left out"
	case Filled:
		return "missing, and null"
	case Unordered:
		return "a set has no order"
	case Duplicates:
		return fmt.Sprintf("%d equal elements left out", n.Count)
	case Rounded:
		return "the number is rounded to 53 bits"
	}
	return `the evaluator reads this only as {"type": …, "value": …}`
}

// shown describes a value: a primitive by its text, and others, including all marked values, by
// their type.
func shown(v cty.Value) string {
	switch {
	case v == cty.NilVal:
		return "nothing"
	case v.IsMarked() || !v.IsKnown():
		return friendly(v.Type())
	case v.IsNull():
		return "null"
	case !v.Type().IsPrimitiveType():
		return friendly(v.Type())
	case v.Type() == cty.Number && !writable(v):
		return "a number"
	}
	return cut(typesys.FormatValue(v), valueLength)
}

// friendly returns the outermost form of a type, with its article.
func friendly(t cty.Type) string {
	switch {
	case t != cty.DynamicPseudoType && t.IsPrimitiveType():
		return "a " + t.FriendlyName()
	case t.IsListType(), t.IsTupleType():
		return "a list"
	case t.IsSetType():
		return "a set"
	case t.IsMapType():
		return "a map"
	case t.IsObjectType():
		return "an object"
	}
	return "a value"
}
