package workspace

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements where the schemas for a program are looked for.

// schemaFolders are the folders beside a program or above it that may hold its
// schemas, relative to the directory they are found in.
var schemaFolders = []string{"schemas", ".pcl/schemas"}

// SchemaPlaces finds the schemas for programs by the place of the program. It
// looks at
//
//   - the given files and folders;
//   - folders named schemas or .pcl/schemas in the program's directory and those
//     above it, up to the one that holds .git, if there is a package schema in
//     them;
//   - the schema cache in the Pulumi home.
//
// It is safe for concurrent use. Schemas are read from the disk of the machine.
type SchemaPlaces struct {
	given  []string
	home   string
	fsys   FS
	mu     sync.Mutex // guards stores
	stores map[string]*schemas.Store
}

// NewSchemaPlaces finds schemas in the given files and folders, beside programs
// and in the Pulumi home, which may be empty for none.
func NewSchemaPlaces(given []string, home string) *SchemaPlaces {
	return &SchemaPlaces{given: given, home: home, fsys: Disk{}, stores: map[string]*schemas.Store{}}
}

// In are the schemas for the program of a directory. Equal places give equal
// values, so that programs share what is opened.
func (s *SchemaPlaces) In(dir string) analysis.Schemas {
	found := s.Folders(dir)
	if len(s.given) == 0 || len(found) == 0 {
		return s.store(s.home, append(found, s.given...))
	}
	return firstOf{s, s.store(s.home, s.given), s.store(s.home, slices.Concat(s.given, found))}
}

// Folders are the schema folders beside a program and above it, the nearest
// first.
func (s *SchemaPlaces) Folders(dir string) []string {
	var found []string
	for isFilePath(dir) {
		for _, name := range schemaFolders {
			if folder := path.Join(dir, name); s.hasSchemas(folder) {
				found = append(found, folder)
			}
		}
		parent := path.Dir(dir)
		if _, err := s.fsys.Stat(path.Join(dir, ".git")); err == nil || parent == dir {
			return found
		}
		dir = parent
	}
	return found
}

// hasSchemas reports whether a folder holds a file that says it is the schema of
// a package. Other folders are called schemas too.
func (s *SchemaPlaces) hasSchemas(folder string) bool {
	entries, err := s.fsys.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".json") || strings.HasSuffix(e.Name(), ".json.gz") {
			return len(s.store("", []string{folder}).Names()) > 1 // one is built in
		}
	}
	return false
}

// store is the one store for some places.
func (s *SchemaPlaces) store(home string, places []string) *schemas.Store {
	key := home + "\x00" + strings.Join(places, "\x00")
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stores[key] == nil {
		s.stores[key] = schemas.New(schemas.Options{Paths: places, Home: home})
	}
	return s.stores[key]
}

// holds reports whether a schema file is one of the given or in one of the given
// folders.
func (s *SchemaPlaces) holds(file string) bool {
	return slices.ContainsFunc(s.given, func(p string) bool { return p == file || p == path.Dir(file) })
}

// firstOf asks the given places first, and only then those beside the program and
// the cache.
//
// Why not one store for all: of several versions a store takes the highest,
// wherever it is, and what a user names must win.
type firstOf struct {
	places     *SchemaPlaces
	given, all *schemas.Store
}

// Package is the package that a program wants.
func (f firstOf) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	p, a := f.given.Package(ref)
	if a.State != schema.Missing && (a.Path == "" || f.places.holds(filepath.ToSlash(a.Path))) {
		return p, a
	}
	return f.all.Package(ref)
}

// Names lists the packages of which there is a schema, sorted.
func (f firstOf) Names() []string { return f.all.Names() }
