package keep

import (
	"context"
	"maps"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
)

// This file checks the programs after a change.

// noNewErrors refuses a change that adds an error to the programs.
func (d *draft) noNewErrors() error {
	var before, after []*analysis.Program
	for _, dir := range slices.Sorted(maps.Keys(d.after)) {
		if d.after[dir] == d.before[dir] {
			continue
		}
		if p := d.before[dir]; p != nil {
			before = append(before, p)
		}
		after = append(after, d.after[dir])
	}
	f, found, err := NewError(d.ctx, before, after)
	if found {
		return change.Refuse("%s would have an error: %s", path.Base(f.Path), f.Message)
	}
	return err
}

// NewError returns an error of programs after a change, with a code of which they had fewer before. It is not found if there is none.
func NewError(ctx context.Context, before, after []*analysis.Program) (d analysis.Diagnostic, found bool, err error) {
	more, last := map[codes.Code]int{}, map[codes.Code]analysis.Diagnostic{}
	for i, p := range slices.Concat(before, after) {
		all, err := p.Diagnostics(ctx)
		if err != nil {
			return d, false, err
		}
		for _, f := range all {
			switch {
			case f.Severity != codes.Error:
			case i < len(before):
				more[f.Code]--
			default:
				more[f.Code]++
				last[f.Code] = f
			}
		}
	}
	for _, code := range slices.Sorted(maps.Keys(last)) {
		if more[code] > 0 {
			return last[code], true, nil
		}
	}
	return d, false, nil
}
