package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
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

With --mcp-listen, agents join the editor: the tools of "pcl-lsp mcp" are served over HTTP, at
the path /mcp, for the folders of the editor and with the texts that are open in it. They
change no file. The token is printed to standard error, or that of --mcp-token-file.

` + schemaflags.Help + `

` + modeHelp + `

` + stackHelp + `
The editor setting pcl.stack takes precedence.`

func (a *app) serveCommand() *cobra.Command {
	var schemas schemaflags.Flags
	var mode modeFlag
	var stack stackFlag
	var trace string
	var agents agentFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the language server on standard input and output (the default)",
		Long:  serveHelp,
		Example: `  pcl-lsp serve --schema ./schemas
  PCL_SCHEMA_PATH=./schemas pcl-lsp serve --stdio
  pcl-lsp serve --trace trace.jsonl
  pcl-lsp serve --mcp-listen 127.0.0.1:7777 --mcp-token-file token`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.serve(cmd.Context(), schemas, workspace.Options{Mode: mode.mode, ModeChosen: mode.chosen, Stack: stack.name}, trace, agents)
		},
	}
	schemas.Register(cmd.Flags())
	mode.register(cmd)
	stack.register(cmd)
	cmd.Flags().StringVar(&trace, "trace", a.env.variable("PCL_LSP_TRACE"), "append a trace of each message to a `file`")
	cmd.Flags().StringVar(&agents.listen, "mcp-listen", "", "serve agents over HTTP at `HOST:PORT` of this machine, such as 127.0.0.1:7777")
	cmd.Flags().StringVar(&agents.tokenFile, "mcp-token-file", "", "with --mcp-listen, the `FILE` with the token that agents must send; without it, one is made and printed")
	cmd.Flags().Bool("stdio", false, "use standard input and output (always the case; some editors pass this flag)")
	return cmd
}

// agentFlags say where agents join the editor.
type agentFlags struct{ listen, tokenFile string }

// join serves agents beside the editor, if the flags say so, until the function that it returns is called.
func (a *app) join(ctx context.Context, schemas schemaflags.Flags, options workspace.Options, flags agentFlags, session *workspace.Session) (leave func(), err error) {
	if flags.listen == "" {
		return func() {}, nil
	}
	of, err := a.agentOptions(ctx, schemas, workspace.Options{Mode: options.Mode, ModeChosen: options.ModeChosen, Stack: options.Stack})
	if err != nil {
		return nil, err
	}
	of.Editor = &agent.Editor{Folders: schemas.Trust.Folders, Snapshot: session.Snapshot}
	serve, err := a.forAgents(agent.New(of), flags.listen, flags.tokenFile)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := serve(ctx); err != nil {
			fmt.Fprintf(a.stderr, "pcl-lsp: agents are not served any more: %v\n", err)
		}
	}()
	return func() { cancel(); <-ended }, nil
}

func (a *app) serve(ctx context.Context, schemas schemaflags.Flags, options workspace.Options, trace string, agents agentFlags) error {
	a.stayLong()
	a.ignoreBrokenPipes()
	options.FS = disk.Machine{}
	schemas.Editor = true
	session, err := schemas.Session(ctx, a.env.schemas(), options)
	if err != nil {
		return err
	}
	leave, err := a.join(ctx, schemas, options, agents, session)
	if err != nil {
		return err
	}
	defer leave()
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
