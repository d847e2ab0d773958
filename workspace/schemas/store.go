// Package schemas finds the schema of a package, explains the choice, and shares opened
// schemas.
//
// A [Store] only reads files and directories. It installs, downloads and runs nothing. If
// a plugin must be asked for its schema, a function in [Options] decides and does it. Two
// programs that use one package of one store get the same [schema.Package], and so the
// same types.
//
// # What serves a package
//
// The first of these that has the package in the wanted version:
//
//  1. the files and folders that the user named;
//  2. the schema folders of the workspace;
//  3. in trusted workspaces, a plugin that the project names, and one on the PATH.
//     In others they are reported and skipped, and so are those of a Pulumi home
//     that lies in the workspace;
//  4. the schema cache in the Pulumi home, under the file names of current and
//     older commands;
//  5. earlier answers of the installed plugin;
//  6. the installed plugin itself, if it may be asked.
//
// A wanted version must match exactly, apart from build metadata: as in the reference
// implementation, a newer version is no substitute. If no version is wanted, the highest
// one of the named files is taken, releases before pre-releases. In the Pulumi home the
// installed plugins decide: a run uses the highest one, so a cached schema of another
// version is useless. If no plugin is installed, the highest cached schema is taken.
//
// The name and version of a file are those in the schema; the file name is the fallback.
// A cached file whose content contradicts its name is skipped, as in the reference
// implementation. A damaged file is skipped too, and reported if no other one serves.
//
// # Why older than the plugin is not useless
//
// The reference implementation ignores a cached schema that is older than the directory
// of the plugin, and asks the plugin. So does a store, if the plugin may be asked.
// Otherwise it uses the old file: the version is right, and only plugins under
// development change within a version.
//
// # Why the workspace's plugins come before the cache
//
// They do in a run: a plugin of the project replaces the installed one. Programs of a
// workspace are never run before the user allows it; until then the schema of an
// installed plugin is better than none.
//
// # Freshness
//
// Every search looks at the folders again and compares path, size, time and inode with
// the opened file. A changed file is opened again and gives a new package. Holders of the
// old package keep it, and members they have not read yet become unreadable, not wrong.
//
// Nothing is kept of a file that changes while it is read. A search records what it
// looked at in a [disk.Seen], so that a [disk.Check] can tell whether another search
// could give another result; see [Found.Stale].
//
// Stores share opened schemas through [Files]. A package that refers to types of another
// one keeps the package it found at first. When it is searched for again, and its
// references mean other packages by now or in that store, it is opened again.
//
// # What it does not know
//
// The package does not know programs, settings, how a plugin is asked, and how project
// files are written. It ignores two switches of the reference implementation:
// PULUMI_DEBUG_PROVIDERS, which attaches to a running provider, and
// PULUMI_ENABLE_LEGACY_PLUGIN_SEARCH, which accepts a newer version than the wanted one.
//
// # Indexes
//
// The positions of the members of a large schema are computed once and kept in a private
// directory. Compressed schemas are unpacked there, as random access needs the plain
// text. The files there are a cache that may vanish at any time. Without the directory,
// indexes and unpacked schemas are held in memory, up to [MaxDecompressed] bytes. All
// processors work on an index, as the first start with a schema waits for it.
package schemas

