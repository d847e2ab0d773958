package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp dump`.

const dumpHelp = `Prints everything known about the program in a directory, or about a .pcl file, as JSON:

  diagnostics  file, severity, code, message, range
  nodes        declared names: file, kind, name, token, type, deps, range
  expressions  file, range, kind, type, unknown, unknownParts, secret,
               secretParts, dependsOn

For an expression, unknown is "preview" if its value may be unknown during a preview, and
secret is "yes" if it is or may be secret. Both are "partly" if only members of the value
are; unknownParts and secretParts list their paths ("*" is any member). dependsOn lists
the configs, resources, reads and components that the value comes from, through locals.
False and empty fields are omitted.

Ranges are [start, end] in bytes; files are relative to the directory. The programs of
components follow the program of the directory. Findings do not affect the exit code.

` + schemaflags.Help + `

` + modeHelp + `

` + stackHelp + `

` + tokenHelp

func (a *app) dumpCommand() *cobra.Command {
	var schemas schemaflags.Flags
	var mode modeFlag
	var stack stackFlag
	var token tokenFlag
	var limit limitFlag
	cmd := &cobra.Command{
		Use:   "dump DIR|FILE.pcl",
		Short: "Print everything known about a program as JSON",
		Long:  dumpHelp,
		Example: `  pcl-lsp dump testdata/programs/webshop
  pcl-lsp dump --schema ./schemas infra | jq .diagnostics`,
		Args: takes(1, 1, "name the directory of one program: pcl-lsp dump DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.dump(cmd.Context(), schemas, workspace.Options{Mode: mode.mode, ModeChosen: mode.chosen, Stack: stack.name, Limit: limit.limit, Inputs: token.inputs}, args)
		},
	}
	schemas.Register(cmd.Flags())
	mode.register(cmd)
	stack.register(cmd)
	token.register(cmd)
	limit.register(cmd)
	return cmd
}

func (a *app) dump(ctx context.Context, schemas schemaflags.Flags, options workspace.Options, args []string) error {
	a.endSoon()
	snapshot, program, err := a.program(ctx, &schemas, options, args)
	if err != nil {
		return err
	}
	noteMissing(a.stderr, snapshot.Stack(), isConfigured(program))
	dump, err := analysis.DumpProgram(ctx, program)
	if err != nil {
		return uncheckable(err)
	}
	if err := report.WriteJSON(a.stdout, dump); err != nil {
		return unwritten("the dump", err)
	}
	if problems := snapshot.Problems(program.Dir); len(problems) > 0 {
		return uncheckable(fmt.Errorf("the dump is incomplete: %v", problems[0]))
	}
	return nil
}
