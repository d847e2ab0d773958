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
	d := &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_NONE, DetailedDiff: map[string]*pulumirpc.PropertyDiff{}, HasDetailedDiff: true}
	for _, name := range members(r.OldInputs, r.News) {
		if len(name) > 1 && name[:2] == "__" {
			continue // the engine's own
		}
		c := comparison{found: d.DetailedDiff, properties: p.inputs(r.Type)}
		c.compare(resource.PropertyPath{name}, r.OldInputs.GetFields()[name], r.News.GetFields()[name])
		if c.changed {
			d.Changes, d.Diffs = pulumirpc.DiffResponse_DIFF_SOME, append(d.Diffs, name)
		}
		if c.replaced {
			d.Replaces = append(d.Replaces, name)
		}
	}
	return d, nil
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
	properties        []*schema.Property
	changed, replaced bool
}

func (c *comparison) compare(at resource.PropertyPath, old, new *structpb.Value) {
	old, new = told(old), told(new)
	oldObject, newObject := old.GetStructValue(), new.GetStructValue()
	oldList, newList := old.GetListValue(), new.GetListValue()
	switch {
	case proto.Equal(old, new) && !isUnknown(new):
	case oldObject != nil && newObject != nil:
		for _, name := range members(oldObject, newObject) {
			c.compare(under(at, name), oldObject.Fields[name], newObject.Fields[name])
		}
	case oldList != nil && newList != nil:
		for i := range max(len(oldList.Values), len(newList.Values)) {
			c.compare(under(at, i), element(oldList, i), element(newList, i))
		}
	case old == nil:
		c.add(at, pulumirpc.PropertyDiff_ADD, pulumirpc.PropertyDiff_ADD_REPLACE)
	case new == nil:
		c.add(at, pulumirpc.PropertyDiff_DELETE, pulumirpc.PropertyDiff_DELETE_REPLACE)
	default:
		c.add(at, pulumirpc.PropertyDiff_UPDATE, pulumirpc.PropertyDiff_UPDATE_REPLACE)
	}
}

func (c *comparison) add(at resource.PropertyPath, kind, replacing pulumirpc.PropertyDiff_Kind) {
	c.changed = true
	if replaces(c.properties, at) {
		c.replaced, kind = true, replacing
	}
	c.found[at.String()] = &pulumirpc.PropertyDiff{Kind: kind, InputDiff: true}
}

func under(at resource.PropertyPath, step any) resource.PropertyPath { return append(slices.Clone(at), step) }

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

func isUnknown(value *structpb.Value) bool { return value.GetStringValue() == plugin.UnknownStringValue }

// replaces reports whether a property on a path, or below it, replaces its resource when it changes.
func replaces(properties []*schema.Property, path resource.PropertyPath) bool {
	var found *schema.Property
	for _, p := range properties {
		if p.Name == path[0] {
			found = p
		}
	}
	if found == nil {
		return false
	}
	if found.ReplaceOnChanges || found.WillReplaceOnChanges {
		return true
	}
	return typeReplaces(found.Type, path[1:], nil)
}

// typeReplaces reports whether there is such a property in a type. Seen are the objects around it.
func typeReplaces(t schema.Type, path resource.PropertyPath, seen []schema.Type) bool {
	switch t := t.(type) {
	case *schema.OptionalType:
		return typeReplaces(t.ElementType, path, seen)
	case *schema.InputType:
		return typeReplaces(t.ElementType, path, seen)
	case *schema.UnionType:
		return slices.ContainsFunc(t.ElementTypes, func(e schema.Type) bool { return typeReplaces(e, path, seen) })
	case *schema.ArrayType:
		return typeReplaces(t.ElementType, path[min(1, len(path)):], seen)
	case *schema.MapType:
		return typeReplaces(t.ElementType, path[min(1, len(path)):], seen)
	case *schema.ObjectType:
		if len(path) > 0 {
			return replaces(t.Properties, path)
		}
		if slices.Contains(seen, schema.Type(t)) {
			return false
		}
		seen = append(slices.Clone(seen), t)
		return slices.ContainsFunc(t.Properties, func(p *schema.Property) bool {
			return p.ReplaceOnChanges || p.WillReplaceOnChanges || typeReplaces(p.Type, nil, seen)
		})
	}
	return false
}
