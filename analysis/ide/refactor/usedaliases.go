package refactor

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
)

// This file removes aliases that no resource needs any more.

// UsedUp returns the actions that remove aliases of the program which the state of a stack shows
// as used up: those of the resource at an offset, and those of the whole file. What exists is that
// state. The only error is the context's.
func UsedUp(ctx context.Context, around keep.Around, p *analysis.Program, path string, offset int, exists []plan.Old) ([]Action, error) {
	found, err := keep.UsedUp(ctx, around, p, exists)
	if err != nil {
		return nil, err
	}
	var here, file []change.Edit
	for _, e := range found {
		if e.Path != path {
			continue
		}
		file = append(file, e)
		if it, ok := p.ItemAt(path, offset); ok && it.Base <= e.Span.Start && e.Span.End <= it.Base+len(it.Text) {
			here = append(here, e)
		}
	}
	var all []Action
	if len(here) > 0 {
		it, _ := p.ItemAt(path, offset)
		all = append(all, Action{ID: "aliases.item", Title: "Remove the aliases of `" + it.Name + "` that are used up", Kind: Rewrite, Change: change.Set{Edits: here}})
	}
	if len(file) > len(here) {
		all = append(all, Action{ID: "aliases.file", Title: "Remove all aliases in this file that are used up", Kind: Rewrite, Change: change.Set{Edits: file}})
	}
	return all, ctx.Err()
}
