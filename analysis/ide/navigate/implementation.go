package navigate

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file leads from a name to what stands behind its declaration.

// Implementation is what makes a name what it is: for a component the beginning of its
// program, for an input of a component the places in the given programs that set it, for
// an output the attribute with its value. All other names lead to their declaration. The
// error is that of the context.
func Implementation(ctx context.Context, p *analysis.Program, path string, offset int, users ...*analysis.Program) ([]Location, error) {
	t, err := TargetAt(ctx, p, path, offset)
	if err != nil || t == nil || t.Declaring == nil {
		found, failed := Definition(ctx, p, path, offset)
		if err == nil {
			err = failed
		}
		return found, err
	}
	it, ok := t.Object.Item()
	if !ok {
		return nil, nil
	}
	switch t.Object.Kind {
	case analysis.ObjectComponent:
		if dir, ok := t.Declaring.ComponentDir(it.Item); ok {
			if found := start(t.Declaring.ComponentProgram(dir)); found != nil {
				return found, nil
			}
		}
	case analysis.ObjectOutput:
		if it.Block != nil && it.Block.Body.Attributes["value"] != nil {
			return []Location{attributeLocation(t.Path, it, it.Block.Body.Attributes["value"])}, nil
		}
	case analysis.ObjectConfig:
		uses, err := t.Uses(ctx, users...)
		if err != nil {
			return nil, err
		}
		var set []Location
		for _, u := range uses {
			if u.Kind == analysis.OccurAttribute {
				set = append(set, u.Location)
			}
		}
		if set != nil {
			return set, nil
		}
	}
	return []Location{t.Location}, nil
}
