package binding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/zclconf/go-cty/cty"
)

// This file writes types in the structural notation, which testdata/conformance describes.

// structural is a type in structural notation. Above are the objects around it, in which the same object ends in "...".
func structural(t model.Type, above ...*model.ObjectType) string {
	of := func(t model.Type) string { return structural(t, above...) }
	switch t := t.(type) {
	case nil:
		return "<nil>"
	case *model.OpaqueType:
		if t == model.BoolType {
			return "bool"
		}
		if name := string(*t); !strings.Contains(name, ":") {
			return name
		}
		return "type(" + string(*t) + ")" // of something that its schema does not have
	case *model.ConstType:
		return t.Value.GoString()
	case *model.EnumType:
		var values []string
		for _, v := range t.Elements {
			values = append(values, cty.Value.GoString(v))
		}
		return fmt.Sprintf("enum(%s(%s): %s)", t.Token, of(t.Type), strings.Join(values, ","))
	case *model.ListType:
		return "list(" + of(t.ElementType) + ")"
	case *model.SetType:
		return "set(" + of(t.ElementType) + ")"
	case *model.MapType:
		return "map(" + of(t.ElementType) + ")"
	case *model.OutputType:
		return "output(" + of(t.ElementType) + ")"
	case *model.PromiseType:
		return "promise(" + of(t.ElementType) + ")"
	case *model.TupleType:
		return "tuple(" + strings.Join(each(t.ElementTypes, of), ", ") + ")"
	case *model.UnionType:
		members := each(t.ElementTypes, of)
		slices.Sort(members)
		return "union(" + strings.Join(members, ", ") + ")"
	case *model.ObjectType:
		return object(t, above)
	}
	return t.String()
}

// object is an object type in structural notation.
func object(t *model.ObjectType, above []*model.ObjectType) string {
	for _, outer := range above {
		if outer == t || outer.Equals(t) {
			return "..."
		}
	}
	above = append(slices.Clone(above), t)
	var members []string
	for name, p := range t.Properties {
		members = append(members, name+" = "+structural(p, above...))
	}
	slices.Sort(members)
	return "object({" + strings.Join(members, ", ") + "})"
}

func each(types []model.Type, text func(model.Type) string) []string {
	var all []string
	for _, t := range types {
		all = append(all, text(t))
	}
	return all
}
