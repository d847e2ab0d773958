package rules

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file tells rules what package schemas say of resources and their inputs.

// The members of facts about a schema. None of them is a name of the language.
const (
	factSchema     = "schema"
	factInputs     = "inputs"
	factDeprecated = "deprecated"
	factComponent  = "component"
	factSecret     = "secret"
	factVersion    = "version"
)

// declared is the schema of the resource. Without it, what it says is unknown.
func (v *view) declared() (*schema.Resource, cty.Value) {
	name := ""
	if len(v.it.Labels) > 1 {
		if t, ok := schema.ParseToken(v.it.Labels[1].Value); ok {
			name = t.Schema()
		}
	}
	if r := v.p.ResourceOf(v.it.Item); r != nil && !r.Unreadable {
		return r, cty.NilVal
	}
	return nil, cty.DynamicVal.Mark(value.Cause{Kind: value.CauseSchema, Name: name})
}

// schema are the facts about the type of a resource.
func (v *view) schema(rest hcl.Traversal) (cty.Value, int) {
	r, unknown := v.declared()
	if r == nil {
		return unknown, 0
	}
	if first, _ := stepName(rest, 0); first == factInputs {
		if name, ok := stepName(rest, 1); ok {
			return inputFacts(r, name), 2
		}
		all := map[string]cty.Value{}
		for _, p := range r.Inputs {
			all[p.Name] = propertyFacts(p)
		}
		return cty.ObjectVal(all), 1
	}
	return cty.ObjectVal(map[string]cty.Value{factDeprecated: text(r.Deprecation), factComponent: cty.BoolVal(r.IsComponent)}), 0
}

// entrySchema are the facts about the input that the rule looks at.
func (v *view) entrySchema(hcl.Traversal) (cty.Value, int) {
	r, unknown := v.declared()
	if r == nil {
		return unknown, 0
	}
	return inputFacts(r, v.entry.Name), 0
}

func inputFacts(r *schema.Resource, name string) cty.Value {
	if p := propertyNamed(r, name); p != nil {
		return propertyFacts(p)
	}
	return null
}

func propertyNamed(r *schema.Resource, name string) *schema.Property {
	return lists.First(r.Inputs, func(p *schema.Property) bool { return p.Name == name })
}

func propertyFacts(p *schema.Property) cty.Value {
	return cty.ObjectVal(map[string]cty.Value{
		"type": text(p.Plain.String()), "required": cty.BoolVal(p.Required), factSecret: cty.BoolVal(p.Secret),
		"replaces": cty.BoolVal(p.ReplaceOnChanges || p.WillReplaceOnChanges), factDeprecated: text(p.Deprecation),
	})
}
