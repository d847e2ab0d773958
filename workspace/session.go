package workspace

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements the session: the one mutable cell.

// Options configure a session. The zero value reads the disk and has no schemas.
type Options struct {
	// FS is where files are read from; nil is the disk.
	FS disk.FS
	// Schemas finds packages for every program. It may also have a method
	// Names() []string.
	Schemas analysis.Schemas
	// SchemasIn, if not nil, is asked instead for the schemas of the program in a
	// directory. It must be fast, and give equal values where the same schemas
	// serve.
	SchemasIn func(dir string) analysis.Schemas
	// Places, if not nil, are asked instead of both, and tell when to ask again.
	Places *SchemaPlaces
	// Mode is how much the rules forgive, in every program. If it was not ModeChosen and
	// is the zero value, settings files decide.
	Mode       analysis.Mode
	ModeChosen bool
	// Stack is the name of the stack whose configuration counts; empty for those that
	// settings files choose.
	Stack string
	// Workers is how many goroutines parse and check at once, the one that asks
	// included; 0 means as many as there are processors.
	Workers int
}

// Session is a workspace as it changes over time. It is safe for concurrent use.
type Session struct {
	mu      sync.Mutex // held while the next snapshot is made
	current atomic.Pointer[Snapshot]
	parsed  parseObserver
	forgive func() // lets failed plugins be asked again; may be nil
	reports reportMemory
	workers *workers
	polls   atomic.Int64 // how often CatchUp was called
}

// New makes a session without open documents. It reads nothing yet.
func New(options Options) *Session {
	if options.FS == nil {
		options.FS = disk.Machine{}
	}
	if options.SchemasIn == nil {
		options.SchemasIn = func(string) analysis.Schemas { return options.Schemas }
	}
	s := &Session{workers: newWorkers(cmp.Or(options.Workers, runtime.GOMAXPROCS(0)))}
	memory := newSchemaMemory(func(dir string) (analysis.Schemas, *disk.Seen) { return options.SchemasIn(dir), nil }, options.FS)
	if options.Places != nil {
		s.forgive = options.Places.options.Forgive
		memory.find, memory.watches, memory.fsys = options.Places.inSeen, true, options.Places.options.FS
	}
	s.current.Store(&Snapshot{
		session: s, fsys: options.FS, mode: options.Mode, modeChosen: options.ModeChosen || options.Mode != (analysis.Mode{}), stack: options.Stack, schemas: memory, overlays: map[string]overlay{}, opened: &openPaths{}, folders: map[string]*folder{},
	})
	return s
}

// Caller is who waits for a package that is loaded in the background.
type Caller = schemas.Caller

// LoadInBackground has schemas looked for and opened by whoever load hands the
// work to, instead of by the one who asks, with the name of the package. Until a
// [SchemasArrived] that follows the work, nothing is known of the package, or what
// was known before. It must be called before the session is used.
func (s *Session) LoadInBackground(load func(name string, work func(Caller))) {
	s.current.Load().schemas.load = load
}

// Observe has a function called with everything that is parsed. Call it before the
// session is used. The function is called by several goroutines at once.
func (s *Session) Observe(tell func(Parsed)) { s.parsed = tell }

// Snapshot is the current state. It never waits.
func (s *Session) Snapshot() *Snapshot { return s.current.Load() }

// Apply makes the changes, in order, and returns the state after them. It reads
// and checks nothing, and parses what was opened only. Changes that several goroutines apply at once take
// effect one after the other.
func (s *Session) Apply(changes ...Change) *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.current.Load().after(changes)
	s.current.Store(next)
	return next
}
