package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck/revision"
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

// unchanged returns what tells which findings are in lines that have not changed; nil without the
// flag.
func (f *sinceFlag) unchanged(ctx context.Context, env environment, snapshot *workspace.Snapshot, found []analysis.Diagnostic) (func(i int) bool, error) {
	if f.revision == nil {
		return nil, nil
	}
	files := map[string]string{} // by relative path
	for _, d := range found {
		if name := env.relative(d.Path); !onOtherDrive(name) {
			if file, _, _, ok := snapshot.File(d.Path); ok { // the report's own text has secrets masked
				files[name] = file.Text()
			}
		}
	}
	changed, err := f.revision.Changed(ctx, files)
	if err != nil {
		return nil, err
	}
	mappers := map[string]*syntax.Mapper{}
	for name, text := range files {
		mappers[name] = syntax.NewMapper(text)
	}
	var is []bool
	for _, d := range found {
		name := env.relative(d.Path)
		m := mappers[name]
		is = append(is, m != nil && !d.Code.Matches(comparedCodes) && !changed[name].Touch(m.Line(d.Span.Start), m.Line(max(d.Span.Start, d.Span.End-1))))
	}
	return func(i int) bool { return is[i] }, nil
}

// onOtherDrive reports whether a relative path leads to another drive, which the
// repository cannot know.
func onOtherDrive(name string) bool {
	return strings.HasPrefix(name, "/") || strings.Contains(name, ":/")
}
