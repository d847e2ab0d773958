package workspace

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
	"github.com/pcl-lsp/pcl-lsp/workspace/statefile"
)

// This file implements the session, the one mutable object.

// Options configure a session. The zero value reads the disk and has no schemas.
type Options struct {
	// FS is where files are read from; nil is the disk, without what links lead to outside of repositories.
	FS disk.FS
	// Schemas finds packages for every program. It may also have a method
	// Names() []string.
	Schemas analysis.Schemas
	// SchemasIn, if not nil, replaces Schemas: it returns the schemas for the program in
	// a directory. It must be fast, and return equal values where the same schemas apply.
	SchemasIn func(dir string) analysis.Schemas
	// Places, if not nil, replaces both, and tells when to search again.
	Places *SchemaPlaces
	// Mode is the strictness of the rules in every program. If it is the zero value and
	// not ModeChosen, settings files decide.
	Mode       analysis.Mode
	ModeChosen bool
	// Settings is the settings file of all programs; if it is empty, each has the nearest one.
	Settings string
	// Stack is the name of the stack whose configuration applies; if it is empty,
	// settings files choose one.
	Stack string
	// Pulumi is the version of Pulumi whose language every program is written in, such as "3.276.0"; if it is empty, settings
	// files, programs and projects say.
	Pulumi string
	// Installed returns the version of Pulumi that counts if nothing says one, and the file that tells it. Nil stands for none.
	Installed func() (version, file string)
	// Workers is how many goroutines parse and check at once, including the caller; 0
	// means as many as there are processors.
	Workers int
	// Limit is how long a file may be to be checked; the zero value is [DefaultLimit].
	Limit syntax.Limit
	// Embedded makes [Snapshot.Discover] accept exports of stacks and Markdown. It is [Embedded] or nil: a program that needs none has no code for it.
	Embedded func(path string, text []byte, limit syntax.Limit) *Embedding
	// Record keeps what was read for each program, see [Snapshot.Reads], since programs are probably checked
	// once: their results do not say what they were computed from, as an edit would need it.
	Record bool
	// SearchIgnored makes searches for programs enter directories that git ignores.
	SearchIgnored bool
	// Inputs say what all files of inputs are for; nil if the files say it themselves.
	Inputs *syntax.Inputs
}

// Session is a workspace as it changes over time. It is safe for concurrent use.
type Session struct {
	mu        sync.Mutex // held while the next snapshot is made
	current   atomic.Pointer[Snapshot]
	parsed    parseObserver
	places    *SchemaPlaces // nil if there are none
	reports   reportMemory
	books     ruleBooks
	workers   *workers
	polls     atomic.Int64 // how often CatchUp was called
	inputs    *syntax.Inputs
	embedded  func(path string, text []byte, limit syntax.Limit) *Embedding
	records   bool
	installed func() (version, file string)
	// searchAll means that what git ignores is searched too.
	searchAll bool
	chosen    string // the settings file of all programs; empty for the nearest ones
}

// New makes a session without open documents. It reads nothing yet.
func New(options Options) *Session {
	if options.FS == nil {
		options.FS = &disk.Confined{FS: disk.Machine{}}
	}
	if options.Limit == (syntax.Limit{}) {
		options.Limit = DefaultLimit
	}
	if options.SchemasIn == nil {
		options.SchemasIn = func(string) analysis.Schemas { return options.Schemas }
	}
	s := &Session{workers: newWorkers(cmp.Or(options.Workers, runtime.GOMAXPROCS(0))), inputs: options.Inputs, embedded: options.Embedded, records: options.Record, installed: options.Installed, chosen: options.Settings, searchAll: options.SearchIgnored}
	memory := newSchemaMemory(func(dir string) (analysis.Schemas, *disk.Seen) { return options.SchemasIn(dir), nil }, options.FS)
	if s.places = options.Places; s.places != nil {
		memory.find, memory.watches, memory.fsys = options.Places.inSeen, true, options.Places.options.FS
	}
	s.current.Store(&Snapshot{
		session: s, fsys: options.FS, mode: options.Mode, modeChosen: options.ModeChosen || options.Mode != (analysis.Mode{}), stack: options.Stack, pulumi: options.Pulumi, limit: options.Limit, schemas: memory, opened: &openPaths{}, states: statefile.New(), folders: map[string]*folder{},
	})
	return s
}

// parser returns a function that parses program files within the limit. It reuses what is
// known of an earlier version, which may be nil. It does not keep the snapshot alive.
func (s *Snapshot) parser(each syntax.Each) func(path, text string, known *syntax.File) *syntax.File {
	limit, inputs := s.limit, s.session.inputs
	return func(path, text string, known *syntax.File) *syntax.File {
		if known == nil && syntax.IsInputs(path) && inputs != nil {
			known = syntax.ParseInputs(path, "", inputs)
		}
		return syntax.ParseWithin(limit, each, path, text, known)
	}
}

// Caller is the caller that a package is loaded for in the background.
type Caller = schemas.Caller

// LoadInBackground has schemas searched and opened in the background: load is given the
// name of a package and the work to run. Until a [SchemasArrived] after the work, the
// package is unknown or stays as it was. Call it before the session is used.
func (s *Session) LoadInBackground(load func(name string, work func(Caller))) {
	m := s.current.Load().schemas
	m.load = func(name string, work func(Caller)) {
		m.begun.Add(1)
		load(name, work)
	}
}

// Observe has a function called with everything that is parsed. Call it before the
// session is used. The function is called by several goroutines at once.
func (s *Session) Observe(tell func(Parsed)) { s.parsed = tell }

// Snapshot is the current state. It never waits.
func (s *Session) Snapshot() *Snapshot { return s.current.Load() }

// Apply makes the changes in order and returns the state after them. It reads and checks
// nothing, and parses only edits and short documents that are opened. Concurrent calls take effect one after the
// other.
func (s *Session) Apply(changes ...Change) *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.current.Load().after(changes)
	s.current.Store(next)
	return next
}
