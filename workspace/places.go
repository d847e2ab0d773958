package workspace

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file decides where the schemas for a program are looked for, and which plugins come from the workspace, and so need
// trust.
//
// Plugins that the project names and those on the PATH always do, since a workspace can
// influence both. The Pulumi home belongs to the user, unless it lies in the workspace: then
// the author of the workspace may have put its plugins there. This holds for the default
// place too: variables decide where the home of a user is, and scripts of a workspace set
// variables.

// schemaFolders are the folders, in the directory of a program or above, that may hold
// its schemas.
var schemaFolders = []string{"schemas", hiddenFolder + "/schemas"}

// hiddenFolder has what belongs to programs and is no program.
const hiddenFolder = ".pcl"

// SchemaOptions say where schemas are. The zero value knows only the folders of the
// programs.
type SchemaOptions struct {
	// Given are the files and folders that the user named.
	Given []string
	// Settings is the settings file of all programs; if it is empty, each has the nearest one.
	Settings string
	// Home is the Pulumi home; empty for none. If it lies in the workspace, its plugins
	// need trust.
	Home string
	// Workspace returns the folders that are open in the editor, as paths; nil for none.
	// The repositories of programs need not be among them.
	Workspace func() []string
	// Cache is the directory for indexes of schemas; empty for none.
	Cache string
	// Variable is the environment; nil for an empty one.
	Variable func(name string) string
	// Trusted reports whether plugins on the PATH, and those that the project of the
	// program in a directory names, may be used. Nil trusts none.
	Trusted func(dir string) bool
	// Asked, AskedIn and Ask connect to the code that asks plugins for schemas; see
	// [schemas.Options].
	Asked   func(ref schema.Ref, plugin schema.Plugin) (path string, ok bool)
	AskedIn string
	Ask     func(schemas.Caller, schema.Decision) schemas.Answer
	// Reader is the person who reads why there is no schema.
	Reader schemas.Reader
	// FS is where files and folders are looked for, and where project files are read
	// from; nil is the disk. Schemas are always read from the disk of the machine.
	FS disk.FS
	// Forgive lets plugins be asked again that failed before; nil if failures are not
	// remembered.
	Forgive func()
}

// SchemaPlaces finds the schemas for a program by the place of the program. It looks at
//
//   - the given files and folders, and those of the settings file on disk;
//   - folders named schemas or .pcl/schemas in the program's directory and those
//     above it, up to the one that holds .git, if there is a package schema in
//     them;
//   - the plugins that the project names, if it is trusted;
//   - the schema cache and the plugins in the Pulumi home.
//
// It is safe for concurrent use. Schemas are read from the disk of the machine.
type SchemaPlaces struct {
	options SchemaOptions
	files   schemas.Files // shared by the stores
	open    atomic.Pointer[openFolders]

	mu       sync.Mutex // guards what follows
	stores   map[string]*schemas.Store
	projects map[string]*projectPackages
	byDir    map[string]placeKeys
	users    map[string]int // the numbers of directories, by key
}

// placeKeys identify the places of the schemas for a program.
type placeKeys struct{ store, project string }

// SchemasAt finds schemas as the options say.
func SchemasAt(options SchemaOptions) *SchemaPlaces {
	if options.FS == nil {
		options.FS = disk.Machine{}
	}
	return &SchemaPlaces{options: options, stores: map[string]*schemas.Store{}, projects: map[string]*projectPackages{}, byDir: map[string]placeKeys{}, users: map[string]int{}}
}

