package madeup

import (
	"context"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// This file compares inputs.

// Diff replaces a resource if an input changes, and the property, or one above or below the change, says so.
func (p *provider) Diff(_ context.Context, r *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	return difference(p.inputs(r.Type), r), nil
}

// DiffConfig compares the inputs of the provider in the same way.
func (p *provider) DiffConfig(_ context.Context, r *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	return difference(p.schema.Provider.InputProperties, r), nil
}

func difference(properties []*schema.Property, r *pulumirpc.DiffRequest) *pulumirpc.DiffResponse {
	found := changes.Compare(place{of: &schema.ObjectType{Properties: properties}}, r.OldInputs.AsMap(), r.News.AsMap())
	d := &pulumirpc.DiffResponse{
		Changes: pulumirpc.DiffResponse_DIFF_NONE, Diffs: found.Changed, Replaces: found.Replaced,
		DetailedDiff: map[string]*pulumirpc.PropertyDiff{}, HasDetailedDiff: true,
	}
	for path, kind := range found.Detailed {
		d.Changes = pulumirpc.DiffResponse_DIFF_SOME
		named := pulumirpc.PropertyDiff_Kind_value[strings.ToUpper(strings.ReplaceAll(kind, "-", "_"))]
		d.DetailedDiff[path] = &pulumirpc.PropertyDiff{Kind: pulumirpc.PropertyDiff_Kind(named), InputDiff: true}
	}
	return d
}

// place is a type, and whether a property around its values replaces the resource.
type place struct {
	of       schema.Type
	replaces bool
}

// Replaces implements [changes.Place].
func (p place) Replaces() bool { return p.replaces }

// Member implements [changes.Place].
func (p place) Member(name string) changes.Place {
	switch t := p.of.(type) {
	case *schema.OptionalType:
		return place{t.ElementType, p.replaces}.Member(name)
	case *schema.InputType:
		return place{t.ElementType, p.replaces}.Member(name)
	case *schema.UnionType:
		for _, e := range t.ElementTypes {
			if found := (place{e, p.replaces}).Member(name); found.(place).of != nil {
				return found
			}
		}
	case *schema.ArrayType:
		return place{t.ElementType, p.replaces}
	case *schema.MapType:
		return place{t.ElementType, p.replaces}
	case *schema.ObjectType:
		for _, m := range t.Properties {
			if m.Name == name {
				return place{m.Type, p.replaces || m.ReplaceOnChanges || m.WillReplaceOnChanges}
			}
		}
	}
	return place{nil, p.replaces}
}
