package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp check`: its flags, and one check from the paths to the
// exit code.

var checkHelp = `Checks the programs at or below the paths, or below the current directory.

A path is a directory, which is searched for programs, or a .pp file: then its
whole program is checked and the findings of that file are printed. Hidden
directories, node_modules and linked directories are not searched. Programs that
are used as components are checked too, wherever they are. Files ending in .pp
that are Puppet or Pascal are left alone.

` + inputHelp + `

` + outputHelp + `

` + knownHelp + `

` + schemaflags.Help + `

` + fixHelp + `

` + rulesHelp + `

` + modeHelp + `

` + stackHelp + `

Exit codes: 0 nothing as bad as --fail-on says; 1 findings that are; 2 the command
was used wrongly, nothing was checked; 3 something could not be checked.`

type checkCommand struct {
	*app
	schemas  schemaflags.Flags
	rules    ruleFlags
	mode     modeFlag
	stack    stackFlag
	input    inputFlags
	output   outputFlags
	verdict  verdictFlags
	baseline baselineFlags
	since    sinceFlag
	fixes    fixFlags
	jobs     int
	watch    bool
	timings  bool
	noCache  bool
}

func (a *app) checkCommand() *cobra.Command {
	c := &checkCommand{app: a}
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Print the findings for programs",
		Long:  checkHelp,
		Example: `  pcl-lsp check
  pcl-lsp check --schema ./schemas --format json infra
  pcl-lsp check --format text --format sarif=pcl.sarif --fail-on warning 'infra/**/*.pp'
  pcl-lsp check --stdin-filename infra/main.pp - < draft.pp
  pcl-lsp check --fix --diff infra`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), cmd, args) },
	}
	c.schemas.Register(cmd.Flags())
	c.rules.register(cmd)
	c.mode.register(cmd)
	c.stack.register(cmd)
	c.input.register(cmd)
	c.output.register(cmd)
	c.verdict.register(cmd)
	c.fixes.register(cmd)
	c.baseline.register(cmd)
	c.since.register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&c.schemas.Offline, "offline", false, "start no provider plugin, not even with --allow-plugins: what one does with the network nobody can say")
	flags.IntVar(&c.jobs, "jobs", 0, "look at `N` programs and files at once (default: as many as there are processors)")
	flags.BoolVar(&c.watch, "watch", false, "check again when something changes, until interrupted; the exit code is that of the last check")
	flags.BoolVar(&c.noCache, "no-cache", false, "check everything although nothing has changed since the last time, and keep nothing for the next")
	flags.BoolVar(&c.timings, "timings", false, "tell on standard error what took how long")
	return cmd
}

func (c *checkCommand) run(ctx context.Context, cmd *cobra.Command, args []string) error {
	outputs, err := c.output.outputs(c.env)
	if err != nil {
		return err
	}
	if err := c.verdict.check(); err != nil {
		return err
	}
	if err := c.fixes.check(c.watch); err != nil {
		return err
	}
	if c.jobs < 0 {
		return fmt.Errorf("--jobs %d: at least one is needed", c.jobs)
	}
	policy, err := c.rules.policy()
	if err != nil {
		return err
	}
	in, err := c.input.read(c.app, args)
	if err != nil {
		return err
	}
	if err := c.baseline.check(c, in); err != nil {
		return err
	}
	if c.watch && in.stdin != nil {
		return errors.New("--watch: standard input cannot be watched")
	}
	memory := c.remembered(cmd, args, outputs)
	options := workspace.Options{Mode: c.mode.mode, ModeChosen: c.mode.chosen, Stack: c.stack.name, Workers: c.jobs}
	switch {
	case memory != nil:
		options.FS = memory.files
	case c.watch:
		options.FS = disk.Machine{}
	}
	session, err := c.schemas.Session(ctx, c.env.schemas(), options)
	if err != nil {
		return err
	}
	session.Apply(workspace.PolicyChanged{Policy: policy})
	round := checkRound{checkCommand: c, session: session, in: in, outputs: outputs, memory: memory}
	if c.watch {
		return round.watch(ctx)
	}
	c.endSoon()
	return round.check(ctx)
}

// checkRound is what one check needs; with --watch there are several.
type checkRound struct {
	*checkCommand
	session *workspace.Session
	in      input
	outputs []*output
	memory  *checkMemory // nil if it is not to be remembered

	found *workspace.Discovery // what was checked last; nil if nothing was
}

// check checks once and writes what was found.
func (c *checkRound) check(ctx context.Context) error {
	clock := newStopwatch(c.env.clock())
	defer func() {
		if c.timings {
			clock.write(c.stderr)
		}
	}()
	known, err := c.baseline.read(c.env)
	if err != nil {
		return err
	}
	if err := c.since.look(ctx, c.env); err != nil {
		return err
	}
	if k, ok := c.memory.recall(c.session.Snapshot().Each); ok {
		clock.lap("compare")
		return c.finish(clock, c.again(k), k.Notes)
	}
	snapshot, found, err := c.in.discover(c.env, c.session)
	clock.lap("discover")
	if err != nil {
		return err
	}
	c.found = found // what is excluded too: that can change
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
	var unwritten error
	if c.fixes.wanted() {
		snapshot, results, unwritten = c.fix(ctx, snapshot, found, results)
		clock.lap("fix")
	}
	r, err := c.report(ctx, snapshot, found, excluded, results, known)
	clock.lap("fixes")
	if ctx.Err() != nil { // fixes are missing
		return uncheckable(errInterrupted)
	}
	if err != nil {
		return uncheckable(err)
	}
	outcome := c.finish(clock, r, notes.String())
	c.memory.keep(c.session, notes.String(), r)
	clock.lap("remember")
	if unwritten != nil {
		return unwritten
	}
	return outcome
}

// finish writes what was found and says what it means.
func (c *checkRound) finish(clock *stopwatch, r *report.Report, notes string) error {
	if !c.output.quiet {
		_, _ = io.WriteString(c.stderr, notes)
	}
	err := c.write(r)
	clock.lap("report")
	if err != nil {
		return uncheckable(fmt.Errorf("cannot write the findings: %w", err))
	}
	return c.verdict.of(c.app, r)
}

// diagnoseAll checks programs, several at once. The results are in the order of the
// targets.
func (c *checkRound) diagnoseAll(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target) ([][]analysis.Diagnostic, error) {
	p := c.progress("checked %d of %d programs", len(targets))
	defer p.clear()
	results := make([][]analysis.Diagnostic, len(targets))
	errs := make([]error, len(targets))
	snapshot.Each(len(targets), func(i int) {
		results[i], errs[i] = c.diagnose(ctx, snapshot, targets[i].Dir)
		p.step()
	})
	return results, errors.Join(errs...)
}

// diagnose checks one program. A fault of the checker is an error of that program.
func (a *app) diagnose(ctx context.Context, snapshot *workspace.Snapshot, dir string) (found []analysis.Diagnostic, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = a.internalError("checking "+dir, r)
		}
	}()
	byFile, err := snapshot.Diagnose(ctx, snapshot.ProgramIn(dir))
	if errors.Is(err, context.Canceled) {
		return nil, errInterrupted
	}
	for _, inFile := range byFile {
		found = append(found, inFile...)
	}
	return found, err
}

var errInterrupted = errors.New("interrupted; nothing was reported")
