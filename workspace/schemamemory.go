package workspace

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file remembers the schema of each package, and has schemas loaded in the
// background.
//
// Why: the checker asks once for each use of a package, and again for each use when it
// revalidates; a search looks at folders. And the answer must not change between two
// changes, as a snapshot never changes: a schema that was loaded in the background is
// visible in the snapshots after [SchemasArrived].

// schemaMemory serves all programs of the snapshots between which no schema changed.
type schemaMemory struct {
	find func(dir string) (analysis.Schemas, *disk.Seen)
	fsys disk.FS                                      // where schemas were looked for
	load func(name string, work func(schemas.Caller)) // nil: callers wait
	// watches says that each result comes with what was looked at, so that nothing is
	// forgotten while that stays the same. It needs load.
	watches bool
	// era counts how often everything was forgotten. Decisions of another era are
	// invalid.
	era int
	// begun is how often anything began to be loaded, in all memories of the session.
	begun *atomic.Int64

	mu    sync.Mutex // guards the maps; not held while a schema is looked for
	byDir map[string]*placement
	quiet int64 // what begun was, plus one, when nothing was being loaded
	known map[analysis.Schemas]*rememberedSchemas
}

func newSchemaMemory(find func(dir string) (analysis.Schemas, *disk.Seen), fsys disk.FS) *schemaMemory {
	return &schemaMemory{find: find, fsys: fsys, begun: new(atomic.Int64), byDir: map[string]*placement{}, known: map[analysis.Schemas]*rememberedSchemas{}}
}

// emptied is an empty memory with the same configuration.
func (m *schemaMemory) emptied() *schemaMemory {
	next := newSchemaMemory(m.find, m.fsys)
	next.load, next.watches, next.era, next.begun = m.load, m.watches, m.era, m.begun
	return next
}

// updated is the same memory with everything that has been loaded since.
func (m *schemaMemory) updated() *schemaMemory {
	next := m.emptied()
	m.mu.Lock()
	defer m.mu.Unlock()
	renewed, expected := map[*rememberedSchemas]*rememberedSchemas{}, map[*rememberedSchemas]bool{}
	for dir, p := range m.byDir {
		old := p.arrived()
		expected[p.newest().rememberedSchemas] = true
		if renewed[old.rememberedSchemas] == nil {
			renewed[old.rememberedSchemas] = old.updated()
		}
		next.byDir[dir] = &placement{rememberedSchemas: renewed[old.rememberedSchemas], seen: old.seen}
		if later := old.next.Load(); later != nil {
			next.byDir[dir].next.Store(later)
		}
	}
	for from, old := range m.known {
		if renewed[old] != nil {
			next.known[from] = renewed[old]
		} else if expected[old] {
			next.known[from] = old
		}
	}
	return next
}

// restrictedTo is the memory without the schemas that only other directories use.
func (m *schemaMemory) restrictedTo(used map[string]*folder) *schemaMemory {
	next := m.emptied()
	m.mu.Lock()
	defer m.mu.Unlock()
	for dir := range used {
		p := m.byDir[standsIn(dir)]
		if p == nil {
			continue
		}
		next.byDir[standsIn(dir)] = p
		for _, memory := range []*rememberedSchemas{p.rememberedSchemas, p.newest().rememberedSchemas} {
			if reflect.ValueOf(memory.from).Comparable() && m.known[memory.from] == memory {
				next.known[memory.from] = memory
			}
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
		return found.rememberedSchemas
	}
	from, seen := m.find(dir)
	if from == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byDir[dir] == nil {
		m.byDir[dir] = &placement{rememberedSchemas: m.remembered(from), seen: seen}
		if m.byDir[dir].loading() {
			m.quiet = 0
		}
	}
	return m.byDir[dir].rememberedSchemas
}

// remembered is the memory for some schemas; equal schemas share one. The lock is held.
func (m *schemaMemory) remembered(from analysis.Schemas) *rememberedSchemas {
	fresh := &rememberedSchemas{from: from, load: m.load, found: map[string]remembered{}, compared: map[versionPair]compared{}}
	if !reflect.ValueOf(from).Comparable() {
		return fresh
	}
	if m.known[from] == nil {
		m.known[from] = fresh
	}
	return m.known[from]
}

// rememberedSchemas searches once for each package.
type rememberedSchemas struct {
	from analysis.Schemas
	load func(name string, work func(schemas.Caller))

	mu       sync.Mutex // guards the maps; not held while a schema is looked for or compared
	found    map[string]remembered
	compared map[versionPair]compared // those that programs needed
}

// remembered is a search and whether its result is visible. The result of a background
// search is visible if it was there when this memory was made.
type remembered struct {
	*lookup
	known bool
}

// task is what the first caller does.
type task struct {
	once sync.Once
	done atomic.Bool
}

func (t *task) run(work func()) {
	t.once.Do(func() {
		work()
		t.done.Store(true)
	})
}

// runSafely runs where nobody could handle a panic. What failed makes of it is the result, and the caller is told.
func (t *task) runSafely(caller schemas.Caller, work func(), failed func(*fault.Fault)) {
	defer func() {
		if r := recover(); r != nil {
			f := fault.Of(r)
			failed(f)
			t.done.Store(true)
			if caller.Fault != nil {
				caller.Fault(f)
			}
		}
	}()
	t.run(work)
}

type lookup struct {
	task
	ref          schema.Ref
	pkg          *schema.Package
	availability schema.Availability
	found        schemas.Found                 // tells when to search again, if that is known
	again        atomic.Pointer[schemas.Found] // what a later search looked at; nil for none

	next atomic.Pointer[lookup] // the next search for the same package
}

// finder is schemas that can tell when to search again.
type finder interface {
	Find(ref schema.Ref, caller schemas.Caller) schemas.Found
}

func (l *lookup) ask(from analysis.Schemas, caller schemas.Caller) {
	if f, ok := from.(finder); ok {
		l.found = f.Find(l.ref, caller)
		l.pkg, l.availability = l.found.Package, l.found.Availability
	} else {
		l.pkg, l.availability = from.Package(l.ref)
	}
}

// updated is the memory in which everything that has arrived is visible.
func (r *rememberedSchemas) updated() *rememberedSchemas {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := &rememberedSchemas{from: r.from, load: r.load, found: make(map[string]remembered, len(r.found))}
	for key, l := range r.found {
		newest := l.lookup.arrived()
		next.found[key] = remembered{newest, newest.done.Load()}
	}
	served := map[*schema.Package]bool{}
	for _, l := range next.found {
		if l.known {
			served[l.pkg] = true
		}
	}
	next.compared = map[versionPair]compared{}
	for v, c := range r.compared {
		if served[v.before] && served[v.after] {
			next.compared[v] = compared{c.comparison, c.done.Load()}
		}
	}
	return next
}

// Package finds a package.
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
		l.run(func() { l.ask(r.from, schemas.Caller{}) })
	case !asked:
		r.begin(l.lookup)
	}
	if !l.known {
		return nil, schema.Availability{State: schema.Loading, Reason: "its schema is being loaded"}
	}
	return l.pkg, l.availability
}

