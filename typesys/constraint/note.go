package constraint

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements what is told about a conversion that succeeds.

// NoteKind is what happened to a part of a value.
type NoteKind uint8

// The kinds of notes.
const (
	Converted  NoteKind = iota // a single value became one of another type
	Dropped                    // a property that is not declared was left out
	Filled                     // a missing property became null
	Unordered                  // the order of elements was lost, in a set
	Duplicates                 // equal elements became one, in a set
	Unwrapped                  // an `any` that the evaluator reads only in its wrapped form
	Rounded                    // a number that the evaluator does not hold exactly
)

// Note is one thing that a reader may want to know about a conversion.
type Note struct {
	Kind     NoteKind
	Path     []typesys.Step // to the part that it is about
	From, To cty.Value      // for Converted: before and after, with the marks of what is around them
	Near     string         // for Dropped: a property without a value that may be meant
	Count    int            // for Duplicates: how many elements were left out
}

// String says in one line what happened. Marked values are not shown.
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

// shown is a value in words: a primitive as it is written, others by their type,
// and of a marked value no more than its type.
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

// friendly is the outermost form of a type, with its article.
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
