package navigate

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// This file resolves a name to what is behind its declaration.

// Implementation resolves a component to the start of its program, an input of a component to
// the places in the given programs that set it, and an output to its value. Other names
// resolve to their declaration. The only error is the context's.
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
		if it.Block() != nil && it.Block().Body.Attributes[language.OutputValue] != nil {
			return []Location{attributeLocation(t.Path, it, it.Block().Body.Attributes[language.OutputValue])}, nil
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
