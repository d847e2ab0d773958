// This file implements cancellation: by $/cancelRequest, by the owner of the connection, and by edits that make the answers of running requests useless.

package wire

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// calls are the requests that run concurrently. A careless client may reuse an id before its request is answered. Canceling that id then cancels every
// request that has it.
type calls struct {
	mu      sync.Mutex // guards running
	running map[jsonrpc2.ID][]*call
}

type call struct {
	cancel context.CancelCauseFunc
	about  string // see [Config.About]
}

// begin returns the context for the request with this id. The caller must call done before the request is answered, since the client may reuse the id
// after that.
func (l *calls) begin(base context.Context, id jsonrpc2.ID, about string) (ctx context.Context, cancel context.CancelCauseFunc, done func()) {
	ctx, cancel = context.WithCancelCause(base)
	c := &call{cancel, about}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running == nil {
		l.running = map[jsonrpc2.ID][]*call{}
	}
	l.running[id] = append(l.running[id], c)
	return ctx, cancel, func() { l.end(id, c) }
}

func (l *calls) end(id jsonrpc2.ID, ended *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if left := slices.DeleteFunc(l.running[id], func(c *call) bool { return c == ended }); len(left) > 0 {
		l.running[id] = left
	} else {
		delete(l.running, id)
	}
	ended.cancel(nil)
}

// cancel cancels the running requests with this id.
func (l *calls) cancel(id jsonrpc2.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.running[id] {
		c.cancel(nil)
	}
}

// cancelAll cancels every running request.
func (l *calls) cancelAll() { l.cancelIf(func(*call) bool { return true }, nil) }

// cancelIf cancels some of the running requests.
func (l *calls) cancelIf(which func(*call) bool, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, all := range l.running {
		for _, c := range all {
			if which(c) {
				c.cancel(cause)
			}
		}
	}
}

// Modified cancels the running requests about something that was modified. Those that end in time are answered as usual.
func (c *Conn[V]) Modified(about string) {
	c.calls.cancelIf(func(running *call) bool { return running.about == about && about != "" }, protocol.ErrContentModified)
}

// cancelParams keeps the id as raw JSON. The protocol's own type allows only 32-bit numbers, but we accept and return larger ids unchanged.
type cancelParams struct {
	ID jsontext.Value `json:"id"`
}

func (l *calls) cancelRequest(p *cancelParams) error {
	if p.ID.Kind() == jsontext.KindString {
		var id string
		if err := json.Unmarshal(p.ID, &id, jsontext.AllowInvalidUTF8(true)); err != nil {
			return err
		}
		l.cancel(jsonrpc2.NewStringID(id))
		return nil
	}
	id, err := strconv.ParseInt(string(p.ID), 10, 64)
	if err != nil {
		return err
	}
	l.cancel(jsonrpc2.NewNumberID(id))
	return nil
}
