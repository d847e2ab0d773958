// This file declares what a publisher needs from its owner.

package publish

import (
	"context"
	"log/slog"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// Client is what findings depend on of what a client has announced.
type Client struct {
	RelatedInformation bool
	CodeLinks          bool // a finding may link to the explanation of its code
	RelatedDocuments   bool // the answer about one document may bring findings of others
	Refreshes          bool // the client can be told to pull again
	Tags               []protocol.DiagnosticTag
}

// View is the state at one moment.
type View struct {
	place.Converter
	Client Client
}

// Config is what a publisher needs from its owner. Watch and Trace may be nil.
type Config struct {
	// View returns the current state.
	View func() View
	// Push sends the parameters of textDocument/publishDiagnostics and waits until they are written, so that findings do not pile up for a client that does
	// not read. The parameters come in pieces, which never change.
	Push func(params [][]byte) error
	// Partial sends part of an answer.
	Partial func(token, report jsontext.Value) error
	// Learn applies a change that follows from findings.
	Learn func(change workspace.Change)
	// Refresh tells the client to pull again, waits for its confirmation and reports whether it came.
	Refresh func() bool
	// Background runs a function that may wait for the client.
	Background func(f func())
	// Drained returns a channel that is closed when every message that has arrived is handled.
	Drained func() <-chan struct{}
	// Passed is called after each complete pass.
	Passed func()
	// Watch is called before each check of a program. It returns the context for the check, and a function to call afterwards. stop stops the check, and no
	// later pass checks this version of the program again.
	Watch func(ctx context.Context, program *analysis.Program, stop func()) (watched context.Context, end func())
	// Fault is called with what recover returned after a panic.
	Fault func(doing string, recovered any)
	Trace Trace
	Log   *slog.Logger
}

// Trace records what a publisher does.
type Trace interface {
	// Pass begins a record about a program. The returned context is for the work, and end completes the record.
	Pass(ctx context.Context, program string) (traced context.Context, end func(err error))
	// Published records that findings were sent.
	Published(path string, findings, bytes int)
}

// noTrace records nothing.
type noTrace struct{}

func (noTrace) Pass(ctx context.Context, _ string) (context.Context, func(error)) {
	return ctx, func(error) {}
}

func (noTrace) Published(string, int, int) {}
