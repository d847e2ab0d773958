package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
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

` + judgeHelp + `

` + stackHelp + `

` + tokenHelp

func (a *app) dumpCommand() *cobra.Command {
	f := &programFlags{}
	cmd := &cobra.Command{
		Use:   "dump DIR|FILE.pcl",
		Short: "Print everything known about a program as JSON",
		Long:  dumpHelp,
		Example: `  pcl-lsp dump testdata/programs/webshop
  pcl-lsp dump --schema ./schemas infra | jq .diagnostics`,
		Args: takes(1, 1, "name the directory of one program: pcl-lsp dump DIR"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.dump(cmd.Context(), f, args) },
	}
	f.schemas.Register(cmd.Flags())
	register(cmd, f.judge.register, f.stack.register, f.token.register, f.limit.register)
	return cmd
}

func (a *app) dump(ctx context.Context, f *programFlags, args []string) error {
	a.endSoon()
	snapshot, program, err := a.program(ctx, &f.schemas, f.options(), args)
	if err != nil {
		return err
	}
	checking.NoteMissing(a.stderr, snapshot.Stack(), checking.IsConfigured(program))
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
