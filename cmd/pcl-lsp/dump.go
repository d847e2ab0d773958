package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp dump`.

const dumpHelp = `Prints everything that is known about the program in a directory, as JSON:

  diagnostics  file, severity, code, message, range
  nodes        declared names: file, kind, name, token, type, deps, range
  expressions  file, range, kind, type, unknown, unknownParts, secret,
               secretParts, dependsOn

Of an expression, unknown is "preview" if its value may be unknown during a
preview, secret is "yes" if it is secret or perhaps is; both are "partly" if that
is true of members of the value alone, whose paths the parts give ("*" stands for
any member). dependsOn are the configs, resources, reads and components that the
value comes from, through locals. What does not hold is left out.

Ranges are [start, end] in bytes, files relative to the directory. The programs
of components follow that of the directory. Findings do not change the exit code.

` + schemaflags.Help + `

` + modeHelp + `

` + stackHelp

func (a *app) dumpCommand() *cobra.Command {
	var schemas schemaflags.Flags
	var mode modeFlag
	var stack stackFlag
	cmd := &cobra.Command{
		Use:   "dump DIR",
		Short: "Print everything known about a program as JSON",
		Long:  dumpHelp,
		Example: `  pcl-lsp dump testdata/programs/webshop
  pcl-lsp dump --schema ./schemas infra | jq .diagnostics`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("dump wants the directory of one program: pcl-lsp dump DIR")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.dump(cmd.Context(), schemas, workspace.Options{Mode: mode.mode, ModeChosen: mode.chosen, Stack: stack.name}, args)
		},
	}
	schemas.Register(cmd.Flags())
	mode.register(cmd)
	stack.register(cmd)
	return cmd
}

func (a *app) dump(ctx context.Context, schemas schemaflags.Flags, options workspace.Options, args []string) error {
	a.endSoon()
	session, err := schemas.Session(ctx, a.env.schemas(), options)
	if err != nil {
		return err
	}
	paths, err := a.env.paths(args)
	if err != nil {
		return err
	}
	snapshot := session.Snapshot()
	program := snapshot.ProgramIn(paths[0])
	if program == nil || len(program.Files) == 0 {
		return fmt.Errorf("no PCL program in %s: it has no .pp file that is PCL and can be read", args[0])
	}
	noteMissing(a.stderr, snapshot, paths[0])
	dump, err := analysis.DumpProgram(ctx, program)
	if err != nil {
		return uncheckable(err)
	}
	if err := report.WriteJSON(a.stdout, dump); err != nil {
		return uncheckable(fmt.Errorf("cannot write the dump: %w", err))
	}
	if problems := snapshot.Problems(paths[0]); len(problems) > 0 {
		return uncheckable(fmt.Errorf("not in the dump: %v", problems[0]))
	}
	return nil
}
