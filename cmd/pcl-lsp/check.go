package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp check`.

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{}
	var cmd *cobra.Command
	cmd = command("check", nil, func(ctx context.Context, args []string) error { return a.check(ctx, f, cmd, args) })
	f.register(cmd)
	return cmd
}

// check reads the flags and checks, once or again and again.
func (a *app) check(ctx context.Context, f *checkFlags, cmd *cobra.Command, args []string) error {
	if err := f.validate(); err != nil {
		return err
	}
	outputs, err := f.output.outputs(a.env)
	if err != nil {
		return err
	}
	in, err := f.input.read(a, args)
	if err != nil {
		return err
	}
	switch {
	case in.Stdin == nil:
	case f.baseline.to != "":
		return errors.New("--write-baseline cannot be used with standard input, because a baseline lists findings in files")
	case f.watch:
		return errors.New("--watch cannot watch standard input")
	}
	if err := f.urns.read(a.env); err != nil {
		return err
	}
	if !f.watch {
		a.endSoon()
	}
	inner := *a
	round := checkRound{app: &inner, flags: f, in: in, outputs: outputs}
	chosen, err := f.rules.config.path(a.env)
	if err != nil {
		return err
	}
	options := f.program.options()
	options.Settings, options.Stack, options.Workers = chosen, f.stackName(), f.jobs
	options.SearchIgnored, options.Embedded, options.Record = f.input.noGitignore, workspace.Embedded, !f.watch && !f.fixes.wanted()
	round.memory = f.remembered(a.env, cmd, outputs.Needs())
	switch {
	case round.memory != nil:
		options.FS, inner.env.variable = round.memory.FS(), round.memory.Variable
	case f.watch:
		options.FS = disk.Machine{}
	}
	f.program.schemas.Writes = f.fixes.wanted() && !f.fixes.diff
	if round.session, err = f.program.schemas.Session(ctx, inner.env.schemas(), options); err != nil {
		return err
	}
	round.session.Apply(workspace.PolicyChanged{Policy: f.rules.policy}, workspace.TargetsChanged{Targets: f.target.set})
	if f.watch {
		return round.watch(ctx)
	}
	return round.check(ctx)
}
