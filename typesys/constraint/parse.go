package constraint

import (
	"math/big"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the reading of a config's value from the text that a stack's
// configuration has for it. (pcl-syntax.md, section 6.3.)

// Parse is the value that a config of the declared type has for a text, and what is
// to be said about it; or the first problem. Texts are taken as they are, bools and
// numbers have their usual forms, collections are JSON, and of other types JSON is
// tried first.
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

// parse is the value that a text denotes for a type, before it is converted to it.
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

// parseNumber reads a decimal number exactly. One that is beyond the largest that
// the evaluator has is none.
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

// unwrap reads an `any` inside of a collection. The evaluator knows it only with
// its type beside it; without is fine here, and noted.
func (w *walk) unwrap(v cty.Value) (cty.Value, *Problem) {
	if wanted, ok := wrappedType(v); ok {
		return w.at(property("value"), v.GetAttr("value"), declared(wanted))
	}
	w.note(Note{Kind: Unwrapped})
	return v, nil
}

// wrappedType is the type in {"type": …, "value": …}.
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

// typeOfJSON is the type that a JSON text describes, if it describes one. cty panics at an
// object with an optional attribute that it does not have.
func typeOfJSON(text []byte) (described cty.Type, ok bool) {
	defer func() {
		if recover() != nil {
			described, ok = cty.NilType, false
		}
	}()
	described, err := ctyjson.UnmarshalType(text)
	return described, err == nil
}

// declared is the declared type of which a type is the constraint.
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
