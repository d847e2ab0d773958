// This file assembles a server, serves one client from initialize on, and loads schemas in the background.

package lsp

import (
	"context"
	"io"
	"log/slog"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/lsp/publish"
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Serve serves one client that writes to in and reads from out, until the client sends exit, its input ends, the transport breaks or ctx is done. The exit
// code is what the protocol asks of the process: 0 after shutdown, otherwise 1. The error says why the connection could not continue; a clean end has none.
//
// At the end Serve closes in and out if they can be closed, which releases goroutines that are blocked on them. A read or write that cannot be
// interrupted may outlive Serve, so the caller should then end the process.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) (exitCode int, err error) {
	s := newServer(opts)
	s.connect(ctx, in, out)
	return s.run()
}

func newServer(opts Options) *server {
	s := &server{opts: opts, session: opts.Session, reorder: reorderer{}, doing: map[string]string{}, orphaned: make(chan struct{})}
	s.log = opts.Log
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.session == nil {
		s.session = workspace.New(workspace.Options{})
	}
	s.uris.Store(&map[string]uri.URI{})
	s.requests, s.notifications = handlers(requestsOf(s), s.doing), handlers(notificationsOf(s), s.doing)
	s.memory.limit.Store(defaultMemory)
	s.trace = newTracer(opts.Trace, s.session)
	return s
}

// connect prepares to serve a client.
func (s *server) connect(ctx context.Context, in io.Reader, out io.Writer) {
	s.conn = wire.New(ctx, in, out, s.wireConfig())
	s.peer, s.base = s.conn, s.conn.Context()
	s.assemble()
	if s.opts.LoadInBackground {
		s.session.LoadInBackground(s.loadSchema)
	}
}

// run serves the client until the end.
func (s *server) run() (exitCode int, err error) {
	go s.findings.Run(s.base)
	s.background(func() { s.poller.run(s.base) })
	exitCode, err = s.conn.Serve(s.orphaned)
	wire.Await(s.findings.Done())
	wire.Await(s.owned.stopped())
	return exitCode, err
}

func (s *server) wireConfig() wire.Config[*view] {
	config := wire.Config[*view]{
		Requests: s.requests, Notifications: s.notifications, View: s.view, Fault: s.faulty, Log: s.log,
		About:  s.about,
		Watch:  s.watchMessage,
		Ending: func() { s.findings.End() },
		Heard: func() {
			s.idle.heard.Add(1)
			s.pauses.happened()
		},
	}
	if s.trace != nil {
		config.Trace, config.Released = s.trace.message, s.trace.released
	}
	return config
}

func (s *server) assemble() {
	s.keepFault = s.opts.KeepFault
	s.tellToRefresh = func(ctx context.Context, method string) error { return s.peer.Call(ctx, method, nil, nil) }
	s.refresher = &refresher{
		link: &s.link, view: s.view,
		tell: func(ctx context.Context, kind refreshKind) error { return s.tellToRefresh(ctx, string(kind)) },
	}
	s.follower.changed = s.refresher.refresh
	s.follower.watched = func() { s.background(s.watchSchemas) }
	s.watchdog.link, s.watchdog.after = &s.link, s.opts.After
	s.idle.begin = func() {
		s.session.Apply(workspace.Idle{})
		if s.opts.Rest != nil {
			s.opts.Rest()
		}
	}
	s.pauses.garbage, s.pauses.collect = s.opts.Garbage, s.opts.Collect
	s.pauses.alive = func() bool { return s.base.Err() == nil }
	s.pauses.safely = func(f func()) { s.survived("collecting garbage", f) }
	s.pauses.after = s.opts.After
	s.memory.log, s.memory.used, s.memory.free = s.log, s.opts.MemoryInUse, s.opts.Rest
	s.memory.shed = func() { s.session.Apply(workspace.EvictUnused{Keep: s.findings.Covers}) }
	s.poller = &poller{
		session: s.session,
		missed:  func() { s.findings.FilesChanged() },
		active: func() bool {
			return s.conn.Running() && (len(s.session.Snapshot().Open()) > 0 || s.findings.ChecksFolders())
		},
		ticks:  s.opts.Ticks,
		ticked: func() { s.idle.tick(); s.memory.tick() },
		safely: func(check func()) { s.survived("looking for changes", check) },
		wake:   make(chan struct{}, 1),
	}
	s.findings = publish.New(s.publishConfig())
}

func (s *server) publishConfig() publish.Config {
	config := publish.Config{
		View: s.published,
		Push: func(params [][]byte) error {
			err := s.peer.Post(protocol.MethodTextDocumentPublishDiagnostics, params)
			s.conn.Flush(s.base)
			return err
		},
		Partial: func(token, report jsontext.Value) error { return s.partial(token, report) },
		Learn:   func(change workspace.Change) { s.session.Apply(change) },
		Refresh: func() bool {
			err := s.tellToRefresh(s.base, protocol.MethodWorkspaceDiagnosticRefresh)
			s.warn("the client cannot be told to refresh its diagnostics", err)
			return err == nil
		},
		Background: s.background,
		Passed: func() {
			s.refresher.refresh()
			s.pauses.happened()
		},
		Watch: s.watchPass,
		Fault: s.faulty,
		Log:   s.log,
	}
	if s.conn != nil {
		config.Drained = s.conn.Drained
	}
	if s.trace != nil {
		config.Trace = s.trace
	}
	return config
}

func (s *server) initialize(p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.client = newClient(p)
	s.watchdog.asks = s.client.choices
	given := s.configure(section(p.InitializationOptions))
	s.client.commands = given.Commands
	s.client.contents = s.client.contents || given.SchemaDocuments
	s.trusted = valueOr(given.Trusted)
	s.setFolders(foldersOf(p))
	s.trust(given.Trusted)
	if s.client.pullsFindings {
		if err := s.findings.PullsDocuments(); err != nil {
			return nil, err
		}
	}
	if p.ProcessID != nil && s.opts.AwaitProcess != nil {
		s.background(func() { s.awaitClient(int(*p.ProcessID)) })
	}
	return &protocol.InitializeResult{
		Capabilities: serverCapabilities(s.client),
		ServerInfo:   protocol.ServerInfo{Name: serverName, Version: optionalString(s.opts.Version)},
	}, nil
}

// awaitClient ends the connection when the client's process has ended. Another process may hold the input open, so its end may never come.
func (s *server) awaitClient(process int) {
	if s.opts.AwaitProcess(s.base, process) {
		s.log.Info("the client's process has ended")
		close(s.orphaned)
	}
}

// loadSchema loads a schema. When it has arrived, or certainly will not, the server checks everything again that needs it.
func (s *server) loadSchema(name string, load func(workspace.Caller)) {
	s.background(func() {
		t := s.begin("Loading the schema of "+name, s.client.workDoneProgress)
		defer t.cancel()
		if !s.client.workDoneProgress { // otherwise, the progress indicator offers to cancel
			defer s.watchdog.watch(work{what: func() string { return t.title }, cancel: t.cancel})()
		}
		load(workspace.Caller{Cancelled: t.ctx.Done(), Progress: t.enter, Fault: func(f *fault.Fault) { s.faulty("reading a schema", f) }})
		s.session.Apply(workspace.SchemasArrived{})
		s.arrivals.Happen()
		s.findings.Changed()
		s.watchSchemas()
	})
}
