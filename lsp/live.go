// This file implements cancellation: which requests are being answered, and how
// `$/cancelRequest` reaches one of them.

package lsp

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// liveCalls are the requests being answered concurrently. A careless client may use an id
// again before its answer: whoever cancels that id means all of them, as nobody can tell
// which one.
type liveCalls struct {
	mu    sync.Mutex // guards calls
	calls map[jsonrpc2.ID][]*liveCall
}

type liveCall struct{ cancel context.CancelFunc }

// begin returns the context for the request with this id. The caller must call
// done before the request is answered, since the client may use the id again
// after that.
func (l *liveCalls) begin(base context.Context, id jsonrpc2.ID) (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(base)
	call := &liveCall{cancel}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calls == nil {
		l.calls = map[jsonrpc2.ID][]*liveCall{}
	}
	l.calls[id] = append(l.calls[id], call)
	return ctx, func() { l.end(id, call) }
}

func (l *liveCalls) end(id jsonrpc2.ID, call *liveCall) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if left := slices.DeleteFunc(l.calls[id], func(c *liveCall) bool { return c == call }); len(left) > 0 {
		l.calls[id] = left
	} else {
		delete(l.calls, id)
	}
	call.cancel()
}

// cancel cancels the requests with this id that are being answered.
func (l *liveCalls) cancel(id jsonrpc2.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, call := range l.calls[id] {
		call.cancel()
	}
}

// cancelParams keeps the id as it was written: ids may exceed the 32 bits the
// protocol's own type allows, and come back unchanged all the same.
type cancelParams struct {
	ID jsontext.Value `json:"id"`
}

func (s *server) cancelRequest(p *cancelParams) error {
	if p.ID.Kind() == jsontext.KindString {
		var id string
		if err := json.Unmarshal(p.ID, &id, jsontext.AllowInvalidUTF8(true)); err != nil {
			return err
		}
		s.live.cancel(jsonrpc2.NewStringID(id))
		return nil
	}
	id, err := strconv.ParseInt(string(p.ID), 10, 64)
	if err != nil {
		return err
	}
	s.live.cancel(jsonrpc2.NewNumberID(id))
	return nil
}
