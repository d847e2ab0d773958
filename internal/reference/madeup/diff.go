package madeup

import (
	"context"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// This file compares inputs.

// Diff replaces a resource if an input changes, and the property, or one above or below the change, says so.
func (p *provider) Diff(_ context.Context, r *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	return difference(p.inputs(r.Type), r.OldInputs, r.News), nil
}

// DiffConfig compares the inputs of the provider in the same way.
func (p *provider) DiffConfig(_ context.Context, r *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	return difference(p.schema.Provider.InputProperties, r.OldInputs, r.News), nil
}

func difference(properties []*schema.Property, old, new *structpb.Struct) *pulumirpc.DiffResponse {
	d := &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_NONE, DetailedDiff: map[string]*pulumirpc.PropertyDiff{}, HasDetailedDiff: true}
	for _, name := range members(old, new) {
		if len(name) > 1 && name[:2] == "__" {
			continue // the engine's own
		}
		c := comparison{found: d.DetailedDiff}
		c.compare(resource.PropertyPath{name}, property(properties, name), old.GetFields()[name], new.GetFields()[name])
		if c.changed {
			d.Changes, d.Diffs = pulumirpc.DiffResponse_DIFF_SOME, append(d.Diffs, name)
		}
		if c.replaced {
			d.Replaces = append(d.Replaces, name)
		}
	}
	return d
}

// members are the names of the members of two objects.
func members(objects ...*structpb.Struct) []string {
	all := map[string]bool{}
	for _, o := range objects {
		for name := range o.GetFields() {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// comparison finds what differs between two values of an input.
type comparison struct {
	found             map[string]*pulumirpc.PropertyDiff
	changed, replaced bool
}

// place is what values are of: a type, and whether a property around them replaces the resource.
type place struct {
	of       schema.Type
	replaces bool
}

// property is the place of a member.
func property(properties []*schema.Property, name string) place {
	for _, p := range properties {
		if p.Name == name {
			return place{p.Type, p.ReplaceOnChanges || p.WillReplaceOnChanges}
		}
	}
	return place{}
}

// member is the place of a member of an object, or of an element if it has no name.
func (p place) member(name string) place {
	switch t := p.of.(type) {
	case *schema.OptionalType:
		return place{t.ElementType, p.replaces}.member(name)
	case *schema.InputType:
		return place{t.ElementType, p.replaces}.member(name)
	case *schema.UnionType:
		for _, e := range t.ElementTypes {
			if found := (place{e, p.replaces}).member(name); found.of != nil {
				return found
			}
		}
	case *schema.ArrayType:
		return place{t.ElementType, p.replaces}
	case *schema.MapType:
		return place{t.ElementType, p.replaces}
	case *schema.ObjectType:
		found := property(t.Properties, name)
		found.replaces = found.replaces || p.replaces
		return found
	}
	return place{nil, p.replaces}
}

// holds reports whether a value, or one in it, replaces the resource.
func (p place) holds(value *structpb.Value) bool {
	value = told(value)
	if value == nil || p.replaces {
		return value != nil && p.replaces
	}
	for name, member := range value.GetStructValue().GetFields() {
		if p.member(name).holds(member) {
			return true
		}
	}
	return slices.ContainsFunc(value.GetListValue().GetValues(), p.member("").holds)
}

func (c *comparison) compare(at resource.PropertyPath, of place, old, new *structpb.Value) {
	old, new = told(old), told(new)
	oldObject, newObject := old.GetStructValue(), new.GetStructValue()
	oldList, newList := old.GetListValue(), new.GetListValue()
	switch {
	case proto.Equal(old, new) && new.GetStringValue() != plugin.UnknownStringValue, old.GetStringValue() == unread:
		return
	case oldObject != nil && newObject != nil && oldObject.Fields[signature] == nil && newObject.Fields[signature] == nil:
		for _, name := range members(oldObject, newObject) {
			c.compare(under(at, name), of.member(name), oldObject.Fields[name], newObject.Fields[name])
		}
		return
	case oldList != nil && newList != nil:
		for i := range max(len(oldList.Values), len(newList.Values)) {
			c.compare(under(at, i), of.member(""), element(oldList, i), element(newList, i))
		}
		return
	}
	kind := pulumirpc.PropertyDiff_UPDATE
	switch {
	case old == nil:
		kind = pulumirpc.PropertyDiff_ADD
	case new == nil:
		kind = pulumirpc.PropertyDiff_DELETE
	}
	if c.changed = true; of.holds(old) || of.holds(new) {
		c.replaced = true
		kind++ // in the protocol, each kind that replaces follows the one that does not
	}
	c.found[at.String()] = &pulumirpc.PropertyDiff{Kind: kind, InputDiff: true}
}

func under(at resource.PropertyPath, step any) resource.PropertyPath {
	return append(slices.Clone(at), step)
}

func element(list *structpb.ListValue, i int) *structpb.Value {
	if i < len(list.Values) {
		return list.Values[i]
	}
	return nil
}

// reference is the value that stands for a resource.
const reference = "5cf8f73096256a8f31e491e813e4eb8e"

// told is a value without secrecy, the id of a resource in place of a reference to it, and nil in place of null.
func told(value *structpb.Value) *structpb.Value {
	if fields := value.GetStructValue().GetFields(); fields != nil {
		switch fields[signature].GetStringValue() {
		case secret:
			return told(fields["value"])
		case output:
			if fields["value"] == nil {
				return structpb.NewStringValue(plugin.UnknownStringValue)
			}
			return told(fields["value"])
		case reference:
			return told(fields["id"])
		}
	}
	if value == nil || isNull(value) {
		return nil
	}
	return value
}
