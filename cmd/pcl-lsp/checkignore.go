package main

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/suppress"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `check --add-ignores`: comments that suppress what is found.

// ignore writes comments above what makes a check fail, in memory. Those of a program that
// would be worse with them are left out. The error is that of a check.
func (f *fixing) ignore(ctx context.Context) error {
	before, was := f.snapshot, f.results
	comments := make([][]change.Edit, len(f.targets))
	f.snapshot.Each(len(f.targets), func(i int) {
		comments[i] = suppress.All(f.snapshot.ProgramIn(f.targets[i].Dir), f.failing(i), f.fixes.reason).Edits
	})
	for _, edits := range comments {
		f.commented(before, edits)
	}
	f.snapshot = f.session.Snapshot()
	results, err := f.diagnoseAll(ctx, f.snapshot, f.targets)
	if err != nil {
		return uncheckable(err)
	}
	harmed := false
	for i, edits := range comments {
		if tallyOf(results[i]).worseThan(tallyOf(was[i])) || f.unreadable(f.targets[i].Dir, touchedBy(edits)) {
			harmed = true
			f.restore(before, touchedBy(edits))
		}
	}
	if harmed {
		f.snapshot = f.session.Snapshot()
		if results, err = f.diagnoseAll(ctx, f.snapshot, f.targets); err != nil {
			return uncheckable(err)
		}
	}
	f.results = results
	for i := range f.targets {
		f.ignored.add(was[i], 1)
		f.ignored.add(results[i], -1)
	}
	return nil
}

// failing are the findings of a target that make the check fail and may be changed.
func (f *fixing) failing(i int) []analysis.Diagnostic {
	r := report.Report{FailOn: f.verdict.given()}
	settled := failOn(f.session.Snapshot(), f.targets[i].Dir)
	var failing []analysis.Diagnostic
	for _, d := range f.wanted(i) {
		if r.Fails(report.Finding{Diagnostic: d, FailOn: settled}) {
			failing = append(failing, d)
		}
	}
	return failing
}

// commented makes edits in the session.
func (f *fixing) commented(before *workspace.Snapshot, edits []change.Edit) {
	for _, path := range touchedBy(edits) {
		if file, version, _, ok := before.File(path); ok {
			f.session.Apply(workspace.Edit{Path: path, File: change.Applied(file, edits), Version: version})
		}
	}
}

// counts say how many findings there are, by file and code.
type counts map[string]map[codes.Code]int

func (c counts) add(findings []analysis.Diagnostic, n int) {
	for _, d := range findings {
		if c[d.Path] == nil {
			c[d.Path] = map[codes.Code]int{}
		}
		c[d.Path][d.Code] += n
	}
}
