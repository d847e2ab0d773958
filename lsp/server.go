// This file implements the server's state and who may touch it.

package lsp

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/inlay"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// phase is where a connection is in the life the protocol prescribes.
type phase int32

const (
	fresh   phase = iota // before `initialize`
	running              // between `initialize` and `shutdown`
	stopped              // after `shutdown`
)

// server is the state of one connection.
//
// Invariant: only the read loop writes it, but for settings, which may be answers of the
// client. What concurrent requests and the diagnoser need reaches them as an immutable
// view.
type server struct {
	opts     Options
	log      *slog.Logger
	session  *workspace.Session
	requests map[string]request
	notices  map[string]notice

	base      context.Context // the connection's own: parent of every handler's context
	stop      func()          // ends base
	conn      jsonrpc2.Conn
	owned     goroutines // beside the read loop
	diagnoser *diagnoser
	lookout   *lookout
	rest      rest
	watch     schemaWatch
	focus     focus
	survey    survey // used by the diagnoser only
	twins     twins
	converted conversions
	pulls     pulls
	late      lateChanges

	colourings    colourings
	lookList      lookList
	directoryList directoryList               // of the workspace, for searches
	hints         atomic.Pointer[inlay.Shown] // nil before any settings came
	lenses        atomic.Pointer[lens.Shown]  // nil before any settings came
	// tellToAskAgain sends one of the requests that tell the client to ask for something
	// again, and waits until it has confirmed that it will.
	tellToAskAgain func(ctx context.Context, method string) error
	connected      func() // called when there is a connection; nil but in tests
	live           liveCalls
	exited         chan struct{} // closed by `exit`
	orphaned       chan struct{} // closed when the process of the client is gone

	progress atomic.Int64 // how many have been begun
	cancels  sync.Map     // functions that cancel what a progress shows, by token
	stage    atomic.Int32
	client   client // set by `initialize`, never changed after
	trusted  bool   // what `initialize` said

	question    settingsQuestion
	configuring sync.Mutex // held while settings are put into force; guards the next three
	folders     []string   // of the workspace; only the read loop changes them
	told        *Trust     // what was said last, nil for nothing yet
	settings    string     // those that the client sent last

	uris atomic.Pointer[map[string]uri.URI]

	trace *tracer // nil without a trace
	wire  *stream

	said sync.Map // messages already logged, by text
}

// view is what one request sees: the state at the moment the request was read.
type view struct {
	client   client
	snapshot *workspace.Snapshot
	// uris are those of the documents opened so far, by path, that the client spells otherwise
	// than [uri.File] does.
	uris map[string]uri.URI
	// converted remembers conversions of findings, of this view and of others.
	converted *conversions
	// hints are the kinds of inlay hints that are shown.
	hints inlay.Shown
	// lenses are the kinds of code lenses that are shown.
	lenses lens.Shown
	// server is asked by those requests whose answers are about more than one moment.
	server *server
}

func newServer(opts Options) *server {
	s := &server{
		opts:     opts,
		log:      opts.Log,
		session:  opts.Session,
		requests: standardRequests(),
		notices:  standardNotices(),
		late:     make(lateChanges),
		exited:   make(chan struct{}),
		orphaned: make(chan struct{}),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.session == nil {
		s.session = workspace.New(workspace.Options{})
	}
	s.uris.Store(&map[string]uri.URI{})
	s.trace = newTracer(opts.Trace, s.session)
	return s
}

// connect gives the server its connection, before the first message is read.
func (s *server) connect(ctx context.Context, conn jsonrpc2.Conn, out *outbox, wire *stream) {
	s.conn, s.wire = conn, wire
	s.base, s.stop = context.WithCancel(ctx)
	if s.tellToAskAgain == nil {
		s.tellToAskAgain = func(ctx context.Context, method string) error {
			_, err := conn.Call(ctx, method, nil, nil)
			return err
		}
	}
	s.diagnoser = &diagnoser{
		log:     s.log,
		faulty:  s.faulty,
		trace:   s.trace,
		opened:  s.openPrograms,
		closed:  s.closedPrograms,
		keeps:   s.focus.covers,
		drained: wire.came.drained,
		caught:  func() { s.refresh(); s.lookAgain() },
		shows:   s.converted.retain,
		wakeUp:  make(chan struct{}, 1),
		spare:   make(chan struct{}, 1),
		done:    make(chan struct{}),
	}
	s.diagnoser.shown.trace = s.trace
	s.diagnoser.shown.publish = func(ctx context.Context, params []byte) error {
		err := conn.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, jsonrpc2.RawMessage(params))
		out.flush(ctx) // findings must not pile up in front of a client that does not read
		return err
	}
	s.rest.begin = s.opts.Rest
	s.lookout = &lookout{
		session: s.session,
		missed:  func() { s.focus.relist(); s.diagnoser.changed() },
		after:   func() { s.background(s.watchSchemas) },
		active:  func() bool { return s.phase() == running && (len(s.session.Snapshot().Open()) > 0 || s.focus.looks()) },
		ticks:   s.opts.Ticks,
		ticked:  s.rest.tick,
		safely:  func(look func()) { s.survived("looking for changes", look) },
		wake:    make(chan struct{}, 1),
	}
}

func (s *server) phase() phase { return phase(s.stage.Load()) }

func (s *server) view() *view {
	v := &view{client: s.client, snapshot: s.session.Snapshot(), uris: *s.uris.Load(), converted: &s.converted, hints: inlay.Calm(), lenses: lens.All(), server: s}
	if chosen := s.hints.Load(); chosen != nil {
		v.hints = *chosen
	}
	if chosen := s.lenses.Load(); chosen != nil {
		v.lenses = *chosen
	}
	return v
}

// spell remembers how the client spells the URI of a file, where that is not how anybody
// would: a client that opens new files all day would fill the table with what is known.
func (s *server) spell(path string, spelled uri.URI) {
	known := *s.uris.Load()
	_, before := known[path]
	usual := spelled == uri.File(path)
	if known[path] == spelled || usual && !before {
		return
	}
	uris := maps.Clone(known)
	if uris[path] = spelled; usual {
		delete(uris, path)
	}
	s.uris.Store(&uris)
}

// background runs f, which may wait for the client, beside the read loop. f must
// return when the base context is done. A panic ends f and nothing else.
func (s *server) background(f func()) {
	s.owned.start(func() { s.survived("background", f) })
}

// goroutines are those that somebody will wait for.
type goroutines struct {
	mu     sync.Mutex // guards over
	over   bool
	living sync.WaitGroup
}

// start runs f in a goroutine of its own, unless the wait for them has begun.
func (g *goroutines) start(f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.over {
		g.living.Go(f)
	}
}

// stopped starts no more of them; what it returns is closed when all have ended.
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

// once logs a fault of the client the first time it is seen.
func (s *server) once(fault string) {
	if _, again := s.said.LoadOrStore(fault, true); !again {
		s.log.Warn(fault)
	}
}
