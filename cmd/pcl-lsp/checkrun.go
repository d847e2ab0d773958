package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements one check, from finding the programs to the exit code, and the fixes of `check --fix` and
// `check --add-ignores`. Package checking makes the fixes; rewrite.go writes the files.

// checkRound is one check. With --watch, the same round checks several times.
type checkRound struct {
	app     *app
	flags   *checkFlags
	session *workspace.Session
	in      ask.Input
	outputs checking.Outputs
	memory  *recheck.Programs // nil if programs are not remembered

	read []string // the directories of the last check
}

// name returns the name of a file in reports.
func (c *checkRound) name(path string) string {
	if c.flags.output.absolute {
		return path
	}
	return c.app.env.relative(path)
}

// notes is where notes beside the report are printed; nil to print none.
func (c *checkRound) notes() io.Writer {
	if c.flags.output.quiet {
		return nil
	}
	return c.app.stderr
}

// check checks once and writes the findings.
func (c *checkRound) check(ctx context.Context) error {
	env, f := c.app.env, c.flags
	clock := checking.NewStopwatch(env.clock())
	defer func() {
		if f.timings {
			clock.Write(c.app.stderr)
		}
	}()
	baselines, err := f.baseline.read(env, c.notes())
	if err != nil {
		return err
	}
	since, err := f.since.find(ctx, env)
	if err != nil {
		return err
	}
	snapshot, search, err := c.in.Search(c.session)
	clock.Lap("discover")
	if err != nil {
		return err
	}
	if err := usableSettings(env, snapshot, search.Settings()); err != nil {
		return err
	}
	var printed *checking.Printer
	if !f.watch { // a report that says what the last one said is not printed again
		printed = c.outputs.Printer(search, c.reportsTo(), c.style())
	}
	check := &checking.Check{
		Session: c.session, Snapshot: snapshot, Search: search,
		Paths:     checking.Paths{Dir: env.dir, Name: c.name, Relative: env.relative, InRepository: env.inRepository},
		MostFixes: c.mostFixes(), IsOnly: !f.watch && !f.fixes.wanted() && c.in.Stdin == nil, IsFixed: f.fixes.wanted(),
		Selects: f.rules.policy.Selects, FailOn: failOn, Panicked: c.app.internalError,
		Baselines: baselines, Since: since, Memory: c.memory,
		Progress: func(total int) (step, clear func()) {
			var terminal io.Writer
			if env.errTerminal && !f.output.quiet {
				terminal = c.app.plainErr
			}
			p := checking.NewProgress(terminal, env.clock(), "checked %d of %d programs", total)
			printed.Hides(p)
			return p.Step, p.Clear
		},
	}
	r := f.output.report(f.verdict.given())
	r.Compared, r.Stack, r.Shard = f.baseline != baselineFlags{}, snapshot.Stack(), f.shard.Shard
	keeps := len(c.outputs.Unprinted(printed)) > 0
	check.Report = checking.Assemble(r, c.outputs.Needs(), keeps, func(found []report.Finding) error { return printed.Print(r, found) })
	if check.Names, err = f.urns.compare(ctx, c, check); err != nil {
		return err
	}
	f.shard.choose(search, env.relative)
	var unfixed error
	if f.fixes.wanted() {
		unfixed, err = c.fixFirst(ctx, clock, check)
	} else {
		err = checkPrograms(ctx, check)
		clock.Lap("check")
	}
	c.read = check.Read
	if err != nil {
		return err
	}
	found, err := c.in.Found(search)
	if err != nil {
		return err
	}
	if err := check.End(ctx, found.Problems); err != nil {
		return uncheckable(err)
	}
	clock.Note("%d of %d programs remembered", check.Remembered, r.Programs)
	notes := check.Report.Notes()
	if f.cache.dir != "" && check.Remembered > 0 {
		notes += fmt.Sprintf("pcl-lsp: %d of %d programs were not checked again; %s has their results\n", check.Remembered, r.Programs, f.cache.dir)
	}
	outcome := c.finish(clock, r, printed, notes)
	c.memory.Save(search.Roots())
	clock.Lap("remember")
	if unfixed != nil {
		return unfixed
	}
	return outcome
}

func checkPrograms(ctx context.Context, check *checking.Check) error {
	if err := check.Programs(ctx); err != nil {
		return uncheckable(err)
	}
	return nil
}

// mostFixes is the number of findings, from the first, whose fixes are shown.
func (c *checkRound) mostFixes() int {
	needs, limit := c.outputs.Needs(), c.flags.output.maxFindings
	if limit > 0 && !c.flags.output.statistics && !needs.Records {
		return min(needs.Fixes, limit)
	}
	return needs.Fixes
}

