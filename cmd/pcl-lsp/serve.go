package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/transport"
	"github.com/pcl-lsp/pcl-lsp/lsp"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/private"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
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

// transportFlags say how editors are reached. They are those that the protocol names for clients, and --listen.
type transportFlags struct {
	pipe     string
	socket   uint16
	listen   string
	toOthers bool
}

func (t *transportFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Bool("stdio", false, "use standard input and output (the default; some editors pass this flag)")
	f.StringVar(&t.pipe, "pipe", "", "connect to an editor that waits at the socket file or the named pipe `NAME`")
	f.Uint16Var(&t.socket, "socket", 0, "connect to an editor that waits at a `PORT` of this machine")
	f.StringVar(&t.listen, "listen", "", "wait for editors at `HOST:PORT` of this machine, such as 127.0.0.1:9257; port 0 is any free one")
	f.BoolVar(&t.toOthers, "listen-to-others", false, "with --listen, let other machines connect: whoever does can read the files that you can read")
	cmd.MarkFlagsMutuallyExclusive("stdio", "pipe", "socket", "listen")
	cmd.MarkFlagsMutuallyExclusive("mcp-listen", "listen")
}

// connection is a way to an editor.
type connection struct {
	in  io.Reader
	out io.Writer
	// awaitProcess waits for the end of the editor's process; nil if the end of the connection says enough.
	awaitProcess func(ctx context.Context, id int) (gone bool)
}

// connect calls serve for each editor. Its error is that of serve if there is only one editor.
func (a *app) connect(ctx context.Context, t transportFlags, log *slog.Logger, serve func(context.Context, connection) error) error {
	if t.toOthers && t.listen == "" {
		return errors.New("--listen-to-others needs --listen HOST:PORT")
	}
	switch {
	case t.listen != "":
		return a.await(ctx, t, log, serve)
	case t.pipe != "":
		c, err := transport.DialPipe(ctx, t.pipe)
		if err != nil {
			return fmt.Errorf("--pipe %s: no editor waits there: %w", t.pipe, disk.WithoutPath(err))
		}
		return serve(ctx, connection{in: c, out: c})
	case t.socket != 0:
		c, err := transport.DialPort(ctx, t.socket)
		if err != nil {
			return fmt.Errorf("--socket %d: no editor waits there: %w", t.socket, err)
		}
		return serve(ctx, connection{in: c, out: c})
	}
	messages, end := polled(a.stdin, report.Raw(a.stdout), report.Raw(a.plainErr))
	defer end()
	return serve(ctx, connection{messages, report.Raw(a.stdout), func(ctx context.Context, id int) bool { return awaitClient(ctx, id, pollInterval) }})
}

// await serves whoever connects, until the context is done.
func (a *app) await(ctx context.Context, t transportFlags, log *slog.Logger, serve func(context.Context, connection) error) error {
	l, err := transport.Listen(t.listen, t.toOthers)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	fmt.Fprintf(a.stderr, "pcl-lsp: listening at %s\n", l.Addr())
	err = transport.Serve(ctx, l, func(c io.ReadWriteCloser) {
		if reason := messageOf(serve(ctx, connection{in: c, out: c})); reason != nil {
			log.Warn("an editor is gone", "reason", reason)
		}
	})
	if err != nil {
		return failure{exitUnchecked, fmt.Errorf("--listen: %w", err)}
	}
	return nil
}

// logFlags say where the server logs what, besides its messages to the editor.
type logFlags struct {
	file  string
	level slog.Level
}

func (l *logFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.file, "log-file", "", "add the log to a `FILE` instead of writing it to standard error")
	cmd.Flags().TextVar(&l.level, "log-level", slog.LevelInfo, "log only from this `LEVEL` on: debug, info, warn or error")
}

// log opens the log, and returns what closes it.
func (a *app) log(flags logFlags) (*slog.Logger, func(), error) {
	out, closeFile := a.stderr, func() {}
	if flags.file != "" {
		file, err := a.appendTo("--log-file", flags.file)
		if err != nil {
			return nil, nil, err
		}
		out, closeFile = file, func() { file.Close() }
	}
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: flags.level})), closeFile, nil
}

// appendTo opens a file that a flag names, to add to it. Only the user can read it.
func (a *app) appendTo(flag, name string) (*os.File, error) {
	path, err := workspace.PathOf(a.env.dir, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return file, nil
}

// documentFolder returns the folder of documents, with slashes: next to the schema indexes,
// or empty without a cache directory.
func documentFolder(cache string) string {
	if cache == "" {
		return ""
	}
	return filepath.ToSlash(filepath.Join(filepath.Dir(cache), "documents"))
}

// keepDocuments returns the function that stores documents in a folder; nil for none.
func keepDocuments(folder string) func(name, text string) (string, error) {
	if folder == "" {
		return nil
	}
	return func(name, text string) (string, error) { return keepDocument(folder, name, text) }
}

// keepDocument writes a text to a file that only the user can read, in one step. The name
// may contain anything; the file is always in the folder. Its extension is not that of a
// program.
func keepDocument(folder, name, text string) (string, error) {
	name = strings.Map(func(r rune) rune {
		switch r {
		case '/', '\\', ':', '*', '?', '"', '<', '>', '|', 0:
			return '-'
		}
		return r
	}, name)
	path := filepath.Join(folder, strings.TrimLeft(name, ".")+".pcl")
	if err := private.Make(folder); err != nil {
		return "", err
	}
	if there, err := os.ReadFile(path); err == nil && string(there) == text {
		return filepath.ToSlash(path), nil
	}
	if err := replace.One(path, []byte(text), 0o600); err != nil {
		return "", err
	}
	return filepath.ToSlash(path), nil
}
