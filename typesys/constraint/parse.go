package constraint

import (
	"math/big"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file reads the value of a config from its text in a stack's configuration. (docs/language/configs.md#values)

// Parse returns the value of a config of the declared type for a text, with notes, or the first
// problem. Strings are used unchanged, bools and numbers have their usual forms, and collections are
// JSON. For other types, JSON is tried first.
func Parse(text string, t typesys.Type) (cty.Value, []Note, *Problem) {
	w := walk{reading: byStackFile}
	v, problem := w.parse(text, typesys.Strip(t))
	if problem == nil {
		v, problem = w.convert(v, t)
	}
	if problem != nil {
		return cty.NilVal, nil, problem
	}
	return v, w.notes, nil
}

// parse returns the value of a text for a type, before its conversion to the type.
func (w *walk) parse(text string, t typesys.Type) (cty.Value, *Problem) {
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		return cty.StringVal(text), nil
	case typesys.KindBool:
		return w.parseBool(text, t)
	case typesys.KindInt, typesys.KindNumber:
		return w.parseNumber(text, t)
	case typesys.KindEnum:
		return w.parse(text, t.Elem())
	case typesys.KindList, typesys.KindMap, typesys.KindObject, typesys.KindTuple:
		return w.parseJSON(text, t)
	case typesys.KindSet:
		return cty.NilVal, w.problem(Unsupported, t, cty.NilVal)
	case typesys.KindOpaque:
		return cty.NilVal, w.problem(NoConstraint, t, cty.NilVal)
	}
	if v, problem := w.parseJSON(text, t); problem == nil {
		return v, nil
	}
	return cty.StringVal(text), nil
}

func (w *walk) parseBool(text string, t typesys.Type) (cty.Value, *Problem) {
	b, err := strconv.ParseBool(text)
	if err != nil {
		return cty.NilVal, w.problem(WrongText, t, cty.StringVal(text))
	}
	return cty.BoolVal(b), nil
}

// parseNumber reads a decimal number exactly. Numbers beyond the range of the evaluator are
// invalid.
func (w *walk) parseNumber(text string, t typesys.Type) (cty.Value, *Problem) {
	v, err := cty.ParseNumberVal(text)
	if err != nil || v.AsBigFloat().IsInf() {
		return cty.NilVal, w.problem(WrongText, t, cty.StringVal(text))
	}
	f := v.AsBigFloat()
	rounded, _ := f.Float64()
	exactly := new(big.Float).SetPrec(f.Prec())
	switch {
	case rounded > maxFloat || rounded < -maxFloat:
		return cty.NilVal, w.problem(WrongText, t, cty.StringVal(text))
	case f.IsInt() && exactly.SetFloat64(rounded).Cmp(f) != 0:
		w.note(Note{Kind: Rounded})
	}
	return v, nil
}

const maxFloat = 0x1p1023 * (1 + (1 - 0x1p-52))

// unwrap reads an `any` inside a collection. The evaluator accepts it only with its type; without
// one, it is accepted here with a note.
func (w *walk) unwrap(v cty.Value) (cty.Value, *Problem) {
	if wanted, ok := wrappedType(v); ok {
		return w.at(property("value"), v.GetAttr("value"), declared(wanted))
	}
	w.note(Note{Kind: Unwrapped})
	return v, nil
}

// wrappedType returns the type in {"type": …, "value": …}.
func wrappedType(v cty.Value) (cty.Type, bool) {
	ty := v.Type()
	if v.IsNull() || !ty.IsObjectType() || len(ty.AttributeTypes()) != 2 || !ty.HasAttribute("type") || !ty.HasAttribute("value") {
		return cty.NilType, false
	}
	described := v.GetAttr("type")
	text, err := ctyjson.Marshal(described, described.Type())
	if err != nil {
		return cty.NilType, false
	}
	return typeOfJSON(text)
}

// typeOfJSON returns the type that a JSON text describes, if it describes one. It recovers, because
// cty panics if an optional attribute is not an attribute of the object.
func typeOfJSON(text []byte) (described cty.Type, ok bool) {
	defer func() {
		if recover() != nil {
			described, ok = cty.NilType, false
		}
	}()
	described, err := ctyjson.UnmarshalType(text)
	return described, err == nil
}

// declared returns the declared type for a constraint.
func declared(t cty.Type) typesys.Type {
	switch {
	case t == cty.Bool:
		return typesys.Bool
	case t == cty.Number:
		return typesys.Number
	case t == cty.String:
		return typesys.String
	case t.IsListType():
		return typesys.List(declared(t.ElementType()))
	case t.IsSetType():
		return typesys.Set(declared(t.ElementType()))
	case t.IsMapType():
		return typesys.Map(declared(t.ElementType()))
	case t.IsTupleType():
		elems := make([]typesys.Type, t.Length())
		for i, e := range t.TupleElementTypes() {
			elems[i] = declared(e)
		}
		return typesys.Tuple(elems...)
	case t.IsObjectType():
		var props []typesys.Property
		for name, attr := range t.AttributeTypes() {
			props = append(props, typesys.Property{Name: name, Type: declared(attr)})
		}
		return typesys.Object(props...)
	}
	return typesys.Dynamic
}
