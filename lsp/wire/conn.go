// Package wire carries messages between one client and the server's handlers: framing, JSON-RPC, dispatch, cancellation, and the life of a connection
// from the first byte to the exit code.
//
// It knows the LSP base protocol (initialize, shutdown, exit, $/cancelRequest) and nothing else: no feature, no document, no workspace. The caller
// supplies two tables of handlers and a function that takes a snapshot; see [Config].
//
//	stream    reads frames, counts unanswered requests, knows whether the client is still sending, and delivers malformed responses to the calls
//	          that wait for them
//	dispatch  checks the phase, finds the handler, runs it inline or concurrently, and encodes the result
//	cancel    maps $/cancelRequest to the contexts of running requests
//	outbox    writes frames from one goroutine
//	conn      starts these parts and ends them
//
// # Invariants
//
//   - Messages take effect in the order they arrive. A request sees every notification sent before it and none sent after it.
//   - Every request is answered exactly once. Notifications are never answered, and only exit ends the connection.
//   - Every request that came before shutdown is answered, possibly as canceled, before shutdown is. If exit follows without waiting for that answer,
//     the same holds. While answers keep coming, nothing is canceled; after [impatience] without one, the remaining requests are.
//   - No handler can end the process or delay another message, even if it panics or never returns.
//   - A client that does not read its messages blocks nobody, and the queue for it is bounded.
//   - Handler contexts derive from the connection's context only.
//
// # Why
//
// Why our own stream: the stock jsonrpc2 stream ends the connection at the first frame that it cannot decode, and it keeps a buffer as large as the
// largest message forever. Ours answers the broken frame and continues.
//
// Why Read does not return an error until the connection hangs up: jsonrpc2 drops all pending responses once Read has failed.
//
// Why our own dispatcher: protocol.NewServer runs notifications concurrently, which reorders edits. It also derives contexts from a pooled request
// context, which crashes the process when the request is recycled.
//
// Why a queue for outgoing frames: the read loop also sends responses, and it must still reach exit when the client has stopped reading.
package wire

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// This file implements a connection from its first byte to its exit code.

const (
	// grace is how long an ending connection waits for progress: for the next answer, or for the client to take the last bytes.
	grace = time.Second
	// impatience is how long requests may run on after shutdown without an answer to one of them, and one after it is canceled.
	impatience = grace / 4
	// linger is how long it waits for a read loop that may be stuck in a read.
	linger = 100 * time.Millisecond
)

// Config is what a connection needs from its owner. View, Requests, Log and Fault are required.
type Config[V any] struct {
	// Requests and Notifications are the handlers by method. Unknown requests get MethodNotFound; unknown notifications are ignored. The connection itself
	// handles shutdown, exit and $/cancelRequest.
	Requests      map[string]Request[V]
	Notifications map[string]Notification
	// View takes what a concurrent request sees. It is called on the read loop.
	View func() V
	// About, if not nil, names what a concurrent request is about if it may be canceled when that is modified, see [Conn.Modified]. It is called on the
	// read loop.
	About func(method string, params jsonrpc2.RawMessage) string
	// Ending is called when no further request will come. Handlers that wait for something to happen should answer then.
	Ending func()
	// Watch, if not nil, is called before each message is handled. It returns a function to call afterwards. cancel cancels a concurrent request; it is nil
	// for other messages. The parameters are valid until the end.
	Watch func(method string, params jsonrpc2.RawMessage, cancel func()) (end func())
	// Heard, if not nil, is called for every message.
	Heard func()
	// Fault is called with what recover returned after a panic in a handler.
	Fault func(doing string, recovered any)
	// Trace, if not nil, is called before each message is handled. It returns the context for the handler and a function to call afterwards.
	Trace func(ctx context.Context, m Message) (traced context.Context, end func(err error))
	// Released, if not nil, is called on the read loop when it goes on while a request is being answered.
	Released func()
	Log      *slog.Logger
}

// Message describes a message of the client.
type Message struct {
	Method    string
	ID        jsonrpc2.ID // of a request
	IsRequest bool
	Arrived   time.Time // its first byte
	Bytes     int
}

// Conn is one connection to a client.
type Conn[V any] struct {
	config Config[V]
	in     io.Reader
	out    io.Writer
	outer  context.Context
	base   context.Context // parent of every handler's context
	cancel context.CancelFunc
	rpc    jsonrpc2.Conn
	outbox *outbox
	stream *stream
	calls  calls
	memory scratch
	stage  atomic.Int32
	exited chan struct{} // closed by exit
	leave  sync.Once     // closes exited
}

