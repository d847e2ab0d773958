package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp check`.

func checkHelp() string {
	return `Checks the programs at or below the paths, or below the current directory.

A path is a directory, which is searched for programs, a .pp file or a .pcl file. For a
.pp file, the whole program is checked and the findings of that file are printed. Hidden
directories, node_modules and linked directories are not searched. Components that a
program uses are checked too, wherever they are. In a repository, what .gitignore files and
.git/info/exclude ignore is not searched either, unless it is named or --no-gitignore is
given. Components in ignored directories are components all the same. What programs pass to a component counts
only if they are checked too, so the paths should include them. Files ending in .pp that
are not PCL are left alone: those of Puppet, Powerpipe, Pascal and other languages.

A path may also be the export of a stack, a .json file that "pulumi stack export" writes.
The snippets in it are checked. "pcl-lsp schema check" does this for examples in package
schemas. Or it is a Markdown file: each block whose fence says pcl
or pp is checked as a program of its own, unless the word ignore follows. A directory
without a program is searched for Markdown too.

` + inputHelp + `

` + outputHelp() + `

` + colorHelp + `

` + knownHelp + `

` + urnsHelp + `

` + shardHelp + `

` + cacheHelp + `

` + schemaflags.Help + `

` + fixHelp + `

` + rulesHelp + `

` + judgeHelp + `

` + stackHelp + `

` + tokenHelp + `

Exit codes: 0 no finding is as severe as --fail-on; 1 some finding is; 2 wrong usage,
nothing was checked; 3 something could not be checked.`
}

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Print the findings for programs",
		Long:  checkHelp(),
		Example: `  pcl-lsp check
  pcl-lsp check --schema ./schemas --format json infra
  pcl-lsp check --format text --format sarif=pcl.sarif --fail-on warning 'infra/**/*.pp'
  pcl-lsp check --stdin-filename infra/main.pp - < draft.pp
  pcl-lsp check --select 'unused.*,name.style' --ignore unused.config
  pcl-lsp check --select category:secrets
  pcl-lsp check --config team.yaml infra
  pcl-lsp check --no-gitignore build
  pcl-lsp check --color always | less -R
  pcl-lsp check --statistics
  pcl-lsp check --format text --format html=pcl.html infra
  pcl-lsp check --format grouped infra
  pcl-lsp check --token aws:s3/bucket:Bucket bucket.pcl
  pcl-lsp check --shard 1/8 --format record=part1.record
  pcl-lsp check stack.json
  pcl-lsp check --fix --diff infra
  pcl-lsp check --urns-from main... --format markdown infra
  pcl-lsp check --urns-from state.json --allow old-bucket infra`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.check(cmd.Context(), f, cmd, args) },
	}
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
	case in.stdin == nil:
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
