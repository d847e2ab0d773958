package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file implements the command line as a whole: commands, exit codes, and what
// is said when it is used wrongly.

// The exit codes.
const (
	exitClean     = 0
	exitFindings  = 1
	exitUsage     = 2
	exitUnchecked = 3
)

// failure is an error that ends the command with a certain code.
type failure struct {
	code int
	err  error // nil if there is nothing more to say
}

func (f failure) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit code %d", f.code)
	}
	return f.err.Error()
}

func (f failure) Unwrap() error { return f.err }

// uncheckable says that something could not be checked.
func uncheckable(err error) error { return failure{exitUnchecked, err} }

// app is one run of the program.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	plainErr       io.Writer // stderr for what is safe to show already, and may have colours
	env            environment
}

// run carries out a command line and returns its exit code. Findings and data go
// to stdout, everything else to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env environment) (code int) {
	plain := report.NewPlain(stderr) // messages quote names and texts from elsewhere
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

// codeOf is the exit code that an error leads to.
func codeOf(err error) int {
	if err == nil {
		return exitClean
	}
	fail := failure{exitUsage, err} // what the command line library reports is wrong usage
	errors.As(err, &fail)
	return fail.code
}

// messageOf is what there is to say about an error; nil for nothing.
func messageOf(err error) error {
	fail := failure{err: err}
	errors.As(err, &fail)
	return fail.err
}

func (a *app) root() *cobra.Command {
	root := a.serveCommand()
	root.Use = "pcl-lsp"
	root.Short = "Language server and checker for the Pulumi Configuration Language"
	root.Long = "Language server and checker for the Pulumi Configuration Language (PCL).\n\n" +
		"Without a command it is the language server; see `pcl-lsp serve --help`."
	root.Args = unknownCommand
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.serveCommand(), a.checkCommand(), a.completionCommand(), a.configCommand(), a.dumpCommand(), a.explainCommand(), a.fmtCommand(), a.graphCommand(), a.hoverCommand(), a.manCommand(), a.rulesCommand(), a.schemaCommand(), a.symbolsCommand(), a.versionCommand())
	completed(root)
	return root
}

// unknownCommand refuses words that are no command, and suggests the nearest one.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return fmt.Errorf("unknown command %q%s; there are %s", args[0], suggestion(args[0], names), strings.Join(names, ", "))
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

func suggestion(name string, among []string) string {
	if near := typesys.Near(name, among); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	return ""
}
