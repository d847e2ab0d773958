package language

import (
	"math/big"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file reports calls that the type checker accepts, and whose types tell that every run fails.
// (docs/language/functions.md)

// Call is a call whose types are right, with at least one argument.
type Call struct {
	Name string
	Args []typesys.Type
	// Open says that there may be further arguments: a list of unknown length is spread.
	Open bool
}

func fails(code codes.Code, message string) []Problem {
	return []Problem{{Code: code, Message: message, Fails: true}}
}

func runLookup(c Call) []Problem {
	if len(c.Args) != 2 || c.Open {
		return nil
	}
	return []Problem{{
		Code: codes.FnLookupDefault, Place: PlaceEnd, Fails: true,
		Message: "`lookup` without a default always fails at run time; add one",
	}}
}

func runLength(c Call) []Problem {
	kinds := value.KindsOf(c.Args[0])
	if kinds != value.NumberKind && kinds != value.BoolKind {
		return nil
	}
	return fails(codes.FnArgument, "`length` of "+kinds.String()+" always fails at run time; in quotes, as in `\"${…}\"`, its digits or letters are counted")
}

func runLengthOfList(c Call) []Problem {
	kinds := value.KindsOf(c.Args[0])
	if !kinds.Only(value.ObjectKind|value.NullKind) || kinds&value.ObjectKind == 0 {
		return runLength(c)
	}
	return fails(codes.FnLengthMap, "`length` of an object or map always fails at run time; count `[for k, v in … : k]`")
}

func runEntries(c Call) []Problem {
	t := typesys.Unwrapped(typesys.PlainShape(c.Args[0]))
	why := ""
	switch t.Kind() {
	case typesys.KindList, typesys.KindTuple:
		why = "a list"
	case typesys.KindObject:
		switch {
		case t.Source() == nil && len(t.Properties()) == 0:
			why = "an object without properties"
		case isMixed(t):
			why = "values of different types"
		}
	}
	if why == "" {
		return nil
	}
	return fails(codes.FnEntries, "`entries` always fails for "+why+" at run time; use a `for` expression")
}

// isMixed reports whether the members of an object certainly differ in kind, or have other members or another number of elements.
func isMixed(object typesys.Type) bool {
	var first typesys.Type
	for _, p := range object.Properties() {
		t := typesys.PlainShape(p.Type)
		kinds := value.PlainKinds(t)
		switch {
		case kinds&(kinds-1) != 0 || kinds == value.NullKind:
			// It may be of several kinds.
		case !first.IsValid():
			first = t
		case value.PlainKinds(first) != kinds, differInShape(first, t):
			return true
		}
	}
	return false
}

// differInShape reports whether no value of one plain type has the members, or as many elements, as a value of the other.
func differInShape(a, b typesys.Type) bool {
	written := func(t typesys.Type) bool {
		return t.Kind() == typesys.KindTuple || t.Kind() == typesys.KindObject && t.Source() == nil
	}
	names := func(t typesys.Type) []string {
		return lists.Map(t.Properties(), func(p typesys.Property) string { return p.Name })
	}
	return written(a) && written(b) && (len(a.Elems()) != len(b.Elems()) || !slices.Equal(names(a), names(b)))
}

func runNotImplemented(Call) []Problem {
	return []Problem{{
		Code: codes.FnNotImplemented, Place: PlaceName, Fails: true,
		Message: "`notImplemented` always fails at run time; write the missing code here",
	}}
}

// runExtremum reports a fraction in a call of max or min that has the type int.
func runExtremum(c Call) []Problem {
	if slices.ContainsFunc(c.Args, func(arg typesys.Type) bool { return typesys.PlainShape(arg) == typesys.Number }) {
		return nil
	}
	for i, arg := range c.Args {
		if n := constantNumber(arg); n != nil && !n.IsInt() {
			return []Problem{{
				Code: codes.FnMaxInt, Argument: i,
				Message: "`" + c.Name + "` returns an `int` here, although this is a fraction: no argument is declared as `number`",
			}}
		}
	}
	return nil
}

// constantNumber returns the number that is the only value of a type, or nil.
func constantNumber(t typesys.Type) *big.Float {
	if t = typesys.PlainShape(t); t.Kind() != typesys.KindConst {
		return nil
	}
	if v := t.Value(); v.IsKnown() && !v.IsNull() && v.Type() == cty.Number {
		return v.AsBigFloat()
	}
	return nil
}
