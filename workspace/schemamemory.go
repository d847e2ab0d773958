package workspace

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
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
	find func(dir string) (analysis.Schemas, *disk.Seen)
	fsys disk.FS                                      // where schemas were looked for
	load func(name string, work func(schemas.Caller)) // nil: whoever asks waits
	// watches says that what was looked at is known, so that nothing has to be
	// forgotten as long as it looks the same. It needs load.
	watches bool
	// era counts how often everything was forgotten: what was decided in another era
	// does not count.
	era int

	mu    sync.Mutex // guards the maps; not held while a schema is looked for
	byDir map[string]*placement
	known map[analysis.Schemas]*rememberedSchemas
}

func newSchemaMemory(find func(dir string) (analysis.Schemas, *disk.Seen), fsys disk.FS) *schemaMemory {
	return &schemaMemory{find: find, fsys: fsys, byDir: map[string]*placement{}, known: map[analysis.Schemas]*rememberedSchemas{}}
}

// emptied remembers nothing.
func (m *schemaMemory) emptied() *schemaMemory {
	next := newSchemaMemory(m.find, m.fsys)
	next.load, next.watches, next.era = m.load, m.watches, m.era
	return next
}

// updated remembers the same, and knows what has been loaded since.
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
	}
	return m.byDir[dir].rememberedSchemas
}

// remembered is the memory of some schemas, one for equal ones. The lock is held.
func (m *schemaMemory) remembered(from analysis.Schemas) *rememberedSchemas {
	fresh := &rememberedSchemas{from: from, load: m.load, found: map[string]remembered{}}
	if !reflect.ValueOf(from).Comparable() {
		return fresh
	}
	if m.known[from] == nil {
		m.known[from] = fresh
	}
	return m.known[from]
}

// rememberedSchemas asks once for each package.
type rememberedSchemas struct {
	from analysis.Schemas
	load func(name string, work func(schemas.Caller))

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
	found        schemas.Found // says when to ask again, if that is known

	next atomic.Pointer[lookup] // the same question, asked later; see lookAgain
}

// finder is schemas that can tell when to ask again.
type finder interface {
	Find(ref schema.Ref, caller schemas.Caller) schemas.Found
}

func (l *lookup) ask(from analysis.Schemas, caller schemas.Caller) {
	l.once.Do(func() {
		if f, ok := from.(finder); ok {
			l.found = f.Find(l.ref, caller)
			l.pkg, l.availability = l.found.Package, l.found.Availability
		} else {
			l.pkg, l.availability = from.Package(l.ref)
		}
		l.done.Store(true)
	})
}

// askSafely asks where nobody could take a fault of the reader: it becomes the
// answer, and the caller is told.
func (l *lookup) askSafely(from analysis.Schemas, caller schemas.Caller) {
	defer func() {
		if r := recover(); r != nil {
			f := fault.Of(r)
			l.availability = schema.Availability{State: schema.Broken, Reason: fmt.Sprintf("reading its schema failed: %v", f)}
			l.done.Store(true)
			if caller.Fault != nil {
				caller.Fault(f)
			}
		}
	}()
	l.ask(from, caller)
}

// updated is the memory that knows what is there by now.
func (r *rememberedSchemas) updated() *rememberedSchemas {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := &rememberedSchemas{from: r.from, load: r.load, found: make(map[string]remembered, len(r.found))}
	for key, l := range r.found {
		newest := l.lookup.arrived()
		next.found[key] = remembered{newest, newest.done.Load()}
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
		l.ask(r.from, schemas.Caller{})
	case !asked:
		r.begin(l.lookup)
	}
	if !l.known {
		return nil, schema.Availability{State: schema.Loading, Reason: "its schema is being loaded"}
	}
	return l.pkg, l.availability
}

// begin has a question asked in the background.
func (r *rememberedSchemas) begin(l *lookup) {
	r.load(l.ref.Name, func(caller schemas.Caller) { l.askSafely(r.from, caller) })
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
