package workspace

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file remembers which schema was found for a package, and has it looked for
// in the background.
//
// Why: the checker asks once for each use of a package, and again for each use
// when it compares with the state before; finding a schema looks at folders. And
// between two changes the answer must not differ, or a snapshot would change: what
// is loaded in the background is known to the snapshots after [SchemasArrived].

// schemaMemory serves all programs of the snapshots between which no schema
// changed.
type schemaMemory struct {
	find func(dir string) analysis.Schemas
	load func(name string, work func()) // nil: whoever asks waits

	mu    sync.Mutex // guards the maps; not held while a schema is looked for
	byDir map[string]*rememberedSchemas
	known map[analysis.Schemas]*rememberedSchemas
}

func newSchemaMemory(find func(dir string) analysis.Schemas) *schemaMemory {
	return &schemaMemory{find: find, byDir: map[string]*rememberedSchemas{}, known: map[analysis.Schemas]*rememberedSchemas{}}
}

// emptied remembers nothing.
func (m *schemaMemory) emptied() *schemaMemory {
	next := newSchemaMemory(m.find)
	next.load = m.load
	return next
}

// updated remembers the same, and knows what has been loaded since.
func (m *schemaMemory) updated() *schemaMemory {
	next := m.emptied()
	m.mu.Lock()
	defer m.mu.Unlock()
	renewed := map[*rememberedSchemas]*rememberedSchemas{}
	for dir, old := range m.byDir {
		if renewed[old] == nil {
			renewed[old] = old.updated()
		}
		next.byDir[dir] = renewed[old]
	}
	for from, old := range m.known {
		if renewed[old] != nil {
			next.known[from] = renewed[old]
		}
	}
	return next
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
	fresh := &rememberedSchemas{from: schemas, load: m.load, found: map[string]remembered{}}
	if !reflect.ValueOf(schemas).Comparable() {
		return fresh
	}
	if m.known[schemas] == nil {
		m.known[schemas] = fresh
	}
	return m.known[schemas]
}

// rememberedSchemas asks once for each package.
type rememberedSchemas struct {
	from analysis.Schemas
	load func(name string, work func())

	mu    sync.Mutex // guards found; not held while a schema is looked for
	found map[string]remembered
}

// remembered is a question with what may be known of its answer: that of one which
// was asked in the background only if it was there when this memory was made.
type remembered struct {
	*lookup
	known bool
}

// lookup is one question, asked by whoever comes first.
type lookup struct {
	ref          schema.Ref
	once         sync.Once
	done         atomic.Bool
	pkg          *schema.Package
	availability schema.Availability
}

func (l *lookup) ask(from analysis.Schemas) {
	l.once.Do(func() {
		l.pkg, l.availability = from.Package(l.ref)
		l.done.Store(true)
	})
}

// askSafely asks where nobody could take a fault of the reader: it becomes the
// answer.
func (l *lookup) askSafely(from analysis.Schemas) {
	defer func() {
		if fault := recover(); fault != nil {
			l.availability = schema.Availability{State: schema.Broken, Reason: fmt.Sprintf("reading its schema failed: %v", fault)}
			l.done.Store(true)
		}
	}()
	l.ask(from)
}

// updated is the memory that knows what is there by now.
func (r *rememberedSchemas) updated() *rememberedSchemas {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := &rememberedSchemas{from: r.from, load: r.load, found: make(map[string]remembered, len(r.found))}
	for key, l := range r.found {
		next.found[key] = remembered{l.lookup, l.done.Load()}
	}
	return next
}

// Package is the package that a program wants.
func (r *rememberedSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	key := refKey(ref)
	r.mu.Lock()
	l, asked := r.found[key]
	if !asked {
		l = remembered{&lookup{ref: ref}, r.load == nil}
		r.found[key] = l
	}
	r.mu.Unlock()
	switch {
	case r.load == nil:
		l.ask(r.from)
	case !asked:
		r.load(ref.Name, func() { l.askSafely(r.from) })
	}
	if !l.known {
		return nil, schema.Availability{State: schema.Loading, Reason: "its schema is being loaded"}
	}
	return l.pkg, l.availability
}

// Names lists the packages of which there is a schema, if that is known.
func (r *rememberedSchemas) Names() []string {
	if lister, ok := r.from.(interface{ Names() []string }); ok {
		return lister.Names()
	}
	return nil
}

// Explain says what serves a package and why, if that is known. It is rarely
// asked for, and so looked for anew; if that comes to something else by now, what
// programs were told stands.
func (r *rememberedSchemas) Explain(ref schema.Ref) (schema.Decision, bool) {
	e, ok := r.from.(analysis.Explainer)
	if !ok {
		return schema.Decision{}, false
	}
	d, ok := e.Explain(ref)
	_, told := r.Package(ref)
	return d, ok && d.Availability == told
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

// Loading reports whether a package that a program of the snapshot asked for is not
// known yet.
func (s *Snapshot) Loading() bool {
	return slices.ContainsFunc(s.schemas.all(), (*rememberedSchemas).loading)
}

func (r *rememberedSchemas) loading() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.found {
		if !l.known {
			return true
		}
	}
	return false
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
