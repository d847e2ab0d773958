package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp plan`.

const planHelp = `Tells what a run of the program in a directory would do with the resources of a stack, without
running anything: no provider is started, and nothing is asked over a network. It needs the
state of the stack:

  pulumi stack export --stack dev --file state.json
  pcl-lsp plan --state state.json --stack dev

Without --state, the setting state of .pcl-lsp.yaml names the file.

Each resource stays the same, is updated, replaced, created, imported or deleted, with the
inputs that differ. Where that depends on something only a run knows, it says that it cannot
be told, and why. Providers may change more than the schema says; a preview is the last word.
Secrets are not shown, and the state is not changed. If PULUMI_CONFIG_PASSPHRASE is set,
encrypted values are decrypted in memory, to be compared. See docs/state.md.

  text      for reading; resources that stay the same are counted, and listed with --all
  json      for tools
  markdown  a comment for a pull request

` + schemaflags.Help + `

` + judgeHelp + `

` + stackHelp + ` Without it, the
configuration is that of the stack whose state is read.

Exit codes: 0 the plan is printed; 1 the run would fail; 2 wrong usage; 3 something could not
be read.`

type planCommand struct {
	*app
	programFlags
	format, state string
	all           bool
}

func (a *app) planCommand() *cobra.Command {
	c := &planCommand{app: a}
	cmd := &cobra.Command{
		Use:   "plan [DIR]",
		Short: "Tell what a run would do with the resources of a stack",
		Long:  planHelp,
		Example: `  pcl-lsp plan --state state.json infra
  pulumi stack export --stack dev | pcl-lsp plan --state - --stack dev
  pcl-lsp plan --state state.json --format json infra | jq '.resources[] | select(.operation == "replace")'`,
		Args: takes(0, 1, "name the directory of one program: pcl-lsp plan --state FILE DIR"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	formatVar(cmd, &c.format, "text", "json", "markdown")
	cmd.Flags().StringVar(&c.state, "state", "", "the `FILE` that pulumi stack export wrote; - for standard input")
	cmd.Flags().BoolVar(&c.all, "all", false, "list the resources that stay the same, too")
	c.schemas.Register(cmd.Flags())
	register(cmd, c.judge.register, c.stack.register, c.limit.register)
	return cmd
}

func (c *planCommand) run(ctx context.Context, args []string) error {
	before, err := c.readState()
	if err == nil && before == nil {
		before, err = c.selectedState(ctx, args)
	}
	if err != nil {
		return err
	}
	if c.stack.name != "" && before.Stack != "" && path.Base(c.stack.name) != before.Stack {
		return fmt.Errorf("the state is of the stack %s, and not of %s; export the state of that one, or leave --stack out", before.Stack, c.stack.name)
	}
	c.stack.name = cmp.Or(c.stack.name, before.Stack)
	snapshot, program, err := c.program(ctx, &c.schemas, c.options(), args)
	if err != nil {
		return err
	}
	view, host, err := ask.Plan(ctx, snapshot, program, before)
	var mismatch *ask.OtherProject
	if errors.As(err, &mismatch) {
		return err
	}
	if err != nil {
		return uncheckable(err)
	}
	p := report.Plan{View: view, Host: host, Name: c.env.relative, All: c.all}
	if err := report.Write(c.stdout, c.format, p.Document(), p.Markdown, p.Text); err != nil {
		return unwritten("the plan", err)
	}
	if len(view.Problems) > 0 {
		return failure{code: exitFindings}
	}
	return nil
}

// selectedState is the state that a settings file selects for the program.
func (c *planCommand) selectedState(ctx context.Context, args []string) (*state.State, error) {
	snapshot, program, err := c.program(ctx, &c.schemas, c.options(), args)
	if err != nil {
		return nil, err
	}
	switch file := snapshot.StateOf(program.Dir); {
	case file == nil:
		return nil, errors.New("name the state of the stack: pulumi stack export --file state.json, then pcl-lsp plan --state state.json; or set `state` in .pcl-lsp.yaml")
	case file.Problem != "":
		return nil, errors.New(file.Problem)
	default:
		return c.env.stateIn(file.Path)
	}
}

// readState reads the file that the flag names; nil without the flag.
func (c *planCommand) readState() (*state.State, error) {
	switch c.state {
	case "":
		return nil, nil
	case "-":
		text, err := c.readStdin()
		if err != nil {
			return nil, err
		}
		return c.env.stateOf(c.state, text)
	}
	return c.env.stateIn(c.state)
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

// stateOf reads a state. It is decrypted with the passphrase that Pulumi itself takes from the environment.
func (e environment) stateOf(file string, text []byte) (*state.State, error) {
	found, err := state.ReadWith(text, e.variable("PULUMI_CONFIG_PASSPHRASE"))
	if err != nil {
		return nil, fmt.Errorf("cannot read the state from %s: %w", file, err)
	}
	return found, nil
}
