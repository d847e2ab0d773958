package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck/revision"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements --new-from-rev, which reports only findings in changed lines.

const knownHelp = `To start with existing programs, record today's findings with --write-baseline FILE and
report only new ones with --baseline FILE. Entries survive moved lines but not edits to
the flagged code. Syntax errors are always reported.

Or report only findings in lines that changed since a git revision, with --new-from-rev
REV. Uncommitted changes count, untracked files are new, and renamed files are compared
with their old content. REV... (as in main...) is the commit where the current branch
left REV. Programs are checked as a whole, but a finding in an unchanged line is
not reported, even if a change elsewhere caused it.

Findings that are left out do not affect the exit code.`

// sinceFlag names the revision to compare with.
type sinceFlag struct {
	name string

	revision *revision.Revision // nil without the flag
}

func (f *sinceFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "new-from-rev", "", "report only findings in lines that changed since the git revision `REV`; REV... is the merge base of REV and HEAD")
}

// find finds the revision.
func (f *sinceFlag) find(ctx context.Context, env environment) (err error) {
	if f.name == "" {
		return nil
	}
	if f.revision, err = revision.At(ctx, env.dir, f.name); err != nil {
		if ctx.Err() != nil {
			return uncheckable(errInterrupted)
		}
		return fmt.Errorf("--new-from-rev %s: %w", f.name, err)
	}
	return nil
}

// apply removes findings in unchanged lines from the report.
func (f *sinceFlag) apply(ctx context.Context, env environment, snapshot *workspace.Snapshot, r *report.Report) error {
	if f.revision == nil {
		return nil
	}
	files := map[string]string{} // by relative path
	for _, found := range r.Findings {
		if name := env.relative(found.Path); !onOtherDrive(name) {
			if file, _, _, ok := snapshot.File(found.Path); ok { // the report's own text has secrets masked
				files[name] = file.Text()
			}
		}
	}
	changed, err := f.revision.Changed(ctx, files)
	if err != nil {
		return err
	}
	mappers := map[string]*syntax.Mapper{}
	for name, text := range files {
		mappers[name] = syntax.NewMapper(text)
	}
	r.Unchanged = r.LeaveOut(func(i int) bool {
		name, span := env.relative(r.Findings[i].Path), r.Findings[i].Span
		m := mappers[name]
		return m != nil && !changed[name].Touch(m.Line(span.Start), m.Line(max(span.Start, span.End-1)))
	})
	return nil
}

// onOtherDrive reports whether a relative path leads to another drive, which the
// repository cannot know.
func onOtherDrive(name string) bool {
	return strings.HasPrefix(name, "/") || strings.Contains(name, ":/")
}
