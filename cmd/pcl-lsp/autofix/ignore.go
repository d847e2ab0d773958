package autofix

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file suppresses findings with comments.

// Ignore writes comments above the findings for which fails is true, each with the reason
// if there is one. Programs that would be worse with the comments stay as they are. An
// error is that of a check.
func (f *Fixer) Ignore(ctx context.Context, reason string, fails func(dir string, d analysis.Diagnostic) bool) error {
	before, was := f.Snapshot, f.Findings
	comments := make([][]change.Edit, len(f.job.Targets))
	f.Snapshot.Each(len(f.job.Targets), func(i int) {
		dir := f.job.Targets[i].Dir
		failing := lists.Where(f.fixable(i), func(d analysis.Diagnostic) bool { return fails(dir, d) })
		comments[i] = fix.IgnoreAll(f.Snapshot.ProgramIn(dir), failing, reason).Edits
	})
	var changes []workspace.Change
	for _, edits := range comments {
		changes = append(changes, applied(before, edits)...)
	}
	f.Snapshot = f.job.Session.Apply(changes...)
	findings, err := f.job.Check(ctx, f.Snapshot, f.job.Targets)
	if err != nil {
		return err
	}
	harmed := false
	for i, edits := range comments {
		if worse(was[i], findings[i]) || f.unreadable(touchedBy(edits)) {
			harmed = true
			f.restore(before, touchedBy(edits))
		}
	}
	if harmed {
		f.Snapshot = f.job.Session.Snapshot()
		if findings, err = f.job.Check(ctx, f.Snapshot, f.job.Targets); err != nil {
			return err
		}
	}
	f.Findings = findings
	for i := range f.job.Targets {
		f.Ignored.add(was[i], 1)
		f.Ignored.add(findings[i], -1)
	}
	return nil
}