// fixFirst checks all programs, fixes them, and gathers what is left. The first error is that of
// the fixes, after which the check goes on.
//
// Why all findings are looked for, and the selected ones kept at the end: a fix of a selected
// finding may do harm that would be another finding.
func (c *checkRound) fixFirst(ctx context.Context, clock *checking.Stopwatch, check *checking.Check) (unfixed, err error) {
	c.session.Apply(workspace.PolicyChanged{Policy: c.flags.rules.policy.Whole()})
	snapshot, found, err := c.in.Discover(c.session)
	if err != nil {
		return nil, err
	}
	found = inScope(snapshot, found)
	if slices.ContainsFunc(found.Targets, workspace.Target.Embeds) {
		return nil, errors.New("the export of a stack and Markdown are only checked; name them without --fix and the like")
	}
	results, err := check.DiagnoseEach(ctx, snapshot, found.Targets)
	clock.Lap("check")
	if err != nil {
		return nil, uncheckable(err)
	}
	check.Snapshot, results, unfixed = c.fix(ctx, check, snapshot, found, results)
	clock.Lap("fix")
	if left, ok := check.Snapshot.WithoutLinks(found.Targets); ok {
		check.Snapshot = left
		return unfixed, checkPrograms(ctx, check)
	}
	byDir := map[string][]analysis.Diagnostic{}
	for i, t := range found.Targets {
		byDir[t.Dir] = slices.DeleteFunc(results[i], func(d analysis.Diagnostic) bool { return !check.Selects(d.Code) })
	}
	check.Diagnose = func(_ context.Context, t workspace.Target) ([]analysis.Diagnostic, error) { return byDir[t.Dir], nil }
	return unfixed, checkPrograms(ctx, check)
}

// finish writes the report, as far as it is not printed yet, and returns the outcome of the check.
func (c *checkRound) finish(clock *checking.Stopwatch, r *report.Report, printed *checking.Printer, notes string) error {
	if to := c.notes(); to != nil {
		_, _ = io.WriteString(to, notes)
	}
	err := errors.Join(printed.End(r), c.outputs.Unprinted(printed).Write(r, c.reportsTo(), c.style()))
	clock.Lap("report")
	if err != nil {
		return unwritten("the findings", err)
	}
	return c.flags.verdict.of(c.app.stderr, r)
}

// reportsTo is where reports without a file go.
func (c *checkRound) reportsTo() io.Writer {
	if c.flags.fixes.takesOutput(c.in) {
		return c.app.plainErr
	}
	return c.app.stdout
}

func (c *checkRound) style() report.Style {
	return report.Style{Colour: c.flags.output.color.on(c.app.env, c.app.env.terminal && !c.flags.fixes.takesOutput(c.in)), Quiet: c.flags.output.quiet}
}

// fix fixes the programs and writes them. It returns the state to report, which is the
// old one if files could not be written.
func (c *checkRound) fix(ctx context.Context, check *checking.Check, snapshot *workspace.Snapshot, found *workspace.Discovery, results [][]analysis.Diagnostic) (*workspace.Snapshot, [][]analysis.Diagnostic, error) {
	reach, err := c.in.Reach(snapshot)
	if err != nil {
		return snapshot, results, err
	}
	for _, t := range found.Targets {
		c.app.noteLinks(reach, checking.FilesOf(snapshot, t))
	}
	f := checking.NewFixer(checking.FixJob{Session: c.session, Targets: found.Targets, MayChange: reach.MayChange, Fixes: check.Selects, Check: check.DiagnoseEach}, snapshot, results)
	if why := checking.Refusal(snapshot, found, c.name); why != "" {
		fmt.Fprintf(c.app.stderr, "pcl-lsp: nothing was fixed: %s\n", why)
	} else if err := c.fixAll(ctx, f); err != nil {
		if ctx.Err() != nil {
			err = errInterrupted
		}
		return snapshot, results, uncheckable(err)
	}
	w := rewriter{app: c.app, diff: c.flags.fixes.diff, filter: c.in.Stdin != nil}
	if err := w.put(ctx, f.Rewrites(snapshot, c.name)); err != nil {
		return snapshot, results, uncheckable(fmt.Errorf("nothing was fixed: %w", err))
	}
	if !c.flags.output.quiet {
		done := [2]string{"fixed", "now ignored:"}
		if c.flags.fixes.diff {
			done = [2]string{"would fix", "would ignore"}
		}
		f.Fixed.Note(c.app.stderr, done[0], c.name)
		f.Ignored.Note(c.app.stderr, done[1], c.name)
		for _, dir := range f.Untried {
			fmt.Fprintf(c.app.stderr, "pcl-lsp: not all fixes in %s were tried, because it has too many findings; fix some by hand, and run the command again\n", c.name(dir))
		}
		if f.Unfinished {
			fmt.Fprintf(c.app.stderr, "pcl-lsp: not everything is fixed yet; run the command again\n")
		}
	}
	return f.Snapshot, f.Findings, nil
}

// fixAll does what the flags request, in memory.
func (c *checkRound) fixAll(ctx context.Context, f *checking.Fixer) error {
	if c.flags.fixes.choice != "" {
		if err := f.Fix(ctx, c.flags.fixes.choice); err != nil {
			return err
		}
	}
	if !c.flags.fixes.addIgnores {
		return nil
	}
	r := report.Report{FailOn: c.flags.verdict.given()}
	return f.Ignore(ctx, c.flags.fixes.reason, func(dir string, d analysis.Diagnostic) bool {
		return r.Fails(&report.Finding{Severity: d.Severity, FailOn: failOn(c.session.Snapshot(), dir)})
	})
}
