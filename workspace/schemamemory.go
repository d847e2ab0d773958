package workspace

import (
	"cmp"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file remembers which schema was found for a package.
//
// Why: the checker asks once for each use of a package, and again for each use
// when it compares with the state before; finding a schema looks at folders. And
// between two changes the answer must not differ, or a snapshot would change.

// schemaMemory serves all programs of the snapshots between which no schema
// changed.
type schemaMemory struct {
	find func(dir string) analysis.Schemas

	mu    sync.Mutex // guards the maps; not held while a schema is looked for
	byDir map[string]*rememberedSchemas
	known map[analysis.Schemas]*rememberedSchemas
}

func newSchemaMemory(find func(dir string) analysis.Schemas) *schemaMemory {
	return &schemaMemory{find: find, byDir: map[string]*rememberedSchemas{}, known: map[analysis.Schemas]*rememberedSchemas{}}
}

// in are the schemas for the program of a directory; nil if there are none.
func (m *schemaMemory) in(dir string) analysis.Schemas {
	m.mu.Lock()
	found := m.byDir[dir]
	m.mu.Unlock()
	if found != nil {
		return found
	}
	schemas := m.find(dir)
	if schemas == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byDir[dir] == nil {
		m.byDir[dir] = m.remembered(schemas)
	}
	return m.byDir[dir]
}

// remembered is the memory of some schemas, one for equal ones.
func (m *schemaMemory) remembered(schemas analysis.Schemas) *rememberedSchemas {
	if !reflect.ValueOf(schemas).Comparable() {
		return &rememberedSchemas{from: schemas, found: map[string]*lookup{}}
	}
	if m.known[schemas] == nil {
		m.known[schemas] = &rememberedSchemas{from: schemas, found: map[string]*lookup{}}
	}
	return m.known[schemas]
}

// rememberedSchemas asks once for each package.
type rememberedSchemas struct {
	from analysis.Schemas

	mu    sync.Mutex // guards found; not held while a schema is looked for
	found map[string]*lookup
}

// lookup is one question, asked by whoever comes first.
type lookup struct {
	ref          schema.Ref
	once         sync.Once
	done         atomic.Bool
	pkg          *schema.Package
	availability schema.Availability
}

// Package is the package that a program wants.
func (r *rememberedSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	key := refKey(ref)
	r.mu.Lock()
	l := r.found[key]
	if l == nil {
		l = &lookup{ref: ref}
		r.found[key] = l
	}
	r.mu.Unlock()
	l.once.Do(func() {
		l.pkg, l.availability = r.from.Package(ref)
		l.done.Store(true)
	})
	return l.pkg, l.availability
}

// Names lists the packages of which there is a schema, if that is known.
func (r *rememberedSchemas) Names() []string {
	if lister, ok := r.from.(interface{ Names() []string }); ok {
		return lister.Names()
	}
	return nil
}

// refKey tells references apart.
func refKey(ref schema.Ref) string {
	key := ref.Name + "\x00" + ref.Plugin + "\x00" + ref.Version + "\x00" + ref.DownloadURL
	if p := ref.Parameterization; p != nil {
		key += "\x00" + p.Name + "\x00" + p.Version + "\x00" + string(p.Value)
	}
	return key
}

// PackageUse is one package that was looked for, and the outcome.
type PackageUse struct {
	Ref schema.Ref
	schema.Availability
}

// PackagesUsed are the packages that were looked for since schemas last changed,
// by name.
func (s *Snapshot) PackagesUsed() []PackageUse {
	var uses []PackageUse
	for _, r := range s.schemas.all() {
		uses = append(uses, r.uses()...)
	}
	slices.SortFunc(uses, func(a, b PackageUse) int {
		return cmp.Or(cmp.Compare(a.Ref.Name, b.Ref.Name), cmp.Compare(a.Version, b.Version),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return slices.CompactFunc(uses, func(a, b PackageUse) bool {
		return a.Ref.Name == b.Ref.Name && a.Availability == b.Availability
	})
}

// all are the memories of all programs, each once.
func (m *schemaMemory) all() []*rememberedSchemas {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []*rememberedSchemas
	for _, r := range m.byDir {
		if !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return all
}

func (r *rememberedSchemas) uses() []PackageUse {
	r.mu.Lock()
	defer r.mu.Unlock()
	var uses []PackageUse
	for _, l := range r.found {
		if l.done.Load() {
			uses = append(uses, PackageUse{l.ref, l.availability})
		}
	}
	return uses
}
