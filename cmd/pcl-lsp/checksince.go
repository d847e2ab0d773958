package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/revision"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements reports of what is wrong in changed lines.

const knownHelp = `A team that begins with old programs can record what is found today, with
--write-baseline FILE, and have others reported only, with --baseline FILE. Entries
are recognised by code, file, item and marked text, wherever the lines are moved.
Syntax errors are always reported. Or --new-from-rev REV reports what touches lines
that were changed since a revision of git, in the working tree as it is; files that
git does not know are new, renamed ones are compared with what they were. main...
is the commit where the current branch left main. All of each program is checked, but a
finding in a line that did not change is not told, even if a change elsewhere led
to it. Whatever is left out does not count for the exit code.`

// sinceFlag names the revision since which lines must have changed.
type sinceFlag struct {
	name string

	revision *revision.Revision // nil if none is named
}

func (f *sinceFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "new-from-rev", "", "report only findings that touch lines changed since `REV`, a revision that git knows; REV... for where the current commit parted from it")
}

// look looks for the revision.
func (f *sinceFlag) look(ctx context.Context, env environment) (err error) {
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

// unchanged leaves out the findings in lines that are what they were.
func (c *checkRound) unchanged(ctx context.Context, snapshot *workspace.Snapshot, r *report.Report) error {
	if c.since.revision == nil {
		return nil
	}
	files := map[string]string{} // by relative path
	for _, f := range r.Findings {
		if name := c.env.relative(f.Path); !outside(name) {
			if file, _, _, ok := snapshot.File(f.Path); ok { // not as it is reported, where secrets are covered
				files[name] = file.Text()
			}
		}
	}
	changed, err := c.since.revision.Changed(ctx, files)
	if err != nil {
		return err
	}
	mappers := map[string]*syntax.Mapper{}
	for name, text := range files {
		mappers[name] = syntax.NewMapper(text)
	}
	r.Unchanged = leaveOut(r, func(i int) bool {
		name, span := c.env.relative(r.Findings[i].Path), r.Findings[i].Span
		m := mappers[name]
		return m != nil && !changed[name].Touch(m.Line(span.Start), m.Line(max(span.Start, span.End-1)))
	})
	return nil
}

// outside reports whether a relative path leads to another drive: nothing can be said of it.
func outside(name string) bool { return strings.HasPrefix(name, "/") || strings.Contains(name, ":/") }
