package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/transport"
	"github.com/pcl-lsp/pcl-lsp/lsp"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements `pcl-lsp serve`.

// pollInterval is how often the server looks for changed files that the editor did not
// report. Each look takes a few milliseconds; see workspace.Session.CatchUp.
const pollInterval = 3 * time.Second

// serveCommand is a server with its flags: those that the protocol names for clients, and ours.
type serveCommand struct {
	*app
	programFlags
	pipe, listen             string
	socket                   uint16
	toOthers                 bool
	logFile, trace           string
	logLevel                 slog.Level
	agentsListen, agentToken string

	log    *slog.Logger
	traced io.Writer // nil for no trace
}

func (a *app) serveCommand() *cobra.Command {
	c := &serveCommand{app: a}
	cmd := command("serve", cobra.NoArgs, func(ctx context.Context, _ []string) error { return c.run(ctx) })
	f := cmd.Flags()
	f.Bool("stdio", false, "use standard input and output (the default; some editors pass this flag)")
	f.StringVar(&c.pipe, "pipe", "", "connect to an editor that waits at the socket file or the named pipe `NAME`")
	f.Uint16Var(&c.socket, "socket", 0, "connect to an editor that waits at a `PORT` of this machine")
	f.StringVar(&c.listen, "listen", "", "wait for editors at `HOST:PORT` of this machine, such as 127.0.0.1:9257; port 0 is any free one")
	f.BoolVar(&c.toOthers, "listen-to-others", false, "with --listen, let other machines connect: whoever does can read the files that you can read")
	f.StringVar(&c.logFile, "log-file", "", "add the log to a `FILE` instead of writing it to standard error")
	f.TextVar(&c.logLevel, "log-level", slog.LevelInfo, "log only from this `LEVEL` on: debug, info, warn or error")
	f.StringVar(&c.trace, "trace", a.env.variable("PCL_LSP_TRACE"), "append a trace of each message to a `file`")
	f.StringVar(&c.agentsListen, "mcp-listen", "", "serve agents over HTTP at `HOST:PORT` of this machine, such as 127.0.0.1:7777")
	f.StringVar(&c.agentToken, "mcp-token-file", "", "with --mcp-listen, the `FILE` with the token that agents must send; without it, one is made and printed")
	cmd.MarkFlagsMutuallyExclusive("stdio", "pipe", "socket", "listen")
	cmd.MarkFlagsMutuallyExclusive("mcp-listen", "listen")
	c.schemas.Register(f)
	register(cmd, c.judge.register, c.stack.register)
	return cmd
}

// run serves the editors that the flags lead to.
func (c *serveCommand) run(ctx context.Context) error {
	c.stayLong()
	c.ignoreBrokenPipes()
	c.schemas.Editor = true
	if _, err := c.schemas.Given(c.env.schemas()); err != nil { // before an editor connects
		return err
	}
	out := c.stderr
	if c.logFile != "" {
		file, err := c.appendTo("--log-file", c.logFile)
		if err != nil {
			return err
		}
		defer file.Close()
		out = file
	}
	c.log = slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: c.logLevel}))
	if c.trace != "" {
		file, err := c.appendTo("--trace", c.trace)
		if err != nil {
			return err
		}
		defer file.Close()
		c.traced = file
	}
	return c.connect(ctx)
}

