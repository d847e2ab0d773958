// This file implements the dispatcher: every message of the client passes
// through handle.

package lsp

import (
	"context"
	"errors"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// handle is the connection's only handler. Invariant: it never returns an error
// for a notification and never panics, since either would end the connection.
//
// rctx is good for Async alone: it is recycled with the request, so that a
// context derived from it can crash the process later.
func (s *server) handle(rctx context.Context, req *jsonrpc2.Request) (result any, err error) {
	s.rest.heard.Add(1)
	method := strings.Clone(req.Method()) // borrowed from the frame
	if !req.IsCall() {
		s.survived(method, func() { s.notice(method, req) })
		return nil, nil
	}
	err = internalError(method)
	s.survived(method, func() { result, err = s.answer(rctx, method, req) })
	if err != nil {
		return nil, wireError(err)
	}
	return result, nil
}

// notice handles a notification to its end before the next message is read.
func (s *server) notice(method string, req *jsonrpc2.Request) {
	if method != protocol.MethodExit && s.phase() != running {
		s.log.Debug("notification ignored", "method", method, "phase", s.phase())
		return
	}
	take, known := s.notices[method]
	if !known {
		s.log.Debug("unknown notification", "method", method)
		return
	}
	_, end := s.trace.message(s.base, method, req, s.wire.last)
	_, err := s.guarded(method, func() (any, error) { return nil, take(s, req.Params()) })
	end(err)
	if err != nil {
		s.log.Warn("notification failed", "method", method, "error", err)
	}
}

// answer computes the result of a request as JSON. A concurrent request takes
// its view while nothing after it has been read, and only then lets the read
// loop go on: it sees every edit sent before it and none sent after it.
func (s *server) answer(rctx context.Context, method string, req *jsonrpc2.Request) (result any, err error) {
	handler, err := s.admit(method)
	if err != nil {
		return nil, err
	}
	if handler.inline != nil {
		_, end := s.trace.message(s.base, method, req, s.wire.last)
		defer func() { end(err) }()
		return s.guarded(method, func() (any, error) { return handler.inline(s, req.Params()) })
	}
	ctx, done := s.live.begin(s.base, req.ID())
	defer done()
	ctx, end := s.trace.message(ctx, method, req, s.wire.last)
	defer func() { end(err) }()
	v := s.view()
	s.trace.released()
	jsonrpc2.Async(rctx)
	return s.guarded(method, func() (any, error) { return handler.concurrent(ctx, v, req.Params()) })
}

// admit finds the handler of a request, if the server may answer it now.
func (s *server) admit(method string) (request, error) {
	switch phase := s.phase(); {
	case phase == fresh && method != protocol.MethodInitialize:
		return request{}, jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s: the server is not initialized", method)
	case phase == running && method == protocol.MethodInitialize:
		return request{}, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the server is initialized already")
	case phase == stopped:
		return request{}, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s: the server is shut down", method)
	}
	handler, known := s.requests[method]
	if !known {
		return request{}, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "unknown method %q", method)
	}
	return handler, nil
}

// internalError is all that a client is told of a panic.
func internalError(method string) error {
	return jsonrpc2.Errorf(jsonrpc2.InternalError, "%s: internal error", method)
}

// guarded runs f and encodes its result; a panic in either is an error of this one
// message.
func (s *server) guarded(method string, f func() (any, error)) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.faulty(method, r)
			result, err = nil, internalError(method)
		}
	}()
	answer, err := f()
	if err != nil {
		return nil, err
	}
	raw, err := protocol.Marshal(answer)
	return jsonrpc2.RawMessage(raw), err
}

// wireError gives an error the code a client expects.
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
