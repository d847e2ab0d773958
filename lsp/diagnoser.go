// This file implements pushed diagnostics: when they are computed, and which of
// them are sent.

package lsp

import (
	"bytes"
	"context"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// findings are what the newest text of one file deserves.
type findings struct {
	uri         uri.URI
	version     protocol.Optional[int32] // set if the file is open
	diagnostics []protocol.Diagnostic
}

// urgency tells how soon a change deserves a new pass.
type urgency uint8

const (
	onceQuiet urgency = iota // after a pause in the typing
	now                      // at once
)

// diagnoser computes and publishes findings in a goroutine of its own, so that
// neither a long check nor a client that does not read holds up the read loop.
// Any number of changes leads to one pass over the newest text; a pass that a
// change overtakes is cancelled and publishes nothing.
type diagnoser struct {
	log     *slog.Logger
	quiet   time.Duration
	inspect func(ctx context.Context) (map[string]findings, error) // by path
	publish func(ctx context.Context, params []byte) error
	loading func() bool // whether schemas that findings depend on are not there yet

	wake  chan struct{} // capacity 1: something has changed
	hurry atomic.Bool
	done  chan struct{} // closed when run has returned

	mu     sync.Mutex // guards cancel
	cancel context.CancelFunc

	sent   map[string]sentFindings // by path; used by run only
	waited bool                    // for schemas; used by run only
}

// sentFindings are the last message about a file the client still shows
// findings of, or has open.
type sentFindings struct {
	uri    uri.URI
	params []byte
}

// changed asks for a pass. It never waits.
func (d *diagnoser) changed(u urgency) {
	if u == now {
		d.hurry.Store(true)
	}
	d.mu.Lock()
	if d.cancel != nil {
		d.cancel()
	}
	d.mu.Unlock()
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// run serves until ctx is done.
func (d *diagnoser) run(ctx context.Context) {
	defer close(d.done)
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.wake:
			d.settle(ctx)
			d.pass(ctx)
		}
	}
}

// settle waits until nothing has changed for the quiet time, or something in a
// hurry has.
func (d *diagnoser) settle(ctx context.Context) {
	for !d.hurry.Swap(false) && d.quiet > 0 {
		select {
		case <-time.After(d.quiet):
			return
		case <-ctx.Done():
			return
		case <-d.wake:
		}
	}
}

// pass computes all findings and sends those that differ from what was sent.
func (d *diagnoser) pass(base context.Context) {
	ctx, cancel := context.WithCancel(base)
	d.setCancel(cancel)
	defer func() {
		d.setCancel(nil)
		cancel()
		if r := recover(); r != nil {
			d.log.Error("panic", "method", "diagnostics", "value", r, "stack", string(debug.Stack()))
		}
	}()
	if len(d.wake) > 0 { // overtaken before it began
		return
	}
	found, err := d.inspect(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		d.log.Warn("diagnostics failed", "error", err)
		return
	}
	if !d.await(ctx) {
		return
	}
	d.send(base, found)
}

// await waits a moment for schemas that are being loaded, since their arrival
// leads to another pass; false if something has changed meanwhile. Findings that
// have waited once do not wait again for the same schemas.
func (d *diagnoser) await(ctx context.Context) bool {
	if !d.loading() {
		d.waited = false
		return true
	}
	if d.waited {
		return true
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(schemasWait):
		d.waited = true
		return true
	}
}

func (d *diagnoser) send(ctx context.Context, found map[string]findings) {
	for path, old := range d.sent {
		if _, still := found[path]; !still {
			found[path] = findings{uri: old.uri}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		if err := d.sendFile(ctx, path, found[path]); err != nil {
			d.log.Warn("diagnostics not sent", "error", err)
			return
		}
	}
}

// sendFile sends the findings of one file, unless the client has the same ones
// for the same version already.
//
// Why the version counts: clients drop findings for a version that is not their
// newest, so equal findings that were dropped must be sent again.
func (d *diagnoser) sendFile(ctx context.Context, path string, f findings) error {
	_, open := f.version.Get()
	shown := open || len(f.diagnostics) > 0
	old, known := d.sent[path]
	if !known && !shown {
		return nil
	}
	if known && !open {
		f.uri = old.uri // the spelling the client knows the file by
	}
	params, err := protocol.Marshal(&protocol.PublishDiagnosticsParams{URI: f.uri, Version: f.version, Diagnostics: f.diagnostics})
	if err != nil || (known && bytes.Equal(old.params, params)) {
		return err
	}
	if err := d.publish(ctx, params); err != nil {
		return err
	}
	if shown {
		d.sent[path] = sentFindings{f.uri, params}
	} else {
		delete(d.sent, path)
	}
	return nil
}

func (d *diagnoser) setCancel(cancel context.CancelFunc) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cancel = cancel
}
