package state

import (
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file reads resources, and the operations that a run did not finish.

// resource reads a resource. Of those with one URN, all but one must be about to be deleted.
func (s *State) resource(r *reader, once map[string]bool) error {
	at := r.next()
	res, err := r.resource()
	if err != nil {
		return err
	}
	if !res.Delete && once[res.URN] {
		return r.fail(at, "a second resource has the URN `%s`, and neither is marked with `delete`: a run refuses such a state", res.URN)
	}
	once[res.URN] = once[res.URN] || !res.Delete
	if s.Version < 3 {
		res.dependAll()
	}
	s.Resources, s.places = append(s.Resources, *res), append(s.places, at)
	return nil
}

// checkParents refuses parents in a ring, as a run does, so that every walk from a resource to its parents ends.
func (s *State) checkParents(r *reader) error {
	of := map[string]int{} // the living resources
	for i, res := range s.Resources {
		if !res.Delete {
			of[res.URN] = i
		}
	}
	walk := make([]int, len(s.Resources)) // the last walk that came to a resource, from 1
	for i := range s.Resources {
		for at, exists := i, true; exists && walk[at] == 0; at, exists = of[s.Resources[at].Parent] {
			walk[at] = i + 1
			if above, exists := of[s.Resources[at].Parent]; exists && walk[above] == i+1 {
				return r.fail(s.places[above], "the parents of `%s` lead back to it, and a run refuses such a state; `pulumi state repair` may help", s.Resources[above].URN)
			}
		}
	}
	return nil
}

// operation reads an operation. Only the name of its resource counts.
func (s *State) operation(r *reader) error {
	var op Operation
	at := r.next()
	err := r.members("an operation", func(name string) error {
		switch name {
		case "type":
			return r.into(name, &op.Kind)
		case "resource":
			res, err := r.resource()
			if err == nil {
				op.URN = res.URN
			}
			return err
		}
		return r.skip()
	})
	if err == nil && op.URN == "" {
		err = r.fail(at, "this operation has no `resource`")
	}
	s.Pending = append(s.Pending, op)
	return err
}

// dependAll makes each input depend on what the resource depends on.
func (res *Resource) dependAll() {
	res.PropertyDependencies = map[string][]string{}
	for name := range res.Inputs.Type().AttributeTypes() {
		res.PropertyDependencies[name] = res.Dependencies
	}
}

// resource reads a resource, and checks that it has a name.
func (r *reader) resource() (*Resource, error) {
	res := &Resource{Inputs: cty.EmptyObjectVal, Outputs: cty.EmptyObjectVal, ReplacementTrigger: cty.NullVal(cty.DynamicPseudoType)}
	at := r.next()
	fields := res.fields()
	var secret []string
	fields["additionalSecretOutputs"] = &secret
	err := r.members("a resource", func(name string) error {
		switch name {
		case "inputs":
			return r.properties(name, &res.Inputs, &res.Unread)
		case "outputs":
			return r.properties(name, &res.Outputs, &res.Unread)
		case "replacementTrigger":
			return r.property(name, &res.ReplacementTrigger, &res.Unread)
		case "initErrors":
			return r.elements(name, func() error { res.InitErrors++; return r.skip() })
		}
		return r.into(name, fields[name])
	})
	if err != nil {
		return nil, err
	}
	if all := res.Outputs.AsValueMap(); len(secret) > 0 {
		for _, name := range secret {
			if v, ok := all[name]; ok {
				all[name] = v.Mark(value.Hidden)
			}
		}
		res.Outputs = cty.ObjectVal(all)
	}
	switch u, problem := urn.Parse(res.URN); {
	case res.URN == "":
		return nil, r.fail(at, "this resource has no `urn`")
	case problem != nil:
		return nil, r.fail(at, "the `urn` of this resource is not a URN: %v", problem)
	case res.Type == "":
		return nil, r.fail(at, "this resource has no `type`")
	default:
		res.Name = u.Part(urn.Name)
	}
	if last := strings.LastIndex(res.Provider, "::"); last >= 0 { // as the engine divides it: names may have colons
		res.Provider, res.ProviderID = res.Provider[:last], res.Provider[last+len("::"):]
	}
	return res, nil
}

// fields are where the fields with simple values go.
func (res *Resource) fields() map[string]any {
	return map[string]any{
		"urn":                  &res.URN,
		"type":                 &res.Type,
		"parent":               &res.Parent,
		"provider":             &res.Provider,
		"id":                   &res.ID,
		"importID":             &res.ImportID,
		"custom":               &res.Custom,
		"delete":               &res.Delete,
		"external":             &res.External,
		"pendingReplacement":   &res.PendingReplacement,
		"taint":                &res.Taint,
		"refreshBeforeUpdate":  &res.RefreshBeforeUpdate,
		"protect":              &res.Protect,
		"retainOnDelete":       &res.RetainOnDelete,
		"dependencies":         &res.Dependencies,
		"propertyDependencies": &res.PropertyDependencies,
		"deletedWith":          &res.DeletedWith,
		"replaceWith":          &res.ReplaceWith,
		"viewOf":               &res.ViewOf,
		"aliases":              &res.Aliases,
		"replaceOnChanges":     &res.ReplaceOnChanges,
		"ignoreChanges":        &res.IgnoreChanges,
		"resourceHooks":        &res.Hooks,
		"snippetID":            &res.SnippetID,
	}
}
