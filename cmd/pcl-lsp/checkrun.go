package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements one check, from finding the programs to the exit code.

// check checks once and writes the findings.
func (c *checkRound) check(ctx context.Context) error {
	clock := newStopwatch(c.env.clock())
	defer func() {
		if c.timings {
			clock.write(c.stderr)
		}
	}()
	known, err := c.baseline.read(c.app, c.output.quiet)
	if err != nil {
		return err
	}
	if err := c.since.find(ctx, c.env); err != nil {
		return err
	}
	if old, ok := c.memory.Recall(c.session.Snapshot().Each); ok {
		clock.lap("compare")
		return c.finish(clock, c.restored(old), old.Notes)
	}
	snapshot, found, err := c.in.discover(c.env, c.session)
	clock.lap("discover")
	if err != nil {
		return err
	}
	if c.fixes.wanted() && slices.ContainsFunc(found.Targets, workspace.Target.IsExport) {
		return errors.New("the export of a stack is only checked; name it without --fix and the like")
	}
	c.found = found // with excluded programs, because settings can change
	if err := usableSettings(c.env, snapshot, found.Targets); err != nil {
		return err
	}
	found, excluded := inScope(snapshot, found)
	results, err := c.diagnoseAll(ctx, snapshot, found.Targets)
	clock.lap("check")
	if err != nil {
		return uncheckable(err)
	}
	var dirs []string
	for _, t := range found.Targets {
		dirs = append(dirs, t.Dir)
	}
	var notes strings.Builder
	noteMissing(&notes, snapshot, dirs...)
	var unfixed error
	if c.fixes.wanted() {
		snapshot, results, unfixed = c.fix(ctx, snapshot, found, results)
		clock.lap("fix")
	}
	r, err := c.report(ctx, snapshot, found, excluded, results, known)
	clock.lap("fixes")
	if ctx.Err() != nil { // the report lacks some fixes
		return uncheckable(errInterrupted)
	}
	if err != nil {
		return uncheckable(err)
	}
	outcome := c.finish(clock, r, notes.String())
	c.memory.Keep(c.session, remembered{
		Notes: notes.String(), Findings: r.Findings, Checked: r.Checked, Programs: r.Programs, Schemas: r.Schemas,
		Problems: r.Problems, Excluded: r.Excluded, Missing: r.Missing,
	})
	clock.lap("remember")
	if unfixed != nil {
		return unfixed
	}
	return outcome
}

// finish writes the report and returns the outcome of the check.
func (c *checkRound) finish(clock *stopwatch, r *report.Report, notes string) error {
	if !c.output.quiet {
		_, _ = io.WriteString(c.stderr, notes)
	}
	to, colour := c.stdout, c.env.colour()
	if c.fixes.takesOutput(c.in) {
		to, colour = c.plainErr, false
	}
	err := writeReports(c.outputs, r, to, report.Style{Colour: colour, Quiet: c.output.quiet})
	clock.lap("report")
	if err != nil {
		return unwritten("the findings", err)
	}
	return c.verdict.of(c.stderr, r)
}
