// Package workspace holds the programs that a user works on: the files on disk, the texts
// open in an editor, and the results of checking them.
//
// A [Session] is the one mutable object. Its current [Snapshot] is available at any time
// without waiting. [Session.Apply] makes the next snapshot from the current one and some
// changes. A snapshot never changes: later changes do not affect its answers.
//
// Only this package and those below it read files. It does not know the Language Server
// Protocol, flags, or how findings are shown.
//
// # Paths
//
// Paths have the one form of package [disk]; [PathOf] makes one from user input. A
// document that was never saved has a name that is not an absolute path, such as its URI.
// It is a separate program and sees no directory.
//
// # What snapshots share
//
// A directory is read and parsed when it is first needed. An open document is a parsed
// file; an edit makes the next one, which shares all items with it except those around
// the edit. The program of its directory is derived from the previous one, without
// looking at other files or the disk. Programs of other directories stay the same, except
// those that use the changed directory as a component, directly or indirectly. These are
// rebuilt, and the checker keeps what is still valid.
//
// Invariant: a snapshot that was reached by changes answers like one that was made from
// the final files and texts.
//
// # Changes of the disk
//
// A folder and the facts about the paths that its program names record what they read
// through a [disk.Seen]. [Session.CatchUp] compares that with the disk;
// [Session.RefreshSchemas] does the same for searches of schemas. Both are for changes
// that no client reported.
//
// # Workers
//
// A session has as many workers as there are processors. They parse the items of a file,
// read the files of a directory and check the items of a program in parallel. Results do
// not depend on their number, and no worker runs on after a question is answered.
//
// # Which files are programs
//
// A program consists of all files ending in .pp directly in one directory, except those in
// another language: the settings decide which these are, then the project, then the texts, and then the files around
// them. Open texts take precedence over the disk. Files that cannot be read,
// are not regular files or are larger than [disk.MaxFile] are skipped and listed as
// [Problem].
//
// A file ending in .pcl is a program of its own: it holds the inputs of one resource. It is
// known by its path where other programs are known by their directories.
//
// Why programs are not made when a change is applied: ten keystrokes may arrive before
// anyone asks, and the reader of messages must not wait for a checker.
//
// Why a program finds its components through links made with it, and not through the
// session: a request must not see later edits. Why not through its snapshot: see folder.
package workspace

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements the session, the one mutable object, and reports what is parsed.

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
	options Options
	mu      sync.Mutex // held while the next snapshot is made
	current atomic.Pointer[Snapshot]
	parsed  parseObserver
	places  *SchemaPlaces // nil if there are none
	reports reportMemory
	books   ruleBooks
	workers *await.Workers
	polls   atomic.Int64 // how often CatchUp was called
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
	s := &Session{options: options, workers: await.NewWorkers(cmp.Or(options.Workers, runtime.GOMAXPROCS(0)))}
	memory := newSchemaMemory(func(dir string) (analysis.Schemas, *disk.Seen) { return options.SchemasIn(dir), nil }, options.FS)
	if s.places = options.Places; s.places != nil {
		memory.find, memory.watches, memory.fsys = options.Places.inSeen, true, options.Places.options.FS
	}
	s.current.Store(&Snapshot{
		session: s, fsys: options.FS, mode: options.Mode, modeChosen: options.ModeChosen || options.Mode != (analysis.Mode{}), stack: options.Stack, pulumi: options.Pulumi, limit: options.Limit, schemas: memory, opened: &openPaths{}, states: newStateBook(), folders: map[string]*folder{},
	})
	return s
}

// parser returns a function that parses program files within the limit. It reuses what is
// known of an earlier version, which may be nil. It does not keep the snapshot alive.
func (s *Snapshot) parser(each syntax.Each) func(path, text string, known *syntax.File) *syntax.File {
	limit, inputs := s.limit, s.session.options.Inputs
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

// Parsed says that a file or a part of it was parsed.
type Parsed struct {
	Path string
	// Items are those that are new, as [analysis.ItemLabel] names them.
	Items []string
	// Kept is how many items were kept from the previous version.
	Kept int
	// Open says that this is the text of an open document, parsed when the change was
	// applied. Long documents and other files are parsed when they are first needed.
	Open bool
}

// parseObserver is told what is parsed; nil tells nobody.
type parseObserver func(Parsed)

// tell reports a file that was parsed, and what it was before, if anything.
func (o parseObserver) tell(before, now *syntax.File, open bool) {
	if o == nil || before == now {
		return
	}
	known := map[*syntax.Item]bool{}
	if before != nil {
		for _, placed := range before.All() {
			known[placed.Item] = true
		}
	}
	told := Parsed{Path: now.Path, Open: open}
	for _, placed := range now.All() {
		if known[placed.Item] {
			told.Kept++
		} else {
			told.Items = append(told.Items, analysis.ItemLabel(placed.Item))
		}
	}
	o(told)
}
