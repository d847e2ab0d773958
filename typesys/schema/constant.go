package schema

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reads the constants that a schema writes: the only value of a property, its default,
// and the values of enums.

// constant is a constant written in a schema, of the type of its place; NilVal if there is none.
func (b *binder) constant(what string, text jsontext.Value, t typesys.Type) cty.Value {
	v, err := literal(text)
	switch {
	case err != nil:
		b.problem("%s: %v", what, err)
	case v != cty.NilVal && !isConstantOf(t, v):
		b.problem("%s: %s is no value of the type %s", what, text, t)
		v = cty.NilVal
	}
	return v
}

// literal understands booleans, numbers and strings.
func literal(text jsontext.Value) (cty.Value, error) {
	switch text.Kind() {
	case 't':
		return cty.True, nil
	case 'f':
		return cty.False, nil
	case '0':
		return cty.ParseNumberVal(string(text))
	case '"':
		content, err := jsontext.AppendUnquote(nil, text)
		return cty.StringVal(string(content)), err
	case 'n', 0:
		return cty.NilVal, nil
	}
	return cty.NilVal, fmt.Errorf("found %s where a boolean, number or string belongs", text.Kind())
}

// defaultType is the type that a default has: that of the values of an enum, and in a union the
// one that the schema names beside it.
func defaultType(use *typeSpec, t typesys.Type) typesys.Type {
	if named, ok := primitives[use.Type]; ok && len(use.OneOf) > 0 {
		return named
	}
	if t.Kind() == typesys.KindEnum {
		return t.Elem()
	}
	return t
}

// isConstantOf reports whether a boolean, number or string is a value of a type. Types of which
// nothing is known have every value.
func isConstantOf(t typesys.Type, v cty.Value) bool {
	switch t.Kind() {
	case typesys.KindDynamic, typesys.KindOpaque:
		return true
	case typesys.KindBool:
		return v.Type() == cty.Bool
	case typesys.KindNumber:
		return v.Type() == cty.Number
	case typesys.KindString:
		return v.Type() == cty.String
	case typesys.KindInt:
		if v.Type() != cty.Number {
			return false
		}
		n, accuracy := v.AsBigFloat().Int64()
		return accuracy == 0 && n >= math.MinInt32 && n <= math.MaxInt32
	case typesys.KindUnion:
		return slices.ContainsFunc(t.Elems(), func(m typesys.Type) bool {
			return isConstantOf(m, v) || m.Kind() == typesys.KindEnum && isConstantOf(m.Elem(), v)
		})
	}
	return false
}
