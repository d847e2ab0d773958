package keep

import (
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
	had, has, last := map[codes.Code]int{}, map[codes.Code]int{}, map[codes.Code]analysis.Diagnostic{}
	for _, dir := range slices.Sorted(maps.Keys(d.after)) {
		if d.after[dir] == d.before[dir] {
			continue
		}
		if p := d.before[dir]; p != nil {
			if err := d.countErrors(p, had, nil); err != nil {
				return err
			}
		}
		if err := d.countErrors(d.after[dir], has, last); err != nil {
			return err
		}
	}
	for _, code := range slices.Sorted(maps.Keys(has)) {
		if has[code] > had[code] {
			return change.Refuse("%s would have an error: %s", path.Base(last[code].Path), last[code].Message)
		}
	}
	return nil
}

// countErrors counts the errors of a program by code.
func (d *draft) countErrors(p *analysis.Program, count map[codes.Code]int, last map[codes.Code]analysis.Diagnostic) error {
	all, err := p.Diagnostics(d.ctx)
	for _, f := range all {
		if f.Severity != codes.Error {
			continue
		}
		count[f.Code]++
		if last != nil {
			last[f.Code] = f
		}
	}
	return err
}
