package running

import (
	"encoding/json"
	"fmt"

	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
)

// This file makes up values of configs.

// madeUpConfig is a value for each config of a program that needs one.
func madeUpConfig(program *pcl.Program, project string, seed uint64) config.Map {
	values := config.Map{}
	for _, c := range program.ConfigVariables() {
		if c.DefaultValue != nil || c.Nullable {
			continue
		}
		key, err := config.ParseKey(project + ":" + c.LogicalName())
		if err != nil {
			continue // the run says what is wrong with the name
		}
		value := configValue(c.Type(), seed)
		if text, is := value.(string); is && c.Type() == model.StringType {
			values[key] = config.NewValue(text)
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			panic(err) // it is made of texts, numbers, bools, lists and objects
		}
		values[key] = config.NewValue(string(text))
	}
	return values
}

// configValue is a value of a type.
func configValue(t model.Type, seed uint64) any {
	switch t := t.(type) {
	case *model.OutputType:
		return configValue(t.ElementType, seed)
	case *model.ListType:
		return []any{configValue(t.ElementType, seed)}
	case *model.SetType:
		return []any{configValue(t.ElementType, seed)}
	case *model.MapType:
		return map[string]any{"key": configValue(t.ElementType, seed)}
	case *model.TupleType:
		all := []any{}
		for _, element := range t.ElementTypes {
			all = append(all, configValue(element, seed))
		}
		return all
	case *model.ObjectType:
		members := map[string]any{}
		for name, member := range t.Properties {
			members[name] = configValue(member, seed)
		}
		return members
	case *model.UnionType:
		for _, member := range t.ElementTypes {
			if member != model.NoneType {
				return configValue(member, seed)
			}
		}
	}
	switch t {
	case model.DynamicType: // a run reads it as a list or an object
		return map[string]any{"key": seed}
	case model.BoolType:
		return seed%2 == 0
	case model.NumberType, model.IntType:
		return seed + 1
	}
	return fmt.Sprintf("text%d", seed)
}
