// Package lsp is the language server: it speaks the Language Server Protocol with one client over a pair of byte streams.
//
// It translates between the protocol and the features: positions, URIs, message types and client capabilities end here. Handlers are thin. They convert
// the question, call a feature, and convert the answer; the features decide what the answer says. The package knows nothing about flags, processes or how
// a program is checked.
//
// # Parts
//
//	wire/        messages in, messages out: framing, dispatch, cancellation, the end of a connection
//	publish/     which findings the client sees, and when
//	place/       URIs and paths, positions and offsets
//	client       what the client has announced
//	view         what a request sees and may use
//	hover …      one file for each request: a method of the view
//	link         messages, progress indicators and goroutines beside the answers
//	refresher, poller, reorderer, idle, watchdog
//	             small mechanisms; each knows nothing about the server
//	server       the state of a connection; sync, settings, watch, folders … change it
//	methods      the method tables
//	capabilities what the server offers
//	serve        puts everything together
//
// # How a message travels
//
// Package wire reads it and runs the handler: inline if the handler changes the server, otherwise concurrently, on a view of the current state. A view
// does not change and does not lead back to the server, so a handler can neither see later edits nor affect other requests. didChange edits the document
// in the session and tells the publisher, which computes findings in its own goroutines.
//
// # Invariants
//
//   - A request sees every edit sent before it and none sent after it.
//   - Every request is answered exactly once, and all requests before shutdown are answered before shutdown is.
//   - Only the read loop changes the server, except for settings that the client sends as an answer.
//   - A bug in a handler costs at most one answer.
//   - Documents and files that are gone leave nothing behind in any table.
//
// # Why
//
// Why a poller, although clients watch files: schemas come from places outside the workspace, which many clients cannot watch and others watch
// unreliably. The server knows which files and folders it looked at to find a schema. These are a few dozen, and checking them takes a fraction of a
// millisecond. Operating system notifications (fsnotify) would be faster, but they do not cover folders that do not exist yet, network file systems, or more
// folders than the system allows, so polling would still be necessary. The poller checks files of programs too, since events get lost, and a directory
// behind a symbolic link gets none: those of open documents and their components each time, the others in turn.
//
// Why our own parameter types for document synchronization: a change that cannot be decoded would leave server and client with different texts, so these
// types accept every number and null that real clients send.
package lsp

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/lens"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"github.com/pcl-lsp/pcl-lsp/lsp/publish"
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"go.lsp.dev/uri"
)

// This file declares the state of the server.

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

// Options configure Serve. The zero value works.
type Options struct {
	// Session is the workspace to serve. It belongs to this one client, since it holds the client's open documents.
	Session *workspace.Session
	// Version is the version of the server that the client is told.
	Version string
	// Log receives errors and warnings. It must not write to the client's stream.
	Log *slog.Logger
	// Trust, if not nil, is told whether the user trusts the workspace: once at the beginning, and again when that or the folders change. The server then
	// looks for schemas again.
	Trust func(Trust)
	// Stack is the name of the stack that the session was created with. It applies unless the client's settings name a stack.
	Stack string
	// Pulumi is the version of Pulumi that the session was created with. It applies unless the client's settings name one.
	Pulumi string
	// LoadInBackground makes requests not wait for schemas. They treat a schema that is being loaded as unknown.
	LoadInBackground bool
	// Trace, if not nil, gets one JSON object a line about the work that each message causes. It has names of files and items, and no text of documents.
	Trace io.Writer
	// KeepDocument, if not nil, saves a text under a name for clients that can only show files. It returns the path of the file, which is below
	// DocumentFolder. No file in that folder is part of a program.
	KeepDocument func(name, text string) (path string, err error)
	// DocumentFolder is an absolute path with forward slashes.
	DocumentFolder string
	// Ticks are occasions to check whether files of programs and schemas have changed, for clients that cannot watch such files or lose events. It may be
	// nil.
	Ticks <-chan time.Time
	// KeepFault, if not nil, saves the report of a panic and returns its path. It is called once for each bug; see [fault.Fault.ID].
	KeepFault func(doing string, f *fault.Fault) (path string, err error)
	// AwaitProcess, if not nil, waits until the client's process has ended. It returns false if the context is done first, or if it knows nothing about that
	// process. The server ends when the client does.
	AwaitProcess func(ctx context.Context, id int) (gone bool)
	// After, if not nil, calls a function in a goroutine of its own after a time, unless stop is called first. Without it, the user is not told of work that
	// takes long, and no garbage is collected in pauses.
	After func(d time.Duration, f func()) (stop func() bool)
	// Rest, if not nil, is called when no message came between two ticks, once after each burst of messages. It should return unused memory.
	Rest func()
	// Garbage, if not nil, returns how much was allocated since the last garbage collection, as a part of what may be until the next one begins by itself.
	Garbage func() float64
	// Collect, if not nil, collects garbage. It is called when the user pauses and much of what Garbage is about is used up.
	Collect func()
	// MemoryInUse, if not nil, returns how many bytes of memory the process uses. Above a limit that a setting names, the server forgets what it can compute
	// again, at a tick, and calls Rest.
	MemoryInUse func() int64
}

// Trust is what a client says about its workspace.
type Trust struct {
	// Given says that the user trusts the programs that the workspace contains.
	Given bool
	// Folders are the paths of the workspace folders.
	Folders []string
}
