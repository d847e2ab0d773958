// This file implements the link: what the server and its handlers use to reach the client, beside their answers.

package lsp

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// peer sends messages to the client.
type peer interface {
	// Call waits for the answer, so it must not run on the read loop.
	Call(ctx context.Context, method string, params, result any) error
	// Notify never waits for the client.
	Notify(ctx context.Context, method string, params any) error
	// Post is Notify for parameters that are encoded already, in pieces that never change.
	Post(method string, params [][]byte) error
}

// link reaches the client, the log, and goroutines that end with the connection. It is safe for concurrent use.
type link struct {
	log       *slog.Logger
	peer      peer
	base      context.Context // done when the connection ends
	keepFault func(doing string, f *fault.Fault) (path string, err error)

	owned   goroutines
	said    sync.Map     // messages that were logged or shown once, by text
	begun   atomic.Int64 // progress indicators so far
	cancels sync.Map     // functions that cancel what a progress indicator shows, by token
}

// call sends a request to the client and waits for its answer. It must not run on the read loop.
func (l *link) call(method string, params, result any) error {
	return l.peer.Call(l.base, method, params, result)
}

// notify sends a notification to the client.
func (l *link) notify(method string, params any) error {
	return l.peer.Notify(l.base, method, params)
}

// warn logs an error unless there is none or it comes from the end of the connection.
func (l *link) warn(message string, err error) {
	if err != nil && l.base.Err() == nil {
		l.log.Warn(message, "error", err)
	}
}

// background runs f in a goroutine of its own. f may wait for the client. It must return when the connection ends. A panic ends only f.
func (l *link) background(f func()) {
	l.owned.start(func() { l.survived("background", f) })
}

// goroutines is a group of goroutines that the end of the connection waits for.
type goroutines struct {
	mu     sync.Mutex // guards over
	over   bool
	living sync.WaitGroup
}

// start runs f in a new goroutine unless the wait for the group has begun.
func (g *goroutines) start(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.over {
		g.living.Go(f)
	}
}

// stopped prevents new goroutines and returns a channel that is closed when all have ended.
func (g *goroutines) stopped() <-chan struct{} {
	g.mu.Lock()
	g.over = true
	g.mu.Unlock()
	all := make(chan struct{})
	go func() {
		defer close(all)
		g.living.Wait()
	}()
	return all
}

// rerunner runs a function in at most one goroutine at a time. Calls during a run lead to one more run. The zero value is ready to use.
type rerunner struct {
	wanted, busy atomic.Bool
}

// run runs f, or makes the goroutine that is running it run it once more.
func (r *rerunner) run(f func()) {
	r.wanted.Store(true)
	for r.wanted.Load() && r.busy.CompareAndSwap(false, true) {
		r.wanted.Store(false)
		f()
		r.busy.Store(false)
	}
}
