// Package publish decides which findings a client sees and when it sees them: pushed with publishDiagnostics, or pulled with textDocument/diagnostic and
// workspace/diagnostic.
//
// It uses the client through four functions and the session through snapshots; see [Config]. It knows neither the transport nor any other feature, and
// not how a program is checked: a snapshot returns reports.
//
//	focus        which programs matter, and which come first; directories that have two names
//	programs     turns the focus and a snapshot into steps, one for each program; checks that the user has stopped
//	diagnoser    runs the steps in two goroutines
//	conversion   converts findings to reports, the findings of a file as JSON, incrementally
//	listing      the findings of a program, compared with those that are shown
//	table        the newest findings of every file, and what the client was sent
//	document     answers textDocument/diagnostic and workspace/diagnostic
//	pulls        what the client has pulled, and when it must pull again
//	publisher    the parts put together
//
// # Invariants
//
//   - The client sees each finding once, and only for the newest text.
//   - Pushed and pulled findings are the same.
//   - Nothing here blocks the read loop: changes only cancel the running pass and signal the next one.
//   - Files that are gone leave nothing behind in any table.
//
// # Why
//
// Why a client that pulls findings still gets some pushed, for closed files until it asks for the workspace: clients keep pushed and pulled findings
// apart and show both. VS Code pulls documents and the workspace, so it is pushed nothing. A client that pulls documents only would never see the rest.
//
// Why findings in Markdown are pushed even to a client that pulls: it pulls only documents of the languages that a server is registered for, and registered
// for Markdown this one would also be asked to format it.
//
// Why a table between the diagnoser and the client: it makes push and pull agree, and a file can belong to several programs.
//
// Why a result id is a hash of the findings and not a counter: a client may keep it as long as it likes, even across restarts of the server.
package publish

import (
	"context"
	"iter"
	"log/slog"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// This file puts the parts together behind one type.

// Publisher computes findings and shows them to one client. Its methods are safe for concurrent use and, except for Run and the two pulls, never wait.
type Publisher struct {
	config Config
	focus
	aliases   aliases
	open      openCache
	survey    survey
	reports   reports
	pulls     pulls
	stopped   stopped
	end       func() // closes the channel in pulls
	diagnoser *diagnoser
}

// New returns a publisher. It computes nothing before Run.
func New(config Config) *Publisher {
	if config.Trace == nil {
		config.Trace = noTrace{}
	}
	if config.Watch == nil {
		config.Watch = func(ctx context.Context, _ *analysis.Program, _ func()) (context.Context, func()) {
			return ctx, func() {}
		}
	}
	p := &Publisher{config: config, pulls: pulls{ended: make(chan struct{})}}
	p.end = sync.OnceFunc(func() { close(p.pulls.ended) })
	p.diagnoser = newDiagnoser(config)
	p.diagnoser.opened = p.openPrograms
	p.diagnoser.closed = p.closedPrograms
	p.diagnoser.keeps = p.Covers
	p.diagnoser.passed = func() { p.refresh(); config.Passed() }
	p.diagnoser.upToDate = p.reports.retain
	return p
}

// Run computes findings until ctx is done.
func (p *Publisher) Run(ctx context.Context) { p.diagnoser.run(ctx) }

// Done is closed when Run has returned.
func (p *Publisher) Done() <-chan struct{} { return p.diagnoser.done }

// Changed notes that something has changed that findings depend on.
func (p *Publisher) Changed() { p.diagnoser.changed() }

// Edited notes that the user works on a document. Its findings come first.
func (p *Publisher) Edited(path string) {
	p.focus.edited(path)
	p.diagnoser.changed()
}

// Closed forgets a document.
func (p *Publisher) Closed(path string) {
	p.focus.closed(path)
	p.pulls.close(path)
	p.diagnoser.changed()
}

// FilesChanged notes that files and directories on disk may have changed.
func (p *Publisher) FilesChanged() {
	p.focus.relist()
	p.diagnoser.changed()
}

// Folders returns the folders of the workspace, whatever the scope.
func (p *Publisher) Folders() []string { return p.focus.workspace().folders }

// Directories visits the directories of the workspace that may hold programs, whatever the scope, until ctx is done.
// It searches for those that are not known.
func (p *Publisher) Directories(ctx context.Context, snapshot *workspace.Snapshot) iter.Seq[string] {
	return func(yield func(string) bool) { p.survey.each(ctx, snapshot, p.focus.workspace(), yield) }
}

// ChecksFolders reports whether programs without open documents are checked.
func (p *Publisher) ChecksFolders() bool { return len(p.focus.roots().folders) > 0 }

// PullsDocuments notes that the client pulls the findings of open documents, so they are no longer pushed.
func (p *Publisher) PullsDocuments() error {
	return p.diagnoser.table.pullsBegin(pullsDocuments)
}

// End answers pulls that wait for a change.
func (p *Publisher) End() { p.end() }

// isOpen reports whether the client has a document open now.
func (p *Publisher) isOpen(path string) bool {
	_, _, open, ok := p.config.View().Snapshot.File(path)
	return ok && open
}

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

type noTrace struct{}

func (noTrace) Pass(ctx context.Context, _ string) (context.Context, func(error)) {
	return ctx, func(error) {}
}

func (noTrace) Published(string, int, int) {}
