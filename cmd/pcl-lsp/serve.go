package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/lsp"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp serve`.

// pollInterval is how often the server looks for changed files that the editor did not
// report. Each look takes a few milliseconds; see workspace.Session.CatchUp.
const pollInterval = 3 * time.Second

const serveHelp = `Runs the language server on standard input and output, for one editor, until the editor
ends it or closes the connection. Errors are logged to standard error. The server notices
changed files and plugins within seconds, even if the editor does not report them.

The exit code is 0 after the requests shutdown and exit. It is 1 if the server ends for
another reason: exit without shutdown, the end of the input, a closed output, a signal
(SIGINT, SIGTERM, SIGHUP), or the end of the process whose ID the editor sent with
initialize. Five seconds after a signal, the server stops even if it is busy, with exit
code 3.

With --trace, or the variable PCL_LSP_TRACE, the server appends a line of JSON to a file
for every message of the editor: its method, size and times, which items the server parsed
and checked, and which results it reused. The trace contains names of files and
declarations, but no document text.

` + schemaflags.Help + `

` + modeHelp + `

` + stackHelp + `
The editor setting pcl.stack takes precedence.`

func (a *app) serveCommand() *cobra.Command {
	var schemas schemaflags.Flags
	var mode modeFlag
	var stack stackFlag
	var trace string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the language server on standard input and output (the default)",
		Long:  serveHelp,
		Example: `  pcl-lsp serve --schema ./schemas
  PCL_SCHEMA_PATH=./schemas pcl-lsp serve --stdio
  pcl-lsp serve --trace trace.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.serve(cmd.Context(), schemas, workspace.Options{Mode: mode.mode, ModeChosen: mode.chosen, Stack: stack.name}, trace)
		},
	}
	schemas.Register(cmd.Flags())
	mode.register(cmd)
	stack.register(cmd)
	cmd.Flags().StringVar(&trace, "trace", a.env.variable("PCL_LSP_TRACE"), "append a trace of each message to a `file`")
	cmd.Flags().Bool("stdio", false, "use standard input and output (always the case; some editors pass this flag)")
	return cmd
}

func (a *app) serve(ctx context.Context, schemas schemaflags.Flags, options workspace.Options, trace string) error {
	a.stayLong()
	a.ignoreBrokenPipes()
	options.FS = disk.Machine{}
	schemas.Editor = true
	session, err := schemas.Session(ctx, a.env.schemas(), options)
	if err != nil {
		return err
	}
	var traced io.Writer
	if trace != "" {
		path, err := workspace.PathOf(a.env.dir, trace)
		if err != nil {
			return failure{exitUsage, fmt.Errorf("--trace: %w", err)}
		}
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return failure{exitUsage, fmt.Errorf("--trace: %w", err)}
		}
		defer file.Close()
		traced = file
	}
	documents := documentFolder(a.env.cache)
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	messages, end := polled(a.stdin, a.stdout, a.plainErr)
	defer end()
	code, err := lsp.Serve(ctx, messages, a.stdout, lsp.Options{
		Session: session,
		Version: buildVersion().Version,
		Log:     slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelInfo})),
		Trust:   func(t lsp.Trust) { schemas.Trust.Set(t.Given, t.Folders) },
		Trace:   traced,
		Stack:   options.Stack,

		KeepDocument:   keepDocuments(documents),
		DocumentFolder: documents,

		KeepFault:    a.bugReports().keep,
		AwaitProcess: func(ctx context.Context, id int) bool { return awaitClient(ctx, id, pollInterval) },

		LoadInBackground: true,
		Ticks:            ticker.C,
		Rest:             a.rest(),
		Garbage:          a.garbage(),
		Collect:          a.collect(),
		MemoryInUse:      a.memoryInUse(),
	})
	if code == 0 && err == nil {
		return nil
	}
	return failure{code, err}
}
