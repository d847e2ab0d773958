package schemas

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// Options say where schemas are.
type Options struct {
	// Paths are schema files and folders with schema files, ending in .json or
	// .json.gz. Folders inside folders are not entered.
	Paths []string
	// Home is the Pulumi home directory; empty for none.
	Home string
}

// Store finds and shares package schemas. It is safe for concurrent use.
type Store struct {
	options Options

	mu    sync.Mutex // guards files; not held while a file is read
	files map[string]*file
}

// New makes a store. It reads nothing yet.
func New(options Options) *Store {
	options.Paths = slices.Clone(options.Paths)
	return &Store{options: options, files: map[string]*file{}}
}

// Package is the package that a program wants, or nil and the reason why there is
// none. The package named pulumi is always there.
func (s *Store) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	if ref.Name == "pulumi" {
		return schema.Builtin(), schema.Availability{State: schema.Ready}
	}
	given, faults := s.given()
	if c, ok := choose(given.named(ref.Name), wantedSchema(ref)); ok {
		return s.open(c)
	}
	cached := s.cached(ref)
	if c, ok := choose(cached, ref.Version); ok {
		return s.open(c)
	}
	known := append(given.named(ref.Name), cached...)
	return nil, schema.Availability{State: schema.Missing, Reason: s.reason(ref, known, faults)}
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
	given, _ := s.given()
	names := []string{"pulumi"}
	for _, c := range append(given, s.allCached()...) {
		if c.err == nil {
			names = append(names, c.name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// open opens a chosen file.
func (s *Store) open(c candidate) (*schema.Package, schema.Availability) {
	broken := func(err error) (*schema.Package, schema.Availability) {
		return nil, schema.Availability{
			State: schema.Broken, Path: c.path, Version: c.version,
			Reason: fmt.Sprintf("the schema file %s cannot be used: %v", c.path, err),
		}
	}
	if c.err != nil {
		return broken(c.err)
	}
	p, err := s.file(c.path).open(c.stamp, s.external)
	if err != nil {
		return broken(err)
	}
	return p, schema.Availability{State: schema.Ready, Path: c.path, Version: p.Version()}
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

// reason says what was looked for and where.
func (s *Store) reason(ref schema.Ref, known candidates, faults []string) string {
	places := slices.Clone(s.options.Paths)
	if s.options.Home != "" {
		places = append(places, s.schemaCache())
	}
	text := "no schema of " + strings.TrimSpace(ref.Name+" "+wantedSchema(ref))
	if len(places) == 0 {
		return text + ": no schema files were given, and there is no Pulumi home"
	}
	if versions := known.versions(); len(versions) > 0 {
		text += ", only " + strings.Join(versions, ", ")
	}
	text += " in " + strings.Join(places, ", ")
	if len(faults) > 0 {
		text += " (" + strings.Join(faults[:min(len(faults), 3)], "; ") + ")"
	}
	return text
}
