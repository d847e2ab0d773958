package typesys

import "github.com/zclconf/go-cty/cty"

// Literal returns the type of a literal of the language: the constant of its value. It is [Dynamic] for values that no literal
// has.
func Literal(v cty.Value) Type {
	switch classOf(v) {
	case classNull:
		return Null
	case classBool:
		if v.True() {
			return constTrue
		}
		return constFalse
	case classString:
		return Const(String, v)
	case classNumber:
		f, base := v.AsBigFloat(), Number
		if isInt(f) {
			base = Int
		}
		return intern(node{kind: KindConst, elem: base, value: canonicalNumber(v, f)})
	}
	return Dynamic
}

var constTrue, constFalse = Const(Bool, cty.True), Const(Bool, cty.False)
