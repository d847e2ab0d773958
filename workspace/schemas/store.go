package schemas

import (
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
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
	// Ask asks the provider of a decision for its schema, and must not wait for the
	// answer longer than for a file. Nil means that no plugin may be run.
	Ask func(schema.Decision) Answer
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

	mu    sync.Mutex // guards files; not held while a file is read
	files map[string]*file
}

// New makes a store. It reads nothing yet.
func New(options Options) *Store {
	options.Paths, options.Folders = slices.Clone(options.Paths), slices.Clone(options.Folders)
	options.Project = slices.Clone(options.Project)
	if options.Variable == nil {
		options.Variable = func(string) string { return "" }
	}
	return &Store{options: options, files: map[string]*file{}}
}

// Package is the package that a program wants, or nil and the reason why there is
// none. The package named pulumi is always there.
func (s *Store) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	p, d := s.resolve(ref)
	return p, d.Availability
}

// Explain says what serves the package that a program wants, and why. It comes to
// the same as [Store.Package], and always knows.
func (s *Store) Explain(ref schema.Ref) (schema.Decision, bool) {
	_, d := s.resolve(ref)
	return d, true
}

// wantedSchema is the version that the schema must have: that of the package,
// which for a parameterized one is not the plugin's.
func wantedSchema(ref schema.Ref) string {
	if ref.Parameterization != nil {
		return ref.Parameterization.Version
	}
	return ref.Version
}

// Names lists the packages of which there is a schema, sorted.
func (s *Store) Names() []string {
	names := []string{"pulumi"}
	found, _ := s.inPaths(s.options.Paths)
	beside, _ := s.inPaths(s.options.Folders)
	for _, c := range slices.Concat(found, beside, s.allCached()) {
		if c.err == nil {
			names = append(names, c.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// external supplies packages to others that refer to them.
func (s *Store) external(ref schema.Ref) *schema.Package {
	p, _ := s.Package(ref)
	return p
}

// file is the one record of a path.
func (s *Store) file(path string) *file {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.files[path]
	if f == nil {
		f = &file{path: path}
		s.files[path] = f
	}
	return f
}
