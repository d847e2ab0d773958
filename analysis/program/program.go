// Package program is the incremental engine under the checker.
//
// A [Program] is one version of the files of a directory: its items (top-level
// blocks and locals), the names that they declare, and what depends on what. For each
// item it keeps the results that the checker has computed, together with everything
// that was read to compute them. The next version takes over each result whose item and
// reads are unchanged, so an edit costs the edited item, and the items that depend on it
// only if what they read has really changed.
//
// The engine knows neither types nor codes of findings. What it must know of the
// language and of the world outside the program it asks through [Host]; what the
// checker wants to keep with an item, a scope or a program hangs in a field named Data.
//
// # How a version is made
//
// If the version before has all its results, the next one is derived from it
// (derive.go): both share the items that did not change, and an index from what was
// read to its readers leads to the results that may be wrong. Those are revalidated in
// dependency order (revalidate.go), lazily, when the first question is asked.
// Otherwise, the program is assembled anew, and every old result is asked whether all
// of its reads still give the same answer.
//
// Why not a general query engine such as salsa, whose queries validate each other: with
// thousands of items, asking all of them takes longer than checking one.
//
// Why results are untyped here: with one type parameter per kind of result, each
// function of the engine carries four of them, and the checker is the only user. The
// checker has one typed accessor per [Query] instead.
//
// # Invariants
//
// A result is a function of the item's text and its reads. It never depends on which
// item was checked first, on other results, or on time.
//
// A [Program] never changes, but for results that are computed on first use; many
// goroutines may use it. A canceled computation leaves nothing behind.
//
// # Cycles
//
// Two kinds of graphs are kept apart. The dependency graph (every name in an item)
// decides what is a circular reference, as the evaluator would see it. Each shown
// result (see [Query.Shown]) has a graph of its own: the type of a resource needs only
// the names in its range, so two resources that refer to each other are an error and
// still both have types.
//
// Why not one recursive "is being computed" flag: the answer would depend on where the
// walk began, and an incremental check could differ from a fresh one.
package program

