package running

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/model"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/madeup"
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

// madeUpConfig is a value for each config of a program that needs one, or for all.
func madeUpConfig(program *pcl.Program, project string, choice madeup.Choice, all bool) config.Map {
	values := config.Map{}
	for _, c := range program.ConfigVariables() {
		if !all && (c.DefaultValue != nil || c.Nullable) {
			continue
		}
		key, err := config.ParseKey(project + ":" + c.LogicalName())
		if err != nil {
			continue // the run says what is wrong with the name
		}
		value := configValue(c.Type(), choice)
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

// members are what follows a dot or stands in an index.
var members = regexp.MustCompile(`\.([a-z]\w*)|\["([^"]+)"\]|\[(\d+)\]`)

// choice is what is made up for a run.
func (d *deployment) choice() madeup.Choice {
	c := madeup.Choice{Seed: d.Seed, Lost: func() { d.lost = true }}
	if sizes[d.Seed] == madeup.Several {
		for _, m := range members.FindAllStringSubmatch(d.text, -1) {
			if key := m[1] + m[2] + m[3]; !slices.Contains(c.Keys, key) {
				c.Keys = append(c.Keys, key)
			}
		}
	}
	return c
}

// sizes are the numbers of elements of lists and maps in configs, by seed. There is one for other seeds.
var sizes = map[uint64]int{
	3: 0, 4: 2, asking.Rich: madeup.Several, asking.RichNumbers: madeup.Several, asking.RichBools: madeup.Several, asking.RichSparse: madeup.Several,
}

// elements are those of a list or a map.
func elements(t model.Type, c madeup.Choice) []any {
	all := []any{}
	n, ok := sizes[c.Seed]
	if !ok {
		n = 1
	}
	for range n {
		all = append(all, configValue(t, c))
		c.Seed += 100 // another value
	}
	return all
}

// anything is a value of any type: a run reads a text that is no JSON as it is.
func anything(c madeup.Choice, depth int) any {
	const deepest, most = 3, 12
	switch {
	case c.Seed == 3, c.Seed == asking.RichBools:
		return c.Text("text")
	case len(c.Keys) == 0:
		return map[string]any{"key": c.Seed}
	case depth == deepest:
		return "text"
	}
	members := map[string]any{}
	for _, key := range c.Keys[:min(most, len(c.Keys))] {
		members[key] = anything(c, depth+1)
	}
	return members
}

// configValue is a value of a type.
func configValue(t model.Type, c madeup.Choice) any {
	switch t := t.(type) {
	case *model.OutputType:
		return configValue(t.ElementType, c)
	case *model.ListType:
		return elements(t.ElementType, c)
	case *model.SetType:
		return elements(t.ElementType, c)
	case *model.MapType:
		members, names := map[string]any{}, c.Keys
		if len(names) == 0 {
			names = []string{"key", "other"}
			names = names[:min(len(elements(t.ElementType, c)), len(names))]
		}
		for _, name := range names {
			members[name] = configValue(t.ElementType, c)
		}
		return members
	case *model.TupleType:
		all := []any{}
		for _, element := range t.ElementTypes {
			all = append(all, configValue(element, c))
		}
		return all
	case *model.ObjectType:
		members := map[string]any{}
		for name, member := range t.Properties {
			members[name] = configValue(member, c)
		}
		return members
	case *model.UnionType:
		for _, member := range t.ElementTypes {
			if member != model.NoneType {
				return configValue(member, c)
			}
		}
	}
	switch t {
	case model.DynamicType:
		return anything(c, 0)
	case model.BoolType:
		return c.Seed%2 == 0
	case model.NumberType, model.IntType:
		return c.Seed + 1
	}
	return c.Text(fmt.Sprintf("text%d", c.Seed))
}
