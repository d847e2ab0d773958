// This file implements the dispatcher, which passes every message of the client to its handler, and encodes
// parameters and results.

package wire

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/workspace/await"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// phase is the state of a connection in the life cycle of the protocol.
type phase int32

const (
	fresh   phase = iota // before initialize
	running              // between initialize and shutdown
	stopped              // after shutdown
)

// Request handles one method that has an answer. Exactly one of its fields is set. V is what a concurrent handler sees: the state at the moment when the
// request was read.
type Request[V any] struct {
	// Inline runs on the read loop, so all later messages see its effect. It must not call the client.
	Inline func(params jsonrpc2.RawMessage) (any, error)
	// Concurrent runs in a goroutine of its own.
	Concurrent func(ctx context.Context, view V, params jsonrpc2.RawMessage) (any, error)
}

// Notification handles one method that has no answer. It runs on the read loop.
type Notification func(params jsonrpc2.RawMessage) error

// Inline makes a request of a function that runs on the read loop.
func Inline[V, P, R any](f func(*P) (R, error)) Request[V] {
	return Request[V]{Inline: func(params jsonrpc2.RawMessage) (any, error) {
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		return f(p)
	}}
}

// Concurrent makes a request of a function that runs in a goroutine of its own.
func Concurrent[V, P, R any](f func(V, context.Context, *P) (R, error)) Request[V] {
	return Request[V]{Concurrent: func(ctx context.Context, view V, params jsonrpc2.RawMessage) (any, error) {
		if err := ctx.Err(); err != nil { // cancelled before it began
			return nil, err
		}
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		return f(view, ctx, p)
	}}
}

// ConcurrentOn is like [Concurrent] for a function that is about something. Parameters of type A name that, beside the
// others; the answer is empty if nothing is found.
func ConcurrentOn[V, A, T, P, R any](find func(V, A) (*T, error), f func(V, context.Context, *T, *P) (R, error)) Request[V] {
	return Request[V]{Concurrent: func(ctx context.Context, view V, params jsonrpc2.RawMessage) (any, error) {
		if err := ctx.Err(); err != nil { // cancelled before it began
			return nil, err
		}
		about, err := decode[A](params)
		if err != nil {
			return nil, err
		}
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		found, err := find(view, *about)
		if found == nil {
			var empty R
			return empty, err
		}
		return f(view, ctx, found, p)
	}}
}

// Notified makes a notification of a function with decoded parameters.
func Notified[P any](f func(*P) error) Notification {
	return func(params jsonrpc2.RawMessage) error {
		p, err := decode[P](params)
		if err != nil {
			return err
		}
		return f(p)
	}
}

// decode decodes parameters. Absent parameters count as an empty object; handlers check for required members.
func decode[P any](params jsonrpc2.RawMessage) (*P, error) {
	p := new(P)
	if len(params) == 0 {
		return p, nil
	}
	if err := (codec{}).Unmarshal(params, p); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "invalid parameters: %v", err)
	}
	return p, nil
}

// handle is the connection's only handler. Invariant: it never returns an error for a notification and never panics, since either would end the
// connection.
//
// rctx is used for Async alone: it is recycled with the request, so a context derived from it could crash the process later.
func (c *Conn[V]) handle(rctx context.Context, req *jsonrpc2.Request) (result any, err error) {
	if c.config.Heard != nil {
		c.config.Heard()
	}
	method := strings.Clone(req.Method()) // borrowed from the frame
	if !req.IsCall() {
		_ = c.guard(method, func() { c.notification(method, req) })
		return nil, nil
	}
	panicked := c.guard(method, func() { result, err = c.answer(rctx, method, req) })
	if err = cmp.Or(panicked, err); err != nil {
		return nil, wireError(err)
	}
	return result, nil
}

// notification handles a notification before the next message is read.
func (c *Conn[V]) notification(method string, req *jsonrpc2.Request) {
	if method == protocol.MethodExit {
		_, end := c.begin(c.base, method, req)
		c.exit()
		end(nil)
		return
	}
	if phase := c.phase(); phase != running {
		c.config.Log.Debug("notification ignored", "method", method, "phase", phase)
		return
	}
	handler, known := c.config.Notifications[method]
	if method == protocol.MethodCancelRequest {
		handler, known = Notified(c.calls.cancelRequest), true
	}
	if !known {
		c.config.Log.Debug("unknown notification", "method", method)
		return
	}
	_, end := c.begin(c.base, method, req)
	defer c.watch(method, req, nil)()
	_, err := c.guarded(method, func() (any, error) { return nil, handler(req.Params()) })
	end(err)
	if err != nil {
		c.config.Log.Warn("notification failed", "method", method, "error", err)
	}
}