import (
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// Options say where schemas and plugins are. The zero value knows no place.
type Options struct {
	// Paths are schema files and folders of schema files that the user named. The files
	// end in .json or .json.gz. Folders in folders are not entered.
	Paths []string
	// Folders are such folders beside the program, with lower precedence than Paths.
	Folders []string
	// Home is the Pulumi home directory; empty for none. It must not come from the
	// workspace.
	Home string
	// Cache is the private directory for indexes of schemas, see [DefaultCache]; empty
	// for none.
	Cache string
	// Variable is the environment; nil for an empty one. PATH and two switches of the
	// reference implementation count.
	Variable func(name string) string
	// Project are the plugins that the project of the program names.
	Project []LocalPlugin
	// Trusted says that plugins on the PATH, and those that the workspace names, may be
	// used. Otherwise they are only reported.
	Trusted bool
	// HomeBrought says that Home lies in the workspace, so that its plugins need trust as
	// well.
	HomeBrought bool
	// Asked returns the file with the schema that a plugin gave earlier; false if there
	// is none. The version of the reference is that of the plugin if it is known. The
	// plugin is the zero value if none is installed. Nil means that there are no such
	// files.
	Asked func(ref schema.Ref, plugin schema.Plugin) (path string, ok bool)
	// AskedIn is the folder in which Asked finds its files; empty for none.
	AskedIn string
	// Ask asks the provider of a decision for its schema, which takes as long as the
	// plugin does. Permissions may be withdrawn before or while the plugin is asked. Nil
	// means that no plugin may be run.
	Ask func(Caller, schema.Decision) Answer
	// Reader is the person who reads the reasons.
	Reader Reader
	// FS is where files and folders are looked for; nil is the disk of the machine.
	// Schemas are read from the disk of the machine in any case.
	FS disk.FS
	// Files are shared with other stores; nil for none.
	Files *Files
}

// Reader is a person who reads why there is no schema.
type Reader struct {
	// Home is the person's home directory, which they know as ~; empty if paths are
	// written in full.
	Home string
	// Editor means that they have an editor, which knows no flags.
	Editor bool
}

// Caller is the caller that waits for a package. The zero value waits as long as it
// takes.
type Caller struct {
	// Canceled is closed to stop the plugin that is being asked for the caller; nil
	// never is.
	Cancelled <-chan struct{}
	// Progress is told what a plugin is doing, in words for users; nil for nobody.
	Progress func(stage string)
	// Fault is told of a panic, which becomes the result of a search in the background;
	// nil for nobody.
	Fault func(*fault.Fault)
}

// Found is a package, the reason why it is the one, and what the search looked at.
type Found struct {
	Package *schema.Package // nil if there is none
	schema.Availability
	Seen *disk.Seen // what the search looked at

	source   *opened // nil if there is none
	referred int     // how many packages the source was known to refer to
	unread   bool    // whether a schema could not be read
}

// Stale reports whether the search could give another result now: because something it
// looked at changed or could not be read, or because the package turned out to refer to
// others.
func (f Found) Stale(c *disk.Check) bool {
	return f.IsIncomplete() || c.Changed(f.Seen)
}

// IsIncomplete reports whether more decides on the result than what the search looked at: a schema
// could not be read, or the package turned out to refer to others.
func (f Found) IsIncomplete() bool {
	return f.unread || f.source != nil && (f.source.unread.Load() || f.source.refersTo() > f.referred)
}

// LocalPlugin is a plugin that a project names.
type LocalPlugin struct {
	Name string
	// Version is the version in the project; empty for none.
	Version string
	// Dir is the plugin's directory according to the project.
	Dir string
	// Source says where it is named, such as "`plugins` in Pulumi.yaml".
	Source string
}

// Answer is the outcome of asking a plugin.
type Answer struct {
	// State is Ready if the schema is in the file at Path, Missing if the plugin may not
	// be asked, and Broken if asking failed. Other states are passed on.
	State schema.State
	Path  string
	// Reason is a phrase for users; empty if Ready.
	Reason string
}

// Store finds and shares package schemas. It is safe for concurrent use.
type Store struct {
	options Options

	mu   sync.Mutex         // guards held
	held map[string]*opened // by path: what lives as long as the store
}

// hold keeps the opened package of a path alive, and releases the previous one.
func (s *Store) hold(path string, o *opened) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held[path] = o
}

// observer searches for a store and records what it looks at.
type observer struct {
	*Store
	seen *disk.Seen
}

// New makes a store. It reads nothing yet.
func New(options Options) *Store {
	options.Paths, options.Folders = slices.Clone(options.Paths), slices.Clone(options.Folders)
	options.Project = slices.Clone(options.Project)
	if options.Variable == nil {
		options.Variable = func(string) string { return "" }
	}
	if options.FS == nil {
		options.FS = disk.Machine{}
	}
	if options.Files == nil {
		options.Files = &Files{}
	}
	return &Store{options: options, held: map[string]*opened{}}
}

// Package finds a package, or the reason why there is none. The package pulumi always
// exists.
func (s *Store) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	r := s.resolve(ref, Caller{})
	return r.pkg, r.d.Availability
}

// maxTries limits how often a search is repeated that could not read a file, or found
// nothing while files changed.
const maxTries = 3

// Find is [Store.Package] for callers that may cancel it and want to know when to search
// again.
func (s *Store) Find(ref schema.Ref, caller Caller) Found {
	for try := 1; ; try++ {
		r := s.resolve(ref, caller)
		if try < maxTries && (r.unread || r.d.State != schema.Ready && disk.NewCheck(r.options.FS).Changed(r.seen)) {
			continue
		}
		return Found{r.pkg, r.d.Availability, r.seen, r.source, r.referred, r.unread}
	}
}

// Explain says what serves a package, and why. Its result is that of [Store.Package], and
// always known.
func (s *Store) Explain(ref schema.Ref) (schema.Decision, bool) {
	return s.resolve(ref, Caller{}).d, true
}

// Names lists the packages with a schema or an installed provider, sorted.
func (s *Store) Names() []string { return s.NamesSeen(disk.Watch(s.options.FS)) }

// NamesSeen is [Store.Names] and records what it looks at.
func (s *Store) NamesSeen(seen *disk.Seen) []string {
	e := observer{s, seen}
	names := append(e.pluginNames(), schema.BuiltinPackage)
	found, _ := e.inPaths(s.options.Paths)
	beside, _ := e.inPaths(s.options.Folders)
	for _, c := range slices.Concat(found, beside, e.allCached()) {
		if c.err == nil {
			names = append(names, c.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
