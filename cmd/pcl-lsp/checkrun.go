package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
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
	snapshot, search, err := c.in.search(c.env, c.session)
	clock.lap("discover")
	if err != nil {
		return err
	}
	if err := usableSettings(c.env, snapshot, search.Settings()); err != nil {
		return err
	}
	if c.names, err = c.compare(ctx, snapshot, search); err != nil {
		return err
	}
	c.shard.choose(search, c.env.relative)
	g := c.gather(snapshot, search, known)
	var unfixed error
	if c.fixes.wanted() {
		unfixed, err = c.fixFirst(ctx, clock, g)
	} else {
		err = g.checkEach(ctx)
		clock.lap("check")
	}
	if err != nil {
		return err
	}
	notes, err := g.end(ctx)
	if err != nil {
		return err
	}
	clock.note("%d of %d programs remembered", g.remembered, g.report.Programs)
	if c.cache.dir != "" && g.remembered > 0 {
		notes += fmt.Sprintf("pcl-lsp: %d of %d programs were not checked again; %s has their results\n", g.remembered, g.report.Programs, c.cache.dir)
	}
	outcome := c.finish(clock, g.report, g.printed, notes)
	c.memory.Save()
	clock.lap("remember")
	if unfixed != nil {
		return unfixed
	}
	return outcome
}

// fixFirst checks all programs, fixes them, and gathers what is left. The first error is that of
// the fixes, after which the check goes on.
//
// Why all findings are looked for, and the selected ones kept at the end: a fix of a selected
// finding may do harm that would be another finding.
func (c *checkRound) fixFirst(ctx context.Context, clock *stopwatch, g *gatherer) (unfixed, err error) {
	c.session.Apply(workspace.PolicyChanged{Policy: c.rules.policy.Whole()})
	snapshot, found, err := c.in.discover(c.env, c.session)
	if err != nil {
		return nil, err
	}
	found = inScope(snapshot, found)
	if slices.ContainsFunc(found.Targets, workspace.Target.Embeds) {
		return nil, errors.New("the export of a stack and Markdown are only checked; name them without --fix and the like")
	}
	results, err := c.diagnoseEach(ctx, snapshot, found.Targets)
	clock.lap("check")
	if err != nil {
		return nil, uncheckable(err)
	}
	g.snapshot, results, unfixed = c.fix(ctx, snapshot, found, results)
	clock.lap("fix")
	if left, ok := g.snapshot.WithoutLinks(found.Targets); ok {
		g.snapshot = left
		return unfixed, g.checkEach(ctx)
	}
	byDir := map[string][]analysis.Diagnostic{}
	for i, t := range found.Targets {
		byDir[t.Dir] = slices.DeleteFunc(results[i], func(d analysis.Diagnostic) bool { return !c.rules.policy.Selects(d.Code) })
	}
	g.diagnose = func(_ context.Context, t workspace.Target) ([]analysis.Diagnostic, error) { return byDir[t.Dir], nil }
	return unfixed, g.checkEach(ctx)
}

// finish writes the report, as far as it is not printed yet, and returns the outcome of the check.
func (c *checkRound) finish(clock *stopwatch, r *report.Report, printed *printer, notes string) error {
	if !c.output.quiet {
		_, _ = io.WriteString(c.stderr, notes)
	}
	err := errors.Join(printed.end(r), writeReports(unprinted(c.outputs, printed), r, c.reportsTo(), c.style()))
	clock.lap("report")
	if err != nil {
		return unwritten("the findings", err)
	}
	return c.verdict.of(c.stderr, r)
}

// reportsTo is where reports without a file go.
func (c *checkRound) reportsTo() io.Writer {
	if c.fixes.takesOutput(c.in) {
		return c.plainErr
	}
	return c.stdout
}

func (c *checkRound) style() report.Style {
	return report.Style{Colour: c.output.color.on(c.env, c.env.terminal && !c.fixes.takesOutput(c.in)), Quiet: c.output.quiet}
}

// problemText is how a report names what could not be read.
func (c *checkRound) problemText(p workspace.Problem) string {
	return strings.ReplaceAll(p.String(), p.Path, c.name(p.Path))
}
