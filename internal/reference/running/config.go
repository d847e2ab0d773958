package running

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
)

// This file finds the values of configs, or makes them up.

// StackConfig is the configuration in the stack file of a program; nil without one.
func StackConfig(dir, project string) (config.Map, error) {
	file := filepath.Join(dir, "Pulumi.dev.yaml")
	if _, err := os.Stat(file); err != nil {
		return nil, nil
	}
	stack, err := workspace.LoadProjectStack(diag.DefaultSink(io.Discard, io.Discard, diag.FormatOptions{Color: colors.Never}),
		&workspace.Project{Name: tokens.PackageName(project)}, file)
	if err != nil {
		return nil, err
	}
	for key, value := range stack.Config {
		if value.Secure() { // with a key that is not known here
			stack.Config[key] = config.NewSecureValue(base64.StdEncoding.EncodeToString([]byte("text")))
		}
	}
	return stack.Config, nil
}

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

// elements are those of a list or a map: one for the first seeds, then none and two.
func elements(t model.Type, seed uint64) []any {
	all := []any{}
	for range []int{1, 0, 2}[seed/3%3] {
		all = append(all, configValue(t, seed))
		seed += 9 // another value, and inside as many elements
	}
	return all
}

// configValue is a value of a type.
func configValue(t model.Type, seed uint64) any {
	switch t := t.(type) {
	case *model.OutputType:
		return configValue(t.ElementType, seed)
	case *model.ListType:
		return elements(t.ElementType, seed)
	case *model.SetType:
		return elements(t.ElementType, seed)
	case *model.MapType:
		members := map[string]any{}
		for i, element := range elements(t.ElementType, seed) {
			members[[]string{"key", "other"}[i]] = element
		}
		return members
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