// answer computes the result of a request as JSON. A concurrent request takes its view before the read loop continues. So it sees every edit sent before
// it and none sent after it.
func (c *Conn[V]) answer(rctx context.Context, method string, req *jsonrpc2.Request) (result any, err error) {
	handler, err := c.admit(method)
	switch {
	case err != nil:
		return nil, err
	case method == protocol.MethodShutdown:
		return c.shutdown(rctx, req)
	case handler.Inline != nil:
		_, end := c.begin(c.base, method, req)
		defer func() { end(err) }()
		defer c.watch(method, req, nil)()
		result, err = c.guarded(method, func() (any, error) { return handler.Inline(req.Params()) })
		if err == nil && method == protocol.MethodInitialize {
			c.stage.Store(int32(running))
		}
		return result, err
	}
	about := ""
	if c.config.About != nil {
		about = c.config.About(method, req.Params())
	}
	ctx, cancel, done := c.calls.begin(c.base, req.ID(), about)
	defer done()
	ctx, end := c.begin(ctx, method, req)
	defer func() { end(err) }()
	view, params := c.config.View(), slices.Clone(req.Params()) // a handler that is left alone outlives the request
	c.release(rctx)
	defer c.watch(method, req, func() { cancel(nil) })()
	result, err = await.Result(ctx, impatience, func() (any, error) {
		return c.guarded(method, func() (any, error) { return handler.Concurrent(ctx, view, params) })
	})
	if errors.Is(err, context.Canceled) && context.Cause(ctx) == protocol.ErrContentModified {
		err = protocol.ErrContentModified
	}
	return result, err
}

// admit returns the handler of a request if the protocol allows the request now.
func (c *Conn[V]) admit(method string) (Request[V], error) {
	switch phase := c.phase(); {
	case phase == fresh && method != protocol.MethodInitialize:
		return Request[V]{}, jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s: the server is not initialized", method)
	case phase == running && method == protocol.MethodInitialize:
		return Request[V]{}, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the server is already initialized")
	case phase == stopped:
		return Request[V]{}, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s: the server is shut down", method)
	}
	handler, known := c.config.Requests[method]
	if !known && method != protocol.MethodShutdown {
		return Request[V]{}, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "unknown method %q", method)
	}
	return handler, nil
}

// shutdown handles nothing but exit from now on, and answers after every earlier request has been answered.
func (c *Conn[V]) shutdown(rctx context.Context, req *jsonrpc2.Request) (result any, err error) {
	_, end := c.begin(c.base, protocol.MethodShutdown, req)
	defer func() { end(err) }()
	c.stage.Store(int32(stopped))
	_ = c.guard(protocol.MethodShutdown, c.config.Ending)
	c.release(rctx)
	if !c.drain(1, impatience) { // the request itself is the last one
		c.calls.cancelAll()
		c.stream.awaitAnswers(1)
	}
	return nil, nil
}

// begin starts the trace of a message.
func (c *Conn[V]) begin(ctx context.Context, method string, req *jsonrpc2.Request) (context.Context, func(error)) {
	if c.config.Trace == nil {
		return ctx, func(error) {}
	}
	m := Message{Method: method, Bytes: c.stream.last.bytes, Arrived: c.stream.last.at}
	if req.IsCall() {
		m.ID, m.IsRequest = req.ID(), true
	}
	return c.config.Trace(ctx, m)
}

// watch watches the handler of a message until end is called.
func (c *Conn[V]) watch(method string, req *jsonrpc2.Request, cancel func()) (end func()) {
	if c.config.Watch == nil {
		return func() {}
	}
	return c.config.Watch(method, req.Params(), cancel)
}

// release lets the read loop go on while a request is being answered.
func (c *Conn[V]) release(rctx context.Context) {
	if c.config.Released != nil {
		c.config.Released()
	}
	jsonrpc2.Async(rctx)
}

// internalError is all that a client is told about a panic.
func internalError(method string) error {
	return jsonrpc2.Errorf(jsonrpc2.InternalError, "%s: internal error", method)
}

// guard runs f and reports a panic in it. It returns an error only then.
func (c *Conn[V]) guard(doing string, f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = internalError(doing)
			c.config.Fault(doing, r)
		}
	}()
	f()
	return nil
}

// guarded runs f and encodes its result. A panic in either becomes an error of this message.
func (c *Conn[V]) guarded(method string, f func() (any, error)) (result any, err error) {
	panicked := c.guard(method, func() {
		var answer any
		if answer, err = f(); err != nil {
			return
		}
		var raw []byte
		raw, err = c.memory.marshal(answer)
		result = jsonrpc2.RawMessage(raw)
	})
	if err = cmp.Or(panicked, err); err != nil {
		return nil, err
	}
	return result, nil
}

// wireError gives an error the code that a client expects.
func wireError(err error) error {
	var coded *jsonrpc2.Error
	switch {
	case errors.Is(err, context.Canceled):
		return protocol.ErrRequestCancelled
	case errors.As(err, &coded):
		return coded
	default: // without a code of its own it would be sent with code 0
		return jsonrpc2.Errorf(jsonrpc2.InternalError, "%v", err)
	}
}

// codec forwards to package protocol, which knows the protocol's unions but does not export its own codec.
type codec struct{}

var _ jsonrpc2.Codec = codec{}

// Marshal encodes v. Raw JSON passes through unchanged.
func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

// Unmarshal decodes data into v. A raw destination receives a copy.
func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = bytes.Clone(data)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// scratch is memory in which results are encoded. It has the length of earlier ones, so encoding a result rarely means copying it again and again while it
// grows.
type scratch struct{ pool sync.Pool }

// marshal encodes v like a codec.
func (s *scratch) marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	buffer, ok := s.pool.Get().(*[]byte)
	if !ok {
		buffer = new([]byte)
	}
	data, err := protocol.AppendMarshal((*buffer)[:0], v)
	if err != nil || cap(data) > keptBuffer { // the memory of a huge result is the result
		return data, err
	}
	*buffer = data
	defer s.pool.Put(buffer)
	return bytes.Clone(data), nil
}
