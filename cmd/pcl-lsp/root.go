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
	a := &app{stdin: stdin, stdout: report.NewLog(stdout), stderr: plain, plainErr: report.NewLog(stderr), env: env}
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(plain, "pcl-lsp: %v\n", a.internalError("running", r))
			code = exitUnchecked
		}
	}()
	root := a.rootFor(args)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if message := messageOf(err); message != nil {
		fmt.Fprintf(plain, "pcl-lsp: %v\n", message)
	}
	return codeOf(err)
}

// maker makes the command with a name.
type maker struct {
	name string
	make func(*app) *cobra.Command
}

// commands lists the commands below the root.
func commands() []maker {
	return []maker{
		{"serve", (*app).serveCommand}, {"bug-report", (*app).bugReportCommand}, {"check", (*app).checkCommand}, {"completion", (*app).completionCommand}, {"config", (*app).configCommand}, {"convert", (*app).convertCommand},
		{"docs", (*app).docsCommand}, {"dump", (*app).dumpCommand}, {"explain", (*app).explainCommand}, {"fmt", (*app).fmtCommand}, {"graph", (*app).graphCommand},
		{"hover", (*app).hoverCommand}, {"man", (*app).manCommand}, {"mcp", (*app).mcpCommand}, {"plan", (*app).planCommand}, {"report", (*app).reportCommand}, {"rules", (*app).rulesCommand},
		{"schema", (*app).schemaCommand}, {"symbols", (*app).symbolsCommand}, {"upgrade", (*app).upgradeCommand}, {"version", (*app).versionCommand},
	}
}

// rootFor returns the root with the commands that a command line may need.
//
// Why: making all commands takes longer than the rest of starting.
func (a *app) rootFor(args []string) *cobra.Command {
	if len(args) == 0 {
		return a.server()
	}
	for _, c := range commands() {
		if c.name == args[0] {
			root := a.outermost(&cobra.Command{})
			root.AddCommand(c.make(a))
			return root
		}
	}
	return a.root()
}

// root returns the root with all commands.
func (a *app) root() *cobra.Command {
	root := a.server()
	for _, c := range commands() {
		root.AddCommand(c.make(a))
	}
	completed(root)
	return root
}

// server returns the root without other commands, which runs the server.
func (a *app) server() *cobra.Command {
	root := a.outermost(a.serveCommand())
	root.Short = "Language server and checker for the Pulumi Configuration Language"
	root.Long = "Language server and checker for the Pulumi Configuration Language (PCL).\n\n" +
		"Without a command, pcl-lsp runs the language server; see `pcl-lsp serve --help`."
	root.Args = unknownCommand
	return root
}

// outermost makes a command the root.
func (a *app) outermost(root *cobra.Command) *cobra.Command {
	root.Use = "pcl-lsp"
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
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
