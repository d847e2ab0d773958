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

// lookEvery is how often is looked whether files of programs, and those that schemas
// came from, have changed, in case the editor does not tell. It costs a few
// milliseconds: see workspace.Session.CatchUp.
const lookEvery = 3 * time.Second

const serveHelp = `Serves one editor that speaks the Language Server Protocol on standard input and
output, until it says so or hangs up. What goes wrong is logged to standard error.
Plugins that are installed, upgraded or removed, and files that change, are noticed
within seconds, even if the editor does not tell of them.

The status is 0 after the requests to shut down and to exit, and 1 if the server ended
otherwise: exit alone, the end of the input, an output that nobody takes, an
interruption (SIGINT, SIGTERM, SIGHUP), or the end of the process whose id the editor
gave with initialize. What does not end within five seconds of an interruption is given
up, with status 3.

With --trace, or PCL_LSP_TRACE in the environment, every message of the editor adds
a line of JSON to a file: its method, size and times, which items it made the server
parse and check, and which results were used again. Names of files and of
declarations stand in it, and no text of documents.

` + schemaflags.Help + `

` + modeHelp + `

` + stackHelp + `
An editor that sets pcl.stack in its settings decides instead.`

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
	cmd.Flags().StringVar(&trace, "trace", a.env.variable("PCL_LSP_TRACE"), "append what each message made the server do to this `file`")
	cmd.Flags().Bool("stdio", false, "use standard input and output; this is so anyway, and some editors insist on saying it")
	return cmd
}

func (a *app) serve(ctx context.Context, schemas schemaflags.Flags, options workspace.Options, trace string) error {
	a.stayLong()
	a.ignoreBrokenPipes()
	options.FS = disk.Machine{}
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
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	code, err := lsp.Serve(ctx, a.stdin, a.stdout, lsp.Options{
		Session: session,
		Version: buildVersion().Version,
		Log:     slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelInfo})),
		Trust:   func(t lsp.Trust) { schemas.Trust.Set(t.Given, t.Folders) },
		Trace:   traced,
		Stack:   options.Stack,

		KeepDocument:   keepDocuments(documents),
		DocumentFolder: documents,

		KeepFault:    a.bugReports().keep,
		AwaitProcess: awaitClient,

		LoadInBackground: true,
		Ticks:            ticker.C,
		Rest:             a.rest(),
	})
	if code == 0 && err == nil {
		return nil
	}
	return failure{code, err}
}