import (
	"cmp"
	"path"
	"slices"
	"sync/atomic"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Program is one version of the program in a directory: all its files share one scope.
type Program struct {
	// Dir is the directory, a clean path with slashes.
	Dir string
	// Files are the parsed files, sorted by name.
	Files []*syntax.File
	Host  Host
	// Data is for the host: what it finds out about this version once. The copies of a
	// version that the engine makes share it.
	Data any
	// View is the host's own view of this program.
	View any

	queries []Query
	final   bool // results do not say what they were computed from
	scope   *Scope
	graph   *graph
	items   table[*Item] // nil where a number is free
	flags   flags
	pending *revalidation // nil if nothing is uncertain
	origin  *revalidation // that made the program certain; nil for others
	*shared
}

// shared is what the copies of one version share.
type shared struct {
	readers  atomic.Pointer[readers] // nil until a program is derived from one
	finished atomic.Pointer[Program] // the program when all its results are there
}

// New puts the files of a directory together and computes nothing. Results of prev, which
// may be nil, are taken over if what they were computed from is unchanged.
func New(dir string, files []*syntax.File, h Host, prev *Program) *Program {
	p := &Program{Dir: dir, Files: slices.Clone(files), Host: h, Data: h.ProgramData(), queries: h.Queries(), final: h.IsFinal(), shared: new(shared)}
	lists.SortStable(p.Files, func(a, b *syntax.File) int { return cmp.Compare(path.Base(a.Path), path.Base(b.Path)) })
	p.View = h.View(p)
	if !p.derive(prev.latestFinished()) {
		p.assemble(prev)
	}
	return p
}

// latestFinished is the program from which another one can be derived: this one, or the
// one from which this one was derived; nil for none.
func (p *Program) latestFinished() *Program {
	if p == nil {
		return nil
	}
	if finished := p.finished.Load(); finished != nil {
		return finished
	}
	if p.pending != nil {
		return p.pending.base.Load()
	}
	return nil
}

// assemble enters all items and finds what their names denote.
func (p *Program) assemble(prev *Program) {
	p.pending, p.shared = nil, new(shared)
	ids := p.enter(prev)
	p.scope = newScope(p, ids)
	p.Host.Each(len(p.scope.order), func(i int) { p.link(p.items.at(p.scope.order[i])) })
	p.graph = newGraph(p)
	of := make([]Flag, p.items.len())
	for it := range p.Items() {
		of[it.ID] = it.textFlags()
	}
	p.flags = flagsOf(of)
}

// enter makes the items. An item that prev has keeps its number and its results, to be
// used if they still hold; the parser reuses items that did not change.
func (p *Program) enter(prev *Program) (ids [][]int32) {
	known := map[*syntax.Item][]*Item{}
	var items []*Item
	if prev != nil && p.Host.CanReuse(prev.Host) {
		items = make([]*Item, prev.items.len())
		for it := range prev.Items() {
			known[it.Syntax] = append(known[it.Syntax], it)
		}
	}
	type newcomer struct {
		id     *int32
		path   string
		parsed *syntax.Item
	}
	var fresh []newcomer
	for _, f := range p.Files {
		of := make([]int32, f.Count())
		for i, placed := range f.All() {
			switch old := known[placed.Item]; {
			case placed.Kind == syntax.KindBlank:
				of[i] = -1
			case len(old) > 0:
				known[placed.Item] = old[1:]
				of[i] = old[0].ID
				items[of[i]] = old[0].successor(f.Path)
			default:
				fresh = append(fresh, newcomer{&of[i], f.Path, placed.Item})
			}
		}
		ids = append(ids, of)
	}
	free := 0
	items = slices.Grow(items, len(fresh))
	for _, one := range fresh {
		for free < len(items) && items[free] != nil {
			free++
		}
		if free == len(items) {
			items = append(items, nil)
		}
		*one.id = int32(free)
		free++
	}
	p.Host.Each(len(fresh), func(i int) {
		one := &fresh[i]
		items[*one.id] = newItem(p.Host, *one.id, one.path, one.parsed)
	})
	p.items = tableOf(items)
	return ids
}

// IsDerived reports whether the program was derived from the version before.
func (p *Program) IsDerived() bool { return p.pending != nil }

// Len is one more than the highest number of an item.
func (p *Program) Len() int { return p.items.len() }

// Item is the item with a number; nil if there is none.
func (p *Program) Item(id int32) *Item { return p.items.lookup(id) }

// ItemOf is the item at a place; nil if the program doesn't have it. Items with equal
// texts may be one syntax item at several places; the place decides between them.
func (p *Program) ItemOf(placed syntax.Placed) *Item {
	near := int(p.scope.near.Load()) // walks ask about the items of one file after those of another
	for n := range p.Files {
		i := (near + n) % len(p.Files)
		f := p.Files[i]
		at := f.IndexAt(placed.Base)
		if at < 0 {
			continue
		}
		if found := f.Item(at); found.Item == placed.Item && found.Base == placed.Base {
			if n > 0 {
				p.scope.near.Store(int32(i))
			}
			if id := p.scope.ids[i][at]; id >= 0 {
				return p.items.at(id)
			}
		}
	}
	return nil
}

// WithForeign is the program with a further item that is not part of it. Nothing refers
// to that item, so it is in no cycle.
func (p *Program) WithForeign(parsed *syntax.Item) (*Program, *Item) {
	it := newItem(p.Host, int32(p.items.len()), "", parsed)
	foreign := p.copy()
	foreign.items = p.items.fork()
	foreign.items.add(it)
	foreign.link(it)
	return foreign, it
}

// copy is another program with the same content, to be changed.
func (p *Program) copy() *Program {
	c := *p
	c.View = p.Host.View(&c)
	return &c
}

// Version is which items a program has. It keeps neither what their names denote nor
// their order.
type Version struct {
	items table[*Item]
	scope weak.Pointer[Scope]
}

// Version returns the version of a program whose results are certain.
func (p *Program) Version() Version {
	return Version{items: p.items.fork(), scope: weak.Make(p.scope)}
}

// ConcernedSince returns the items of a program with certain results that differ from an
// earlier version, and the items that mention their names; maybe some others, and maybe an
// item twice. It returns false if names may denote other items than in that version.
func (p *Program) ConcernedSince(v Version) (ids []int32, known bool) {
	changed, known := p.ChangedSince(v)
	for _, it := range changed {
		ids = append(ids, it.ID)
		if it.Declares() {
			ids = append(ids, p.index().of(Dependency{OnBinding, it.Name})...)
		}
	}
	return ids, known
}

// ChangedSince returns the items of a program with certain results that differ from an earlier version. It returns false if names may
// denote other items than in that version.
func (p *Program) ChangedSince(v Version) (changed []*Item, known bool) {
	if v.scope.Value() != p.scope {
		return nil, false
	}
	for _, it := range p.items.since(&v.items) {
		if it != nil {
			changed = append(changed, it)
		}
	}
	return changed, true
}
