package madeup

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// This file says what a provider that knows its schema would not accept.

// signature is the member that tells what an object stands for, and the values that stand for secrets and outputs.
const (
	signature = "4dabf18193072939515e22adb298388d"
	secret    = "1b47061264138c4ac30d75fd1eb44270"
	output    = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
)

// refusals say why inputs are not accepted, in the order of their names.
func refusals(properties []*schema.Property, inputs *structpb.Struct) (all []string) {
	fields := inputs.GetFields()
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if len(name) > 1 && name[:2] == "__" {
			continue // the engine's own
		}
		why := "no such property"
		if i := slices.IndexFunc(properties, func(p *schema.Property) bool { return p.Name == name }); i >= 0 {
			why = misfit(properties[i], fields[name])
		}
		if why != "" {
			all = append(all, name+": "+why)
		}
	}
	return all
}

// misfit says why a value is not one for a property.
func misfit(p *schema.Property, value *structpb.Value) string {
	value = revealed(value)
	if p.ConstValue != nil && value != nil && !proto.Equal(value, plain(p.ConstValue)) {
		return fmt.Sprintf("%s, the only value is %v", shown(value), p.ConstValue)
	}
	return mismatch(p.Type, value)
}

// revealed is the value of a secret or an output; nil for one that is not known.
func revealed(value *structpb.Value) *structpb.Value {
	if fields := value.GetStructValue().GetFields(); fields != nil {
		switch fields[signature].GetStringValue() {
		case secret, output:
			return revealed(fields["value"])
		}
	}
	if value.GetStringValue() == plugin.UnknownStringValue {
		return nil
	}
	return value
}

// mismatch says why a value is not one of a type.
func mismatch(t schema.Type, value *structpb.Value) string {
	value = revealed(value)
	if value == nil || isNull(value) {
		return ""
	}
	wrong := func(fits bool) string {
		if fits {
			return ""
		}
		return fmt.Sprintf("%s for %s", shown(value), t)
	}
	switch t := t.(type) {
	case *schema.OptionalType:
		return mismatch(t.ElementType, value)
	case *schema.InputType:
		return mismatch(t.ElementType, value)
	case *schema.TokenType:
		return mismatch(t.UnderlyingType, value)
	case *schema.UnionType:
		return wrong(slices.ContainsFunc(t.ElementTypes, func(e schema.Type) bool { return mismatch(e, value) == "" }))
	case *schema.EnumType:
		return wrong(slices.ContainsFunc(t.Elements, func(e *schema.Enum) bool { return proto.Equal(value, plain(e.Value)) }))
	case *schema.ArrayType:
		list := value.GetListValue()
		for _, element := range list.GetValues() {
			if why := mismatch(t.ElementType, element); why != "" {
				return why
			}
		}
		return wrong(list != nil)
	case *schema.MapType:
		object := value.GetStructValue()
		for _, name := range slices.Sorted(maps.Keys(object.GetFields())) {
			if why := mismatch(t.ElementType, object.GetFields()[name]); why != "" {
				return why
			}
		}
		return wrong(object != nil)
	case *schema.ObjectType:
		if object := value.GetStructValue(); object != nil {
			return strings.Join(refusals(t.Properties, object), "; ")
		}
		return wrong(false)
	}
	switch number, isNumber := value.GetKind().(*structpb.Value_NumberValue); t {
	case schema.BoolType:
		_, is := value.GetKind().(*structpb.Value_BoolValue)
		return wrong(is)
	case schema.IntType:
		return wrong(isNumber && number.NumberValue == math.Trunc(number.NumberValue))
	case schema.NumberType:
		return wrong(isNumber)
	case schema.StringType:
		_, is := value.GetKind().(*structpb.Value_StringValue)
		return wrong(is)
	case schema.AssetType, schema.ArchiveType:
		return wrong(value.GetStructValue() != nil)
	}
	return "" // any value, or a reference to a resource
}

func isNull(value *structpb.Value) bool {
	_, is := value.GetKind().(*structpb.Value_NullValue)
	return is
}

// shown is a value in short.
func shown(value *structpb.Value) string {
	if value.GetStructValue() != nil {
		return "object"
	}
	return fmt.Sprint(value.AsInterface())
}
