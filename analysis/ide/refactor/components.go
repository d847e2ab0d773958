package refactor

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file offers the refactorings that move declarations into components and out of them.

// Components returns these refactorings for a selection. Their changes have been tried: they keep
// everything that is deployed, and bring no finding. The only error is the context's.
func Components(ctx context.Context, around keep.Around, p *analysis.Program, path string, selected syntax.Span) ([]Action, error) {
	s, ok, err := placeOf(ctx, p, path, selected)
	if err != nil || syntax.IsInputs(path) {
		return nil, err
	}
	var all []Action
	if ok {
		if all, err = inlineComponent(s, around); err != nil {
			return nil, err
		}
	}
	if items, registers := selectedIn(p, path, selected); registers {
		if why := tooMany(len(items)); why != "" {
			return append(all, Action{ID: "extract.component", Title: "Extract component", Kind: Extract, Disabled: why}), nil
		}
		for _, find := range []func(context.Context, keep.Around, *analysis.Program, string, syntax.Span) ([]Action, error){
			extractComponent, moveIntoComponents, moveOutOfComponent,
		} {
			found, err := find(ctx, around, p, path, selected)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return sighted(p, all), ctx.Err()
}
