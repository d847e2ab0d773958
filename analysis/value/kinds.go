package value

import "github.com/pcl-lsp/pcl-lsp/typesys"

// This file tells which kinds of values a type allows in a run. The evaluator converts
// much less than the type checker accepts, so this is about what a run can tell apart.
// (docs/language/conversions.md#in-a-run)

// Kinds is a set of kinds of values.
type Kinds uint8

// The kinds of values, as a run tells them apart.
const (
	NullKind Kinds = 1 << iota
	BoolKind
	NumberKind
	StringKind
	ListKind // also tuples and sets
	ObjectKind
	FileKind // assets and archives

	AnyKind Kinds = 1<<7 - 1
)

// Only reports whether every value is of one of these kinds.
func (k Kinds) Only(of Kinds) bool { return k != 0 && k&^of == 0 }

// KindsOf returns the kinds of values that a type allows, for an output those of the
// value inside.
func KindsOf(t typesys.Type) Kinds { return PlainKinds(typesys.PlainShape(t)) }

// PlainKinds is [KindsOf] for a type without outputs and promises.
func PlainKinds(t typesys.Type) Kinds {
	switch t.Kind() {
	case typesys.KindNone:
		return NullKind
	case typesys.KindBool:
		return BoolKind
	case typesys.KindInt, typesys.KindNumber:
		return NumberKind
	case typesys.KindString, typesys.KindID:
		return StringKind
	case typesys.KindConst, typesys.KindEnum:
		return PlainKinds(t.Elem())
	case typesys.KindList, typesys.KindSet, typesys.KindTuple:
		return ListKind
	case typesys.KindMap, typesys.KindObject:
		return ObjectKind
	case typesys.KindOpaque:
		if t == typesys.Asset || t == typesys.Archive {
			return FileKind
		}
	case typesys.KindUnion:
		kinds := Kinds(0)
		for _, m := range t.Elems() {
			kinds |= PlainKinds(m)
		}
		return kinds
	}
	return AnyKind
}

// kindWords are the kinds in messages, with their article.
var kindWords = []struct {
	kinds Kinds
	words string
}{
	{NullKind, "null"},
	{BoolKind, "a bool"},
	{NumberKind, "a number"},
	{StringKind, "a string"},
	{ListKind, "a list"},
	{ObjectKind, "an object"},
	{FileKind, "an asset"},
}

// String names the first kind of the set. Null comes last.
func (k Kinds) String() string {
	if k != NullKind {
		k &^= NullKind
	}
	for _, known := range kindWords {
		if k&known.kinds != 0 {
			return known.words
		}
	}
	return "a value"
}
