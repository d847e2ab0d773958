// This file implements Serve: one connection from its first byte to its last.

package lsp

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"go.lsp.dev/jsonrpc2"
)

const (
	// grace is how long a connection that has ended may take to deliver what is
	// under way: answers after the end of the input, bytes to a slow client.
	grace = time.Second
	// linger is how long to wait for a read loop that may be stuck in a read.
	linger = 100 * time.Millisecond
)

// Options configure Serve. The zero value works.
type Options struct {
	// Session is the workspace to serve. It belongs to this one client, whose open
	// documents it holds.
	Session *workspace.Session
	// Version is the version of the server, as told to the client.
	Version string
	// Log receives what goes wrong. It must not write to the client's stream.
	Log *slog.Logger
	// Trust, if not nil, is told whether the user trusts the workspace: once at the
	// beginning, and when that or the folders change. Schemas are looked for anew after
	// it.
	Trust func(Trust)
	// Stack is the name of the stack that the session was made with. It counts where the
	// client's settings name none.
	Stack string
	// LoadInBackground has schemas loaded beside the requests that need them, which
	// then do not wait: what is not there yet is unknown to them.
	LoadInBackground bool
	// Trace, if not nil, is written what each message made the server do, one JSON
	// object a line. It has names of files and items, and no text of documents.
	Trace io.Writer
	// KeepDocument, if not nil, keeps a text under a name for clients that can show files
	// only, and gives the path of the file, which is below DocumentFolder. What is in that
	// folder is never part of a program.
	KeepDocument func(name, text string) (path string, err error)
	// DocumentFolder is an absolute path with slashes.
	DocumentFolder string
	// Ticks are occasions to look whether files of programs, and those that schemas came
	// from, have changed, beside those that the client gives; nil for none. It matters for
	// clients that cannot watch such files, or lose events.
	Ticks <-chan time.Time
	// KeepFault, if not nil, keeps a report of a panic in what the server was doing, and
	// gives its path. It is called once for each mistake, which see [fault.Fault.ID].
	KeepFault func(doing string, f *fault.Fault) (path string, err error)
	// AwaitProcess, if not nil, waits until the process of the client, by its id, is gone;
	// false if the context is done before, or if nothing can be said of that process. The
	// server ends with it, as it does at the end of the input.
	AwaitProcess func(ctx context.Context, id int) (gone bool)
	// Rest, if not nil, is called at a tick if no message has come since the one before,
	// once after each spell of messages: the time to give back what is not needed.
	Rest func()
}

// Serve serves one client that writes to in and reads from out, until the client
// sends `exit`, its input ends, the transport breaks or ctx is done. The exit
// code is the one the protocol asks of the process: 0 after `shutdown`, else 1.
// The error tells why the connection could not go on; a clean end has none.
//
// At the end, in and out are closed if they can be, which releases goroutines
// that are blocked on them. A read or write that cannot be interrupted may
// outlive Serve, so the caller should then end the process.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) (exitCode int, err error) {
	return newServer(opts).serve(ctx, in, out)
}

func (s *server) serve(ctx context.Context, in io.Reader, out io.Writer) (exitCode int, err error) {
	box := newOutbox(out)
	wire := newStream(in, box)
	conn := jsonrpc2.NewConn(wire, jsonrpc2.WithCodec(codec{}))
	s.connect(ctx, conn, box, wire)
	if s.opts.LoadInBackground {
		s.session.LoadInBackground(s.loadSchema)
	}
	if s.connected != nil {
		s.connected()
	}
	defer s.stop()
	go box.run()
	go s.diagnoser.run(s.base)
	s.background(func() { s.lookout.run(s.base) })
	conn.Go(s.base, s.handle)

	select {
	case <-s.exited:
	case <-wire.over: // the end of the input, or a broken header
		s.pulls.end()
		await(grace, conn.Done(), ctx.Done())
		err = wire.failure()
	case <-box.done: // the client no longer takes anything
		err = wire.failure()
	case <-s.orphaned:
		s.log.Info("the process of the client is gone")
	case <-ctx.Done():
	}
	s.stop()
	s.hangUp(conn, wire, in, out)
	if err == nil && s.phase() == stopped {
		return 0, nil
	}
	return 1, err
}

// hangUp ends the goroutines of the connection. It waits for each a limited
// time, then goes on regardless.
func (s *server) hangUp(conn jsonrpc2.Conn, wire *stream, in io.Reader, out io.Writer) {
	limit, release := context.WithTimeout(context.Background(), grace)
	defer release()
	wire.out.flush(limit)
	wire.out.close()
	closeIfCloser(in)
	if limit.Err() != nil {
		closeIfCloser(out) // interrupts a write nobody reads
	}
	await(grace, wire.out.done, nil)
	closeIfCloser(out)
	await(grace, s.diagnoser.done, nil)
	await(linger, conn.Done(), nil)
	await(grace, s.owned.stopped(), nil)
}

// await waits until either channel is closed or the time is over.
func await(limit time.Duration, done, other <-chan struct{}) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
	case <-other:
	case <-timer.C:
	}
}

func closeIfCloser(v any) {
	if c, ok := v.(io.Closer); ok {
		_ = c.Close() // the connection is over: nobody is left to tell
	}
}
