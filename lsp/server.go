// This file declares the state of the server.

package lsp

import (
	"context"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/lsp/publish"
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
	"go.lsp.dev/uri"
	"maps"
	"sync"
	"sync/atomic"
)

// server is the state of one connection. Handlers that change it are its methods and run on the read loop; handlers that only read get a view.
//
// Invariant: only the read loop changes it, except for settings, which may be answers of the client.
type server struct {
	link
	opts          Options
	session       *workspace.Session
	requests      map[string]wire.Request[*view]
	notifications map[string]wire.Notification
	doing         map[string]string // what a handler does, by method; see [row]

	conn      *wire.Conn[*view]
	findings  *publish.Publisher
	poller    *poller
	refresher *refresher
	tokens    tokenCache
	reorder   reorderer
	idle      idle
	pauses    pauses
	watchdog  watchdog
	follower  follower
	arrivals  await.Event // of schemas
	memory    memory
	trace     *tracer // nil without a trace

	connected func() // called when there is a connection; nil except in tests
	// tellToRefresh sends one of the refresh requests and waits until the client has confirmed it.
	tellToRefresh func(ctx context.Context, method string) error

	client   client        // set by initialize, never changed after
	trusted  bool          // what initialize said
	orphaned chan struct{} // closed when the client's process has ended
	uris     atomic.Pointer[map[string]uri.URI]
	hints    atomic.Pointer[lens.ShownHints] // nil before any settings
	lenses   atomic.Pointer[lens.Shown]      // nil before any settings

	asking      rerunner    // for the client's settings
	askedBefore atomic.Bool // the client has told its settings
	configuring sync.Mutex  // held while settings take effect; guards the next three
	folders     []string    // of the workspace; only the read loop changes them
	told        *Trust      // what the owner was told last, nil for nothing yet
	settings    string      // what the client sent last

	watching rerunner // for the folders of schemas
	watch    schemaWatch
}

// schemaWatch is the client's watch on the folders of schemas. Only the goroutine in watching uses it.
type schemaWatch struct {
	count   int    // registrations so far
	last    string // the registration in force, as a text
	refused bool   // the client does not want to watch, so the poller must do
}

// view returns what a request sees now.
func (s *server) view() *view {
	arrived := s.arrivals.Next() // before the snapshot is taken, so that no arrival is missed
	v := &view{
		Converter: s.converter(),
		client:    s.client, hints: lens.CalmHints(), lenses: lens.Calm(),
		shared: shared{
			link: &s.link, session: s.session, findings: s.findings, refresher: s.refresher, tokens: &s.tokens, follower: &s.follower,
			poll: s.poller.poll, keepDocument: s.opts.KeepDocument,
			arrived: arrived, again: s.view,
		},
	}
	if chosen := s.hints.Load(); chosen != nil {
		v.hints = *chosen
	}
	if chosen := s.lenses.Load(); chosen != nil {
		v.lenses = *chosen
	}
	return v
}

// converter converts places of what there is now.
func (s *server) converter() place.Converter {
	return place.Converter{Snapshot: s.session.Snapshot(), Encoding: s.client.encoding, Spellings: *s.uris.Load()}
}

// published returns the part of the view that findings depend on. It allocates nothing, since each keystroke needs several.
func (s *server) published() publish.View {
	return publish.View{Converter: s.converter(), Client: s.client.findings}
}

// spell remembers how the client spells the URI of a file. It skips the usual spelling, so that a client that opens new files all day does not fill the
// table.
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
