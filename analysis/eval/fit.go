package eval

import (
	"strconv"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file converts inputs as a run does before it passes them to the engine: bools, numbers and strings
// into each other, at any depth. (docs/language/conversions.md#in-a-run)

// FitInputs are inputs as a run passes them: converted to their types, with the defaults of the schema.
func FitInputs(given map[string]cty.Value, props []*schema.Property) map[string]cty.Value {
	return fitting{defaults: true}.members(given, props)
}

// Fit is an input converted to its type, without defaults. Where the unknown parts of the value decide on the
// conversion, it is unknown.
func Fit(v cty.Value, p *schema.Property) cty.Value { return fitting{sure: true}.value(v, p.Plain) }

// fitting is a way to convert.
type fitting struct {
	defaults bool // adds the defaults of the schema
	sure     bool // leaves out what unknown values may change
}

// members are members as declared properties.
func (f fitting) members(given map[string]cty.Value, props []*schema.Property) map[string]cty.Value {
	for _, p := range props {
		v, set := given[p.Name]
		switch {
		case set:
			given[p.Name] = f.value(v, p.Plain)
		case f.defaults && p.Default != cty.NilVal:
			given[p.Name] = value.Normal(p.Default)
		}
	}
	return given
}

// value converts a value.
func (f fitting) value(v cty.Value, t typesys.Type) cty.Value {
	inner, marks := v.Unmark()
	if !inner.IsKnown() || inner.IsNull() {
		return v
	}
	t = typesys.Strip(t)
	switch t.Kind() {
	case typesys.KindList, typesys.KindSet, typesys.KindMap:
		if t.Kind() == typesys.KindMap && value.IsMap(inner) || t.Kind() != typesys.KindMap && value.IsList(inner) {
			return value.Mapped(v, func(_ string, member cty.Value) cty.Value { return f.value(member, t.Elem()) })
		}
	case typesys.KindObject:
		if object := schema.ObjectOf(t); object != nil && value.IsMap(inner) {
			keys, values := value.Members(inner)
			all := make(map[string]cty.Value, len(keys))
			for i, key := range keys {
				all[key] = values[i]
			}
			inner = cty.ObjectVal(f.members(all, object.Properties()))
		}
	case typesys.KindUnion:
		inner = f.any(inner, t.Elems())
	case typesys.KindEnum, typesys.KindConst:
		inner = f.value(inner, t.Elem())
	default:
		inner = primitive(inner, t)
	}
	return inner.WithMarks(marks)
}

// any leaves a value that one of the types takes as it is, and otherwise converts it to the first.
func (f fitting) any(v cty.Value, types []typesys.Type) cty.Value {
	first, asIs, differ := cty.NilVal, false, false
	for _, t := range types {
		if t == typesys.None {
			continue
		}
		converted := f.value(v, t)
		if converted.RawEquals(v) {
			if asIs = true; !f.sure || v.IsWhollyKnown() {
				return v
			}
		}
		switch {
		case first == cty.NilVal:
			first = converted
		case !first.RawEquals(converted):
			differ = true
		}
	}
	switch {
	case differ && f.sure && !v.IsWhollyKnown():
		return value.Unknown(value.DeepMarks(v))
	case asIs || first == cty.NilVal:
		return v
	}
	return first
}

// primitive converts a known value that is neither null nor marked; what cannot be converted stays.
func primitive(v cty.Value, t typesys.Type) cty.Value {
	from := v.Type()
	switch t.Kind() {
	case typesys.KindString, typesys.KindID:
		if text, err := value.Written(v); err == nil {
			return cty.StringVal(text)
		}
	case typesys.KindBool:
		if from == cty.String {
			if yes, err := strconv.ParseBool(v.AsString()); err == nil {
				return cty.BoolVal(yes)
			}
		}
	case typesys.KindNumber, typesys.KindInt:
		if from == cty.String {
			if f, err := strconv.ParseFloat(v.AsString(), 64); err == nil {
				if n, err := value.Double(f); err == nil {
					return n
				}
			}
		}
	}
	return v
}