// inSeen returns the schemas for the program of a directory, and what it read to choose the
// places. Equal places give equal values, so that programs share open schemas. The places
// themselves are read when packages are wanted.
func (s *SchemaPlaces) inSeen(dir string) (analysis.Schemas, *disk.Seen) {
	seen := disk.Watch(s.options.FS)
	o := schemas.Options{
		Paths: slices.Concat(s.options.Given, settings.For(s.options.Settings, seen, settings.Unopened, dir).Schemas), Folders: s.folders(seen, dir), Home: s.options.Home, Cache: s.options.Cache, Variable: s.options.Variable,
		Asked: s.options.Asked, FS: s.options.FS, AskedIn: s.options.AskedIn, Ask: s.options.Ask, Reader: s.options.Reader, Files: &s.files,
	}
	if s.options.Trusted != nil {
		o.Trusted = s.options.Trusted(dir)
	}
	o.HomeBrought = s.homeBrought(seen, dir)
	p := projectPackagesOf(seen, dir)
	o.Project = p.plugins
	keys := placeKeys{
		store:   fmt.Sprintf("%t %t %q %q %q", o.Trusted, o.HomeBrought, o.Paths, o.Folders, o.Project),
		project: fmt.Sprintf("%q %q", p.listed, p.sdks),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.use(dir, keys)
	store := s.store(keys.store, o)
	if len(p.listed) == 0 && len(p.sdks) == 0 {
		return store, seen
	}
	if s.projects[keys.project] == nil {
		s.projects[keys.project] = &p
	}
	return projectSchemas{store, s.projects[keys.project]}, seen
}

// use records the places for a directory, and forgets places that no directory uses any
// more, with the schemas opened there.
func (s *SchemaPlaces) use(dir string, keys placeKeys) {
	before, known := s.byDir[dir]
	s.byDir[dir] = keys
	s.users[keys.store]++
	s.users[keys.project]++
	if !known {
		return
	}
	for _, key := range []string{before.store, before.project} {
		if s.users[key]--; s.users[key] == 0 {
			delete(s.users, key)
			delete(s.stores, key)
			delete(s.projects, key)
		}
	}
}

// folders returns the schema folders next to a program and above it, the nearest first.
func (s *SchemaPlaces) folders(seen *disk.Seen, dir string) []string {
	var found []string
	for disk.IsPath(dir) {
		for _, name := range schemaFolders {
			if folder := path.Join(dir, name); s.hasSchemas(seen, folder) {
				found = append(found, folder)
			}
		}
		parent := path.Dir(dir)
		if _, err := seen.Stat(path.Join(dir, ".git")); !disk.IsAbsent(err) || parent == dir {
			return found
		}
		dir = parent
	}
	return found
}

// hasSchemas reports whether a folder holds a package schema, or a file that has the name of one, so that a damaged file is reported even if it is
// alone. Other folders are named schemas too, but for the hidden one.
func (s *SchemaPlaces) hasSchemas(seen *disk.Seen, folder string) bool {
	entries, err := seen.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if schemas.IsNamed(e.Name(), path.Base(path.Dir(folder)) == hiddenFolder) {
			return true
		}
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".json") || strings.HasSuffix(e.Name(), ".json.gz") {
			s.mu.Lock()
			heads := s.store("heads "+folder, schemas.Options{Paths: []string{folder}, Files: &s.files})
			s.mu.Unlock()
			return len(heads.NamesSeen(seen)) > 1 // one is built in
		}
	}
	return false
}

// store is the one store for the places with a key. The lock is held.
func (s *SchemaPlaces) store(key string, o schemas.Options) *schemas.Store {
	if s.stores[key] == nil {
		s.stores[key] = schemas.New(o)
	}
	return s.stores[key]
}

// decidesOnSchemas reports whether a file can change which schema serves a package, by
// its name.
func decidesOnSchemas(p string) bool {
	switch {
	case strings.HasSuffix(p, ".json"), strings.HasSuffix(p, ".json.gz"), stackfile.IsProjectFile(p), settings.IsFile(p), path.Base(p) == pluginFile:
		return true
	}
	return strings.HasSuffix(p, ".pp") && path.Base(path.Dir(path.Dir(p))) == sdksFolder
}

// openFolders says whether the Pulumi home lies in the folders that are open in the editor.
type openFolders struct {
	folders []string
	brought bool
	seen    *disk.Seen
}

// homeBrought reports whether the Pulumi home lies in the workspace of the program in a
// directory.
func (s *SchemaPlaces) homeBrought(seen *disk.Seen, dir string) bool {
	if s.options.Home == "" {
		return false
	}
	return s.options.Workspace != nil && s.openFolders().brought || disk.IsPath(dir) && liesIn(seen, disk.Clean(s.options.Home), root(seen, dir))
}

// openFolders looks at the folders once for all programs: there may be hundreds of both.
func (s *SchemaPlaces) openFolders() *openFolders {
	folders := s.options.Workspace()
	if known := s.open.Load(); known != nil && slices.Equal(folders, known.folders) {
		return known
	}
	open := &openFolders{folders: folders, seen: disk.Watch(s.options.FS)}
	for _, folder := range folders {
		open.brought = open.brought || liesIn(open.seen, disk.Clean(s.options.Home), folder)
	}
	s.open.Store(open)
	return open
}

// changed reports whether something about the folders looks different now, and forgets them then.
func (s *SchemaPlaces) changed(check *disk.Check) bool {
	known := s.open.Load()
	return known != nil && check.Changed(known.seen) && s.open.CompareAndSwap(known, nil)
}

// root is the directory that a program is distributed in: its repository, or else its
// project, or else its own directory.
func root(seen *disk.Seen, dir string) string {
	for d := dir; ; d = path.Dir(d) {
		if _, err := seen.Stat(path.Join(d, ".git")); !disk.IsAbsent(err) {
			return d
		}
		if path.Dir(d) == d {
			break
		}
	}
	if p := stackfile.ProjectOf(seen, dir); p.Path != "" {
		return path.Dir(p.Path)
	}
	return dir
}

// liesIn reports whether a path lies in a folder, by its name or through links.
func liesIn(seen *disk.Seen, p, folder string) bool {
	if disk.Inside(p, folder) {
		return true
	}
	_, _ = seen.RealPath(folder) // it may become another one
	top := disk.IdentityOf(seen, folder)
	at, err := seen.RealPath(p)
	if err != nil {
		at = p
	}
	for ; ; at = path.Dir(at) {
		if disk.IdentityOf(seen, at).Is(top) {
			return true
		}
		if path.Dir(at) == at {
			return false
		}
	}
}
