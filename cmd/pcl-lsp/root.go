package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
)

// This file puts the commands together and runs a command line.

// run runs a command line and returns its exit code. Findings and data go to stdout,
// everything else to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env environment) (code int) {
	plain := report.NewPlain(stderr)
	a := &app{stdin: stdin, stdout: stdout, stderr: plain, plainErr: stderr, env: env}
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(plain, "pcl-lsp: %v\n", a.internalError("running", r))
			code = exitUnchecked
		}
	}()
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if message := messageOf(err); message != nil {
		fmt.Fprintf(plain, "pcl-lsp: %v\n", message)
	}
	return codeOf(err)
}

func (a *app) root() *cobra.Command {
	root := a.serveCommand()
	root.Use = "pcl-lsp"
	root.Short = "Language server and checker for the Pulumi Configuration Language"
	root.Long = "Language server and checker for the Pulumi Configuration Language (PCL).\n\n" +
		"Without a command, pcl-lsp runs the language server; see `pcl-lsp serve --help`."
	root.Args = unknownCommand
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(
		a.serveCommand(), a.checkCommand(), a.completionCommand(), a.configCommand(), a.dumpCommand(), a.explainCommand(), a.fmtCommand(),
		a.graphCommand(), a.hoverCommand(), a.manCommand(), a.reportCommand(), a.rulesCommand(), a.schemaCommand(), a.symbolsCommand(), a.versionCommand(),
	)
	completed(root)
	return root
}

// flagError explains a flag that cannot be used, and suggests the nearest one.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return fmt.Errorf("%w; see `%s --help`", err, cmd.CommandPath())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return fmt.Errorf("%w%s; see `%s --help`", err, suggestion("--"+unknown.GetSpecifiedName(), names), cmd.CommandPath())
}
