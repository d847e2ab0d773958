package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/transport"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file connects the server with editors: by standard input and output, by a pipe or a socket that an editor has opened, or at an address where it
// listens. The flags are those that the Language Server Protocol names for clients, and --listen.

// transportFlags say how editors are reached.
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
