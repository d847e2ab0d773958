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
	// Paths are schema files and folders with schema files that the user named,
	// ending in .json or .json.gz. Folders inside folders are not entered.
	Paths []string
	// Folders are such folders beside the program. They count after Paths.
	Folders []string
	// Home is the Pulumi home directory; empty for none. It must not come from the
	// workspace.
	Home string
	// Cache is the directory of our own in which indexes of schemas are kept, see
	// [DefaultCache]; empty for none.
	Cache string
	// Variable is the environment, of which PATH and two switches of the reference
	// implementation count; nil for an empty one.
	Variable func(name string) string
	// Project are the plugins that the project of the program names.
	Project []LocalPlugin
	// Trusted says that plugins which the workspace names, and those on the PATH, may
	// serve. Otherwise they are only mentioned.
	Trusted bool
	// HomeBrought says that Home lies in the workspace, so that its plugins serve only
	// if that is trusted, too.
	HomeBrought bool
	// Asked is the file with the schema that a plugin was asked for earlier; false if
	// there is none. The version of the reference is that of the plugin where that is
	// known; the plugin is the zero value if none is installed. Nil for no such files.
	Asked func(ref schema.Ref, plugin schema.Plugin) (path string, ok bool)
	// AskedIn is the folder in which Asked finds its files; empty for none.
	AskedIn string
	// Ask asks the provider of a decision for its schema, which takes as long as the
	// plugin does. What the decision needs may have been taken back since the store was
	// made, and may be while the plugin is asked. Nil means that no plugin may be run.
	Ask func(Caller, schema.Decision) Answer
	// FS is where files and folders are looked for; nil is the disk of the machine.
	// Schemas are read from the disk of the machine in any case.
	FS disk.FS
	// Files are what this store shares with others; nil for nothing.
	Files *Files
}

// Caller is who waits for a package. The zero value waits as long as it takes.
type Caller struct {
	// Cancelled is closed when the plugin that is asked for the caller's sake shall be
	// ended; nil never is.
	Cancelled <-chan struct{}
	// Progress is told what a plugin is doing, in words for a person; nil for nobody.
	Progress func(stage string)
	// Fault is told of a panic, which becomes an answer where the caller only waits; nil
	// tells nobody.
	Fault func(*fault.Fault)
}

// Found is a package with the reason why it is the one, and what was looked at to
// find it.
type Found struct {
	Package *schema.Package // nil if there is none
	schema.Availability
	Seen *disk.Seen // what the search looked at

	source   *opened // nil if there is none
	referred int     // how many packages the source was known to refer to
}

// Stale reports whether the search could find something else by now: since something
// that it looked at has changed, or because the package turned out to refer to others.
func (f Found) Stale(c *disk.Check) bool {
	return c.Changed(f.Seen) || f.source != nil && f.source.refersTo() > f.referred
}

// LocalPlugin is a plugin that a project names.
type LocalPlugin struct {
	Name string
	// Version is the one that the project gives it; empty for none.
	Version string
	// Dir is the plugin's directory, or what the project says it is.
	Dir string
	// Source says where it is named: "plugins in Pulumi.yaml".
	Source string
}

// Answer is the outcome of asking a plugin.
type Answer struct {
	// State is Ready when the schema is in the file at Path, Missing when the plugin
	// may not be asked, Broken when it was asked in vain; any other one stands as it
	// is.
	State schema.State
	Path  string
	// Reason is a phrase for a person; empty when Ready.
	Reason string
}

// Store finds and shares package schemas. It is safe for concurrent use.
type Store struct {
	options Options

	mu   sync.Mutex         // guards held
	held map[string]*opened // by path: what lives as long as the store
}

// hold keeps the opened package of a path, instead of the one before.
func (s *Store) hold(path string, o *opened) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held[path] = o
}

// eyes look at files for a store, and remember what they saw.
type eyes struct {
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

// Package is the package that a program wants, or nil and the reason why there is
// none. The package named pulumi is always there.
func (s *Store) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	r := s.resolve(ref, Caller{})
	return r.pkg, r.d.Availability
}

// maxTries is how often a search is made that found nothing while files changed.
const maxTries = 3

// Find is [Store.Package] for somebody who may cancel it and wants to know when to
// ask again.
func (s *Store) Find(ref schema.Ref, caller Caller) Found {
	for try := 1; ; try++ {
		r := s.resolve(ref, caller)
		if r.d.State != schema.Ready && try < maxTries && disk.NewCheck(r.options.FS).Changed(r.seen) {
			continue
		}
		return Found{r.pkg, r.d.Availability, r.seen, r.source, r.referred}
	}
}

// Explain says what serves the package that a program wants, and why. It comes to
// the same as [Store.Package], and always knows.
func (s *Store) Explain(ref schema.Ref) (schema.Decision, bool) {
	return s.resolve(ref, Caller{}).d, true
}

// wantedSchema is the version that the schema must have: that of the package,
// which for a parameterized one is not the plugin's.
func wantedSchema(ref schema.Ref) string {
	if ref.Parameterization != nil {
		return ref.Parameterization.Version
	}
	return ref.Version
}

// Names lists the packages of which there is a schema or an installed provider,
// sorted.
func (s *Store) Names() []string { return s.NamesSeen(disk.Watch(s.options.FS)) }

// NamesSeen is [Store.Names] and records what it looks at.
func (s *Store) NamesSeen(seen *disk.Seen) []string {
	e := eyes{s, seen}
	names := append(e.pluginNames(), "pulumi")
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
