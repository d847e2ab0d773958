package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp plan`.

type planCommand struct {
	*app
	programFlags
	format, state string
	all           bool
	session       *workspace.Session
}

func (a *app) planCommand() *cobra.Command {
	c := &planCommand{app: a}
	cmd := command("plan", nil, c.run)
	formatVar(cmd, &c.format, "text", "json", "markdown")
	cmd.Flags().StringVar(&c.state, "state", "", "the `FILE` that pulumi stack export wrote; - for standard input")
	cmd.Flags().BoolVar(&c.all, "all", false, "list the resources that stay the same, too")
	c.schemas.Register(cmd.Flags())
	register(cmd, c.judge.register, c.stack.register, c.limit.register)
	return cmd
}

func (c *planCommand) run(ctx context.Context, args []string) error {
	var err error
	if c.session, err = c.schemas.Session(ctx, c.env.schemas(), c.options()); err != nil {
		return err
	}
	paths, err := c.env.paths(args)
	if err != nil {
		return err
	}
	if p := c.session.Snapshot().ProgramIn(paths[0]); len(paths) > 1 || p == nil || len(p.Files) == 0 {
		return c.each(ctx, ask.Input{Dir: ask.Dir(c.env.dir), Args: args})
	}
	plan, err := c.planOf(ctx, c.session.Snapshot(), paths[0])
	if plan.View == nil {
		return err
	}
	return cmp.Or(unwritten("the plan", report.Write(c.stdout, c.format, plan.Document(), plan.Markdown, plan.Text)), err)
}

// each plans all programs at or below some paths that are run by themselves, a line each.
func (c *planCommand) each(ctx context.Context, in ask.Input) error {
	switch c.state {
	case "":
	case "-":
		return errors.New("--state - is the state of one program; name its directory")
	default:
		c.session.Apply(workspace.StateSelected{Path: filepath.ToSlash(c.env.native(c.state))})
		c.state = ""
	}
	snapshot, found, err := in.Discover(c.session)
	if err != nil {
		return err
	}
	var all report.Plans
	worst := exitClean
	found = inScope(snapshot, found)
	for _, p := range found.Problems {
		all, worst = append(all, report.ProgramPlan{Path: c.env.relative(p.Path), Message: p.Err.Error()}), exitUnchecked
	}
	roots := checking.RootsOf(snapshot, found.Targets, false)
	for _, t := range found.Targets {
		if !roots[t.Dir] {
			continue
		}
		one := report.ProgramPlan{Path: c.env.relative(t.Dir)}
		if one.Plan, err = c.planOf(ctx, snapshot, t.Dir); one.Plan.View == nil {
			one.Message = err.Error()
		}
		all, worst = append(all, one), max(worst, codeOf(err))
	}
	switch {
	case ctx.Err() != nil:
		return uncheckable(errInterrupted)
	case len(all) == 0:
		return errors.New("no program is run by itself there; name the directory of one")
	}
	if err := report.Write(c.stdout, c.format, all.Document(), all.Markdown, all.Text); err != nil || worst == exitClean {
		return unwritten("the plans", err)
	}
	return failure{code: worst}
}

// planOf plans the program of a directory, with the configuration of the stack whose state is selected. There is a plan,
// and an error without a text, if the run would fail.
func (c *planCommand) planOf(ctx context.Context, selected *workspace.Snapshot, dir string) (p report.Plan, err error) {
	before, err := c.stateFor(selected, dir)
	if err != nil {
		return p, err
	}
	stack := cmp.Or(c.stack.name, before.Stack)
	if before.Stack != "" && path.Base(stack) != before.Stack {
		return p, fmt.Errorf("the state is of the stack %s, and not of %s; export the state of that one, or leave --stack out", before.Stack, stack)
	}
	snapshot := c.session.Apply(workspace.StackSelected{Stack: stack})
	program := snapshot.ProgramIn(dir)
	if program == nil || len(program.Files) == 0 {
		return p, uncheckable(errors.New("it cannot be read any more"))
	}
	view, host, err := ask.Plan(ctx, snapshot, program, before)
	switch {
	case errors.As(err, new(*ask.OtherProject)):
		return p, err
	case err != nil:
		return p, uncheckable(err)
	case len(view.Problems) > 0:
		err = failure{code: exitFindings}
	}
	return report.Plan{View: view, Host: host, Name: c.env.relative, All: c.all}, err
}

// stateFor reads the file that the flag names, or the state that is selected for the program of a directory.
func (c *planCommand) stateFor(snapshot *workspace.Snapshot, dir string) (*state.State, error) {
	switch file := snapshot.StateOf(dir); {
	case c.state == "-":
		text, err := c.readStdin()
		if err != nil {
			return nil, err
		}
		return c.env.stateOf(c.state, text)
	case c.state != "":
		return c.env.stateIn(c.state)
	case file == nil:
		return nil, errors.New("name the state of the stack: pulumi stack export --file state.json, then pcl-lsp plan --state state.json; or set `state` in .pcl-lsp.yaml")
	case file.Problem != "":
		return nil, errors.New(file.Problem)
	default:
		return c.env.stateIn(file.Path)
	}
}

func (e environment) stateIn(file string) (*state.State, error) {
	text, err := e.read(file)
	if info, _ := os.Stat(e.native(file)); err != nil && info != nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, fmt.Errorf("cannot read the state from %s: it is not a regular file; pipe the state to plan --state -", file)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the state from %s: %w", file, disk.WithoutPath(err))
	}
	return e.stateOf(file, text)
}

// stateOf reads a state. It is decrypted with the passphrase that Pulumi itself takes from the environment, or from a
// file that the environment names.
func (e environment) stateOf(file string, text []byte) (*state.State, error) {
	passphrase, problem := e.passphrase()
	found, err := state.ReadWith(text, passphrase)
	if err != nil {
		return nil, fmt.Errorf("cannot read the state from %s: %w", file, err)
	}
	if found.SecretsProvider == "passphrase" {
		found.Locked = cmp.Or(found.Locked, problem)
	}
	return found, nil
}

// passphrase is the one in the environment. The file that may have it can be a pipe, and anywhere.
func (e environment) passphrase() (state.Passphrase, error) {
	const inline, inFile = "PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"
	if text := e.variable(inline); text != "" {
		return state.Passphrase{Text: text, From: inline}, nil
	}
	file := e.variable(inFile)
	if file == "" {
		return state.Passphrase{}, nil
	}
	text, err := os.ReadFile(e.native(file))
	if err != nil {
		return state.Passphrase{}, fmt.Errorf("the file in %s cannot be read: %w", inFile, disk.WithoutPath(err))
	}
	return state.Passphrase{Text: strings.TrimSpace(string(text)), From: inFile}, nil
}
