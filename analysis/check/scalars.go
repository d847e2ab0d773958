package check

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file compares and reads literals.

// scalarOf is the type of values of a primitive type; NilType for all others.
func scalarOf(t typesys.Type) cty.Type {
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		return cty.String
	case typesys.KindBool:
		return cty.Bool
	case typesys.KindInt, typesys.KindNumber:
		return cty.Number
	}
	return cty.NilType
}

// equals reports whether a literal is a value, also where it is written as a text
// or the text as a number.
func equals(v, want cty.Value) bool {
	if v.Type() == cty.String && want.Type() == cty.String && !v.IsNull() && !want.IsNull() && v.IsKnown() && want.IsKnown() {
		return v.AsString() == want.AsString() // the usual case, and enums are long
	}
	converted, err := convert.Convert(v, want.Type())
	return err == nil && converted.RawEquals(want)
}

// enumPlace is the place of a literal among the values of an enum; negative if it is none of them.
func enumPlace(enum typesys.Type, v cty.Value) int {
	if isText(v) && enum.Elem() == typesys.String {
		if i, found := typesys.EnumText(enum, v.AsString()); found {
			return i
		}
		return -1
	}
	return slices.IndexFunc(enum.Values(), func(value cty.Value) bool { return equals(v, value) })
}

// readAs is a literal as a primitive type reads its text.
func readAs(v cty.Value, t typesys.Type) (cty.Value, bool) {
	if v.Type() == scalarOf(t) && v.IsKnown() && !v.IsNull() { // its text is read as what it is
		return v, true
	}
	read, err := convert.Convert(cty.StringVal(valueText(v)), scalarOf(t))
	return read, err == nil
}

// valueText is a scalar as text.
func valueText(v cty.Value) string {
	text, _ := typesys.Text(v)
	return text
}

func quotedValue(v cty.Value) string { return "`" + diagnostic.Abbreviate(valueText(v), 40) + "`" }
