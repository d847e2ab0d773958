package constraint

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file converts declared types to type constraints. (docs/language/configs.md#type-expressions)

// Of returns the type constraint of a declared type. It ignores outputs, promises and options
// around types. Optional properties become optional attributes, int becomes number, id becomes
// string, and enums and constants become their base types. A union whose members all have the same
// constraint has that one; other unions leave the type open, as `any` does. Assets, archives and
// types that contain themselves have no constraint.
func Of(t typesys.Type) (cty.Type, *Problem) {
	return (&translation{done: map[typesys.Type]cty.Type{}}).of(t)
}

// translation records the visited object types: finished ones with their constraint, enclosing
// ones without.
type translation struct{ done map[typesys.Type]cty.Type }

var primitives = map[typesys.Kind]cty.Type{
	typesys.KindBool: cty.Bool, typesys.KindInt: cty.Number, typesys.KindNumber: cty.Number,
	typesys.KindString: cty.String, typesys.KindID: cty.String,
}

func (c *translation) of(t typesys.Type) (cty.Type, *Problem) {
	t = typesys.Strip(t)
	switch t.Kind() {
	case typesys.KindBool, typesys.KindInt, typesys.KindNumber, typesys.KindString, typesys.KindID:
		return primitives[t.Kind()], nil
	case typesys.KindConst, typesys.KindEnum:
		return c.of(t.Elem())
	case typesys.KindList:
		return c.collection(t, cty.List)
	case typesys.KindSet:
		return c.collection(t, cty.Set)
	case typesys.KindMap:
		return c.collection(t, cty.Map)
	case typesys.KindTuple:
		elems, problem := c.each(t.Elems())
		return cty.Tuple(elems), problem
	case typesys.KindObject:
		return c.object(t)
	case typesys.KindUnion:
		return c.union(t)
	case typesys.KindOpaque:
		return cty.DynamicPseudoType, &Problem{Kind: NoConstraint, Want: t}
	}
	return cty.DynamicPseudoType, nil
}

func (c *translation) collection(t typesys.Type, of func(cty.Type) cty.Type) (cty.Type, *Problem) {
	elem, problem := c.of(t.Elem())
	return of(elem), problem
}

func (c *translation) each(ts []typesys.Type) ([]cty.Type, *Problem) {
	elems := make([]cty.Type, len(ts))
	for i, t := range ts {
		var problem *Problem
		if elems[i], problem = c.of(t); problem != nil {
			return nil, problem
		}
	}
	return elems, nil
}

func (c *translation) object(t typesys.Type) (cty.Type, *Problem) {
	if known, met := c.done[t]; met {
		if known == cty.NilType {
			return cty.DynamicPseudoType, &Problem{Kind: NoConstraint, Want: t}
		}
		return known, nil
	}
	c.done[t] = cty.NilType
	attrs := map[string]cty.Type{}
	var optional []string
	for _, p := range t.Properties() {
		attr, problem := c.of(p.Type)
		if problem != nil {
			return cty.DynamicPseudoType, problem
		}
		attrs[p.Name] = attr
		if typesys.IsOptional(p.Type) {
			optional = append(optional, p.Name)
		}
	}
	result := cty.ObjectWithOptionalAttrs(attrs, optional)
	c.done[t] = result
	return result, nil
}

func (c *translation) union(t typesys.Type) (cty.Type, *Problem) {
	result := cty.NilType
	for _, m := range t.Elems() {
		if m == typesys.None {
			continue
		}
		member, problem := c.of(m)
		if problem != nil {
			return cty.DynamicPseudoType, problem
		}
		if result != cty.NilType && !result.Equals(member) {
			return cty.DynamicPseudoType, nil
		}
		result = member
	}
	if result == cty.NilType {
		return cty.DynamicPseudoType, nil
	}
	return result, nil
}

// plainType returns the type of values of a declared type. It is open if there is no constraint.
func plainType(t typesys.Type) cty.Type {
	constraint, problem := Of(t)
	if problem != nil {
		return cty.DynamicPseudoType
	}
	return constraint.WithoutOptionalAttributesDeep()
}