// New returns a connection that reads from in and writes to out. It does nothing before Serve.
func New[V any](ctx context.Context, in io.Reader, out io.Writer, config Config[V]) *Conn[V] {
	c := &Conn[V]{config: config, in: in, out: out, outer: ctx, outbox: newOutbox(out), exited: make(chan struct{})}
	c.base, c.cancel = context.WithCancel(ctx)
	c.stream = newStream(in, c.outbox)
	c.rpc = jsonrpc2.NewConn(c.stream, jsonrpc2.WithCodec(codec{}))
	return c
}

// Context is done when the connection ends.
func (c *Conn[V]) Context() context.Context { return c.base }

// Call sends a request to the client and decodes the answer into result, which may be nil. It must not run on the read loop.
func (c *Conn[V]) Call(ctx context.Context, method string, params, result any) error {
	_, err := c.rpc.Call(ctx, method, params, result)
	return err
}

// Notify sends a notification to the client. It never waits for the client.
func (c *Conn[V]) Notify(ctx context.Context, method string, params any) error {
	return c.rpc.Notify(ctx, method, params)
}

// Post sends a notification whose parameters are encoded already, in pieces that never change: they are not copied before they are written. It never waits
// for the client.
func (c *Conn[V]) Post(method string, params [][]byte) error {
	body := make([][]byte, 0, len(params)+3)
	body = append(body, fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":`, method))
	body = append(append(body, params...), []byte("}"))
	_, err := c.outbox.send(body...)
	return err
}

// Flush waits until everything sent so far is written, or never will be.
func (c *Conn[V]) Flush(ctx context.Context) { c.outbox.flush(ctx) }

// Drained returns a channel that is closed when everything that has arrived is handled.
func (c *Conn[V]) Drained() <-chan struct{} { return c.stream.came.drained() }

// Running reports whether the client has sent initialize and not yet shutdown.
func (c *Conn[V]) Running() bool { return c.phase() == running }

func (c *Conn[V]) phase() phase { return phase(c.stage.Load()) }

// exit ends the connection. Reading stops here, because the input may never deliver another byte.
func (c *Conn[V]) exit() {
	c.stream.stop()
	c.leave.Do(func() { close(c.exited) })
}

// Serve serves the client until it sends exit, its input ends, the transport breaks, quit is closed or the outer context is done. The exit code is what
// the protocol asks of the process: 0 after shutdown, otherwise 1. The error says why the connection could not continue; a clean end has none.
//
// At the end Serve closes in and out if they can be closed, which releases goroutines that are blocked on them. A read or write that cannot be
// interrupted may outlive Serve, so the caller should then end the process.
func (c *Conn[V]) Serve(quit <-chan struct{}) (exitCode int, err error) {
	defer c.cancel()
	go c.outbox.run()
	c.rpc.Go(context.WithoutCancel(c.outer), c.handle)

	select {
	case <-c.exited:
		if c.phase() == stopped {
			c.drain(0, grace)
		}
	case <-c.stream.over: // the end of the input, or a broken header
		_ = c.guard("the end of the input", c.config.Ending)
		c.drain(0, grace)
		err = c.stream.failure()
	case <-c.outbox.done: // the client takes nothing more
		err = c.stream.failure()
	case <-quit:
	case <-c.outer.Done():
	}
	c.cancel()
	c.drain(0, grace) // the remaining requests are answered as cancelled
	c.hangUp()
	if err == nil && c.phase() == stopped {
		return 0, nil
	}
	return 1, err
}

// drain waits until at most this many requests are unanswered. It gives up and returns false after some time without an answer, or if the answers can no
// longer be delivered.
func (c *Conn[V]) drain(left int, patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		open, next := c.stream.unanswered()
		if open <= left {
			return true
		}
		select {
		case <-next:
			timer.Reset(patience)
		case <-timer.C:
			return false
		case <-c.outbox.done:
			return false
		}
	}
}

// hangUp ends the goroutines of the connection. It waits a limited time for each.
func (c *Conn[V]) hangUp() {
	limit, release := context.WithTimeout(context.WithoutCancel(c.base), grace)
	defer release()
	c.outbox.flush(limit)
	c.outbox.close()
	c.stream.hangUp()
	closeIfCloser(c.in)
	if limit.Err() != nil {
		closeIfCloser(c.out) // interrupts a blocked write
	}
	Await(c.outbox.done)
	closeIfCloser(c.out)
	waitFor(linger, c.rpc.Done())
}

// Await waits for a goroutine of an ending connection, but not longer than [grace].
func Await(done <-chan struct{}) { waitFor(grace, done) }

func waitFor(limit time.Duration, done <-chan struct{}) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

func closeIfCloser(v any) {
	if c, ok := v.(io.Closer); ok {
		_ = c.Close() // the connection is over, so nobody can be told
	}
}