// changes are what changed between two versions of a package; nil until that is known. A comparison can take seconds, so
// it runs in the background like the loading of a schema, and is visible in the snapshots after [SchemasArrived].
func (r *rememberedSchemas) changes(ctx context.Context, before, after *schema.Package) *impact.Changes {
	v := versionPair{before, after}
	r.mu.Lock()
	c, begun := r.compared[v]
	if !begun {
		c = compared{&comparison{}, r.load == nil}
		r.compared[v] = c
	}
	r.mu.Unlock()
	compare := func() { c.compare(context.WithoutCancel(ctx), v) } // the result is for all
	switch {
	case r.load == nil:
		c.run(compare)
	case !begun:
		r.load(v.after.Name(), func(caller schemas.Caller) { c.runSafely(caller, compare, func(*fault.Fault) {}) })
	}
	if !c.known {
		return nil
	}
	return c.changes
}

type versionPair struct{ before, after *schema.Package }

type comparison struct {
	task
	changes *impact.Changes // nil if comparing failed
}

// compared is a comparison and whether its result is visible.
type compared struct {
	*comparison
	known bool
}

func (c *comparison) compare(ctx context.Context, of versionPair) {
	if diff, err := schemadiff.Compare(ctx, of.before, of.after); err == nil {
		c.changes = impact.New(diff)
	}
}

// askedSchemas are the schemas for one program. They note which packages it asks for.
type askedSchemas struct {
	*rememberedSchemas

	mu   sync.Mutex // guards refs
	refs map[string]schema.Ref
}

// Package finds a package.
func (a *askedSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	a.mu.Lock()
	a.refs[refKey(ref)] = ref
	a.mu.Unlock()
	return a.rememberedSchemas.Package(ref)
}

// begin starts a search in the background.
func (r *rememberedSchemas) begin(l *lookup) {
	r.load(l.ref.Name, func(caller schemas.Caller) {
		l.runSafely(caller, func() { l.ask(r.from, caller) }, func(f *fault.Fault) {
			l.availability = schema.Availability{State: schema.Broken, Reason: fmt.Sprintf("reading its schema failed: %v", f)}
		})
	})
}

// Names lists the packages with a schema, if that is known.
func (r *rememberedSchemas) Names() []string {
	if lister, ok := r.from.(interface{ Names() []string }); ok {
		return lister.Names()
	}
	return nil
}

// Explain says what serves a package and why, if that is known. It is rarely called, so
// it searches again. If that gives another result now, programs keep the old one.
func (r *rememberedSchemas) Explain(ref schema.Ref) (schema.Decision, bool) {
	e, ok := r.from.(analysis.Explainer)
	if !ok {
		return schema.Decision{}, false
	}
	d, ok := e.Explain(ref)
	_, told := r.Package(ref)
	return d, ok && d.Availability == told
}

func refKey(ref schema.Ref) string {
	key := ref.Name + "\x00" + ref.Plugin + "\x00" + ref.Version + "\x00" + ref.DownloadURL
	if p := ref.Parameterization; p != nil {
		key += "\x00" + p.Name + "\x00" + p.Version + "\x00" + string(p.Value)
	}
	return key
}
