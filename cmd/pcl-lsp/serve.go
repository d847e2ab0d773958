package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
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
ends it or closes the connection. Errors are logged to standard error, or added to the file
that --log-file names. The server notices changed files and plugins within seconds, even if
the editor does not report them.

With --pipe or --socket, the server connects to an editor that waits for it. With --listen,
it waits for editors at an address of this machine, until a signal ends it. Each connection
is an editor with a workspace of its own; at most 16 are served at a time. Nothing asks an
editor who it is, so only this machine can connect, unless you add --listen-to-others.

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

` + judgeHelp + `

` + stackHelp + `
The editor setting pcl.stack takes precedence.`

func (a *app) serveCommand() *cobra.Command {
	s := serving{}
	var to transportFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the language server on standard input and output (the default)",
		Long:  serveHelp,
		Example: `  pcl-lsp serve --schema ./schemas
  PCL_SCHEMA_PATH=./schemas pcl-lsp serve --stdio
  pcl-lsp serve --trace trace.jsonl --log-file pcl-lsp.log
  pcl-lsp serve --listen 127.0.0.1:9257
  pcl-lsp serve --mcp-listen 127.0.0.1:7777 --mcp-token-file token`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), s, to) },
	}
	s.schemas.Register(cmd.Flags())
	cmd.Flags().StringVar(&s.trace, "trace", a.env.variable("PCL_LSP_TRACE"), "append a trace of each message to a `file`")
	cmd.Flags().StringVar(&s.agents.listen, "mcp-listen", "", "serve agents over HTTP at `HOST:PORT` of this machine, such as 127.0.0.1:7777")
	cmd.Flags().StringVar(&s.agents.tokenFile, "mcp-token-file", "", "with --mcp-listen, the `FILE` with the token that agents must send; without it, one is made and printed")
	register(cmd, s.judge.register, s.stack.register, s.logs.register, to.register)
	return cmd
}

// agentFlags say where agents join the editor.
type agentFlags struct{ listen, tokenFile string }

// join serves agents beside the editor, if the flags say so, until the function that it returns is called.
func (a *app) join(ctx context.Context, s serving, session *workspace.Session) (leave func(), err error) {
	if s.agents.listen == "" {
		return func() {}, nil
	}
	of, err := a.agentOptions(ctx, s.schemas, s.options())
	if err != nil {
		return nil, err
	}
	of.Editor = &agent.Editor{Folders: s.schemas.Trust.Folders, Snapshot: session.Snapshot}
	serve, err := a.forAgents(agent.New(of), s.agents.listen, s.agents.tokenFile)
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

// serving is what the flags say about serving an editor.
type serving struct {
	programFlags
	logs   logFlags
	trace  string
	agents agentFlags
}

// serve serves the editors that the flags lead to.
func (a *app) serve(ctx context.Context, s serving, to transportFlags) error {
	a.stayLong()
	a.ignoreBrokenPipes()
	s.schemas.Editor = true
	if _, err := s.schemas.Given(a.env.schemas()); err != nil { // before an editor connects
		return err
	}
	log, closeLog, err := a.log(s.logs)
	if err != nil {
		return err
	}
	defer closeLog()
	var traced io.Writer
	if s.trace != "" {
		file, err := a.appendTo("--trace", s.trace)
		if err != nil {
			return err
		}
		defer file.Close()
		traced = file
	}
	return a.connect(ctx, to, log, func(ctx context.Context, c connection) error {
		return a.serveEditor(ctx, s, c, log, traced)
	})
}

// serveEditor serves one editor, until it ends.
func (a *app) serveEditor(ctx context.Context, s serving, c connection, log *slog.Logger, traced io.Writer) error {
	s.schemas.Trust = s.schemas.Trust.Another()
	options := s.options()
	options.FS = disk.Machine{}
	session, err := s.schemas.Session(ctx, a.env.schemas(), options)
	if err != nil {
		return err
	}
	leave, err := a.join(ctx, s, session)
	if err != nil {
		return err
	}
	defer leave()
	documents := documentFolder(a.env.cache)
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	code, err := lsp.Serve(ctx, c.in, c.out, lsp.Options{
		Session: session,
		Version: buildVersion().Version,
		Log:     log,
		Trust:   func(t lsp.Trust) { s.schemas.Trust.Set(t.Given, t.Folders) },
		Trace:   traced,
		Stack:   s.stack.name,
		Pulumi:  s.judge.pulumi,

		KeepDocument:   keepDocuments(documents),
		DocumentFolder: documents,

		KeepFault:    a.bugReports().keep,
		AwaitProcess: c.awaitProcess,

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
