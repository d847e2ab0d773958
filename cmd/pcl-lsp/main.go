// Command pcl-lsp is a language server and checker for the Pulumi Configuration
// Language.
//
// The command check and the server share one workspace, so they report the same
// findings. The exit code is 0 if there are no errors, 1 if a program has errors, 2 for
// wrong usage, and 3 if something could not be checked.
//
// Each command is one file that builds a cobra command; main.go puts them together.
// Commands do not know each other. They share streams, exit codes and the environment (app.go),
// the flag groups (flags.go, input.go, rules.go, package schemaflags), package report for
// output, and rewrite.go for writing files. The folder texts has what their help says. Package ask answers
// questions about programs, checking checks and fixes them, recheck remembers checks, transport waits for editors and
// agents, and process tunes the memory of the process.
//
// Hand-written code of more than 300 lines here has a reason in the comment of its
// package: see report (output formats) and recheck/revision (git).
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
)

// This file puts the commands together, runs a command line and handles signals.

func main() {
	process.ProfileNothing()
	process.GuardMemory(os.Stderr, func() { os.Exit(exitUnchecked) })
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process at once
		endInTime(os.Args[1:], os.Stderr, os.Exit)
	})
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, processEnvironment())
	stop()
	os.Exit(code)
}

// endings returns the signals that end the program. SIGHUP does not end it if it was ignored
// when the program started, as under nohup.
func endings() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// These limit how long the program runs after such a signal: a command long enough to finish replacing a
// file, and the server longer than its connection waits for a client to read the last responses. To end at
// any moment is safe: a file has its old text or its new one.
const (
	endingTime  = time.Second
	servingTime = 5 * time.Second
)

// endInTime ends the process when that time is over. A CI job that sends one signal and
// waits must not wait longer, whatever went wrong.
func endInTime(args []string, stderr io.Writer, exit func(code int)) {
	limit := servingTime
	if slices.ContainsFunc(commands(), func(c maker) bool { return len(args) > 0 && c.name == args[0] && c.name != "serve" }) {
		limit = endingTime
	}
	time.AfterFunc(limit, func() {
		fmt.Fprintf(stderr, "pcl-lsp: still busy %v after an interruption; giving up\n", limit)
		exit(exitUnchecked)
	})
}

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

type maker struct {
	name string
	make func(*app) *cobra.Command
}

func commands() []maker {
	return []maker{
		{"serve", (*app).serveCommand}, {"bug-report", (*app).bugReportCommand}, {"check", (*app).checkCommand},
		{"completion", (*app).completionCommand}, {"config", (*app).configCommand}, {"convert", (*app).convertCommand},
		{"docs", (*app).docsCommand}, {"explain", (*app).explainCommand}, {"fmt", (*app).fmtCommand},
		{"graph", (*app).graphCommand}, {"man", (*app).manCommand}, {"mcp", (*app).mcpCommand}, {"plan", (*app).planCommand},
		{"query", (*app).queryCommand}, {"report", (*app).reportCommand}, {"rules", (*app).rulesCommand},
		{"schema", (*app).schemaCommand}, {"upgrade", (*app).upgradeCommand}, {"version", (*app).versionCommand},
		{"dump", formerQuery("dump DIR|FILE.pcl", 1, 1, (*queryCommand).everything)},
		{"hover", formerQuery("hover FILE:LINE:COLUMN", 1, 1, (*queryCommand).hover)},
		{"symbols", formerQuery("symbols [QUERY] [PATH]", 0, 2, (*queryCommand).named)},
	}
}

// rootFor returns the root with the commands that a command line may need.
//
// Why: making all commands would add 2 to 5 % to the time of a start.
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

func (a *app) outermost(root *cobra.Command) *cobra.Command {
	root.Use = "pcl-lsp"
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		if !slices.Contains([]string{"pcl-lsp", "serve", "mcp", "check"}, cmd.Name()) { // check may watch, and knows itself
			a.endSoon()
		}
	}
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
	return fmt.Errorf("%w%s; see `%s --help`", err, ask.Suggestion("--"+unknown.GetSpecifiedName(), names), cmd.CommandPath())
}