// appendTo opens a file that a flag names, to add to it. Only the user can read it.
func (c *serveCommand) appendTo(flag, name string) (*os.File, error) {
	path, err := workspace.PathOf(c.env.dir, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return file, nil
}

// connection is a way to an editor.
type connection struct {
	in  io.Reader
	out io.Writer
	// awaitProcess waits for the end of the editor's process; nil if the end of the connection says enough.
	awaitProcess func(ctx context.Context, id int) (gone bool)
}

// connect serves each editor. Its error is that of serving it if there is only one.
func (c *serveCommand) connect(ctx context.Context) error {
	if c.toOthers && c.listen == "" {
		return errors.New("--listen-to-others needs --listen HOST:PORT")
	}
	switch {
	case c.listen != "":
		return c.await(ctx)
	case c.pipe != "":
		editor, err := transport.DialPipe(ctx, c.pipe)
		if err != nil {
			return fmt.Errorf("--pipe %s: no editor waits there: %w", c.pipe, disk.WithoutPath(err))
		}
		return c.serve(ctx, connection{in: editor, out: editor})
	case c.socket != 0:
		editor, err := transport.DialPort(ctx, c.socket)
		if err != nil {
			return fmt.Errorf("--socket %d: no editor waits there: %w", c.socket, err)
		}
		return c.serve(ctx, connection{in: editor, out: editor})
	}
	messages, end := transport.Polled(c.stdin, report.Raw(c.stdout), report.Raw(c.plainErr))
	defer end()
	return c.serve(ctx, connection{messages, report.Raw(c.stdout), func(ctx context.Context, id int) bool { return transport.AwaitClient(ctx, id, pollInterval) }})
}

// await serves whoever connects, until the context is done.
func (c *serveCommand) await(ctx context.Context) error {
	l, err := transport.Listen(c.listen, c.toOthers)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	fmt.Fprintf(c.stderr, "pcl-lsp: listening at %s\n", l.Addr())
	err = transport.Serve(ctx, l, func(editor io.ReadWriteCloser) {
		if reason := messageOf(c.serve(ctx, connection{in: editor, out: editor})); reason != nil {
			c.log.Warn("an editor is gone", "reason", reason)
		}
	})
	if err != nil {
		return uncheckable(fmt.Errorf("--listen: %w", err))
	}
	return nil
}

// serve serves one editor, until it ends.
func (c *serveCommand) serve(ctx context.Context, editor connection) error {
	schemas := c.schemas
	schemas.Trust = schemas.Trust.Another()
	options := c.options()
	options.FS = disk.Machine{}
	session, err := schemas.Session(ctx, c.env.schemas(), options)
	if err != nil {
		return err
	}
	if c.agentsListen != "" {
		leave, err := c.join(ctx, &agent.Editor{Folders: schemas.Trust.Folders, Snapshot: session.Snapshot})
		if err != nil {
			return err
		}
		defer leave()
	}
	documents := documentFolder(c.env.cache)
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	served := lsp.Options{
		Session: session,
		Version: process.Build().Version,
		Log:     c.log,
		Trust:   func(t lsp.Trust) { schemas.Trust.Set(t.Given, t.Folders) },
		Trace:   c.traced,
		Stack:   c.stack.name,
		Pulumi:  c.judge.pulumi,

		KeepDocument:   keepDocuments(documents),
		DocumentFolder: documents,

		KeepFault:    c.bugReports().Keep,
		AwaitProcess: editor.awaitProcess,

		LoadInBackground: true,
		Ticks:            ticker.C,
		After:            func(d time.Duration, f func()) (stop func() bool) { return time.AfterFunc(d, f).Stop },
	}
	if c.env.isProcess {
		process.LookAfterMemory(&served)
	}
	code, err := lsp.Serve(ctx, editor.in, editor.out, served)
	if code == 0 && err == nil {
		return nil
	}
	return failure{code, err}
}

// join serves agents beside an editor, until the function that it returns is called.
func (c *serveCommand) join(ctx context.Context, editor *agent.Editor) (leave func(), err error) {
	of, err := c.agentOptions(ctx, c.schemas, c.options())
	if err != nil {
		return nil, err
	}
	of.Editor = editor
	serve, err := c.forAgents(agent.New(of), c.agentsListen, c.agentToken)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := serve(ctx); err != nil {
			fmt.Fprintf(c.stderr, "pcl-lsp: agents are not served any more: %v\n", err)
		}
	}()
	return func() { cancel(); <-ended }, nil
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
	return func(name, text string) (string, error) { return replace.InFolder(folder, name, text) }
}
