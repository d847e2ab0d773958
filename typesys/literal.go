package typesys

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Literal returns the type of a literal of the language: the constant of its value. It is [Dynamic] for values that no literal
// has.
func Literal(v cty.Value) Type { return literal(v, "") }

// UnmergedLiteral is [Literal] in early versions of the language: objects and tuples with different constants have no common type.
func UnmergedLiteral(v cty.Value) Type { return literal(v, unmerged) }

func literal(v cty.Value, token string) Type {
	n := node{kind: KindConst, value: v, token: token}
	switch classOf(v) {
	case classNull:
		return Null
	case classBool:
		n.elem = Bool
	case classString:
		n.elem = String
	case classNumber:
		f := v.AsBigFloat()
		n.elem, n.value = Number, canonicalNumber(v, f)
		if isInt(f) {
			n.elem = Int
		}
	default:
		return Dynamic
	}
	return intern(n)
}

// Widened returns the type of a value that may be another literal of the same base: string for a text. Parts of lists and objects stay.
func Widened(t Type) Type {
	switch t.Kind() {
	case KindConst:
		return shownAs(t)
	case KindUnion:
		return Union(lists.Map(t.n.elems, Widened)...)
	case KindOutput, KindPromise, KindInput:
		return rewrapOne(t.Kind(), Widened(t.Elem()))
	}
	return t
}
