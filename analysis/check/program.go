package check

import (
	"cmp"
	"context"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// Program is the program in one directory: all its files share one scope. It is
// immutable but for results that are computed when first asked for and never
// change; it may be used from many goroutines.
type Program struct {
	// Dir is the directory, a clean path with slashes.
	Dir string
	// Files are the parsed files, sorted by path.
	Files []*syntax.File

	world   World
	frame   *frame
	graph   *graph
	entries table[*entry] // by slot; nil where a slot is free
	flags   flags         // by slot
	pending *settling     // nil if nothing is uncertain
	origin  *settling     // what made the program certain; nil for others
	*answers
}

// answers are what a program finds out once.
type answers struct {
	shown      atomic.Pointer[componentInterface] // to those that use it as a component
	flowsShown atomic.Pointer[shownFlows]         // as shown
	objects    sync.Map                           // slot to *Object
	readers    atomic.Pointer[readers]            // nil until a program is derived from one
	finished   atomic.Pointer[Program]            // the program when all its results are there
	report     atomic.Pointer[Report]             // when finished
	winners    atomic.Pointer[winners]            // as the report
}

// NewProgram puts the files of a directory together. Nothing is checked. Results
// of prev are taken over where what they were computed from is unchanged; prev
// may be nil.
func NewProgram(dir string, files []*syntax.File, world World, prev *Program) *Program {
	p := &Program{Dir: dir, Files: slices.Clone(files), world: world, answers: new(answers)}
	slices.SortFunc(p.Files, func(a, b *syntax.File) int { return cmp.Compare(path.Base(a.Path), path.Base(b.Path)) })
	if !p.derive(prev.latestFinished()) {
		p.assemble(prev)
	}
	return p
}

// latestFinished is the program from which another can be derived: this one, or the
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

// assemble enters all items and finds out what their names denote.
func (p *Program) assemble(prev *Program) {
	p.pending, p.answers = nil, new(answers)
	slots := p.enter(prev)
	p.frame = newFrame(p, slots, p.entries.len())
	p.declare()
	p.declarePackages()
	p.world.each(len(p.frame.order), func(i int) { p.link(p.entries.at(p.frame.order[i])) })
	p.graph = newGraph(p)
	of := make([]flag, p.entries.len())
	for e := range p.all() {
		of[e.slot] = e.itemFlags()
	}
	p.flags = flagsOf(of)
}

// enter makes the entries. An item that prev has keeps its slot and its results,
// to be used if they still hold; the parser reuses items that did not change.
func (p *Program) enter(prev *Program) (slots [][]int32) {
	known := map[*syntax.Item][]*entry{}
	var entries []*entry
	if prev != nil && prev.world.Mode == p.world.Mode && prev.world.PublicNames == p.world.PublicNames && prev.world.OptIns == p.world.OptIns {
		entries = make([]*entry, prev.entries.len())
		for e := range prev.all() {
			known[e.item] = append(known[e.item], e)
		}
	}
	var fresh []*int32
	var items []syntax.Placed
	var paths []string
	for _, f := range p.Files {
		of := make([]int32, f.Count())
		for i, placed := range f.All() {
			switch old := known[placed.Item]; {
			case placed.Kind == syntax.KindBlank:
				of[i] = -1
			case len(old) > 0:
				known[placed.Item] = old[1:]
				of[i] = old[0].slot
				entries[of[i]] = p.heir(old[0], f.Path)
			default:
				fresh, items, paths = append(fresh, &of[i]), append(items, placed), append(paths, f.Path)
			}
		}
		slots = append(slots, of)
	}
	free := 0
	for _, slot := range fresh {
		for free < len(entries) && entries[free] != nil {
			free++
		}
		if free == len(entries) {
			entries = append(entries, nil)
		}
		*slot = int32(free)
		free++
	}
	p.world.each(len(fresh), func(i int) { entries[*fresh[i]] = newEntry(*fresh[i], paths[i], items[i].Item) })
	p.entries = tableOf(entries)
	return slots
}

// heir is the entry for the same item as one of the previous program.
func (p *Program) heir(old *entry, filePath string) *entry {
	e := old.again()
	e.path = filePath
	e.facts.inherit(&old.facts)
	e.sig.inherit(&old.sig)
	e.flows.inherit(&old.flows)
	return e
}

// Lookup is what a name at the top level of an item denotes: a definition, or
// else an output. It is nil for names that nothing declares.
func (p *Program) Lookup(name string) *Object { return p.object(p.declaring(name)) }

// LookupOutput is the output with this lexical name, whatever else has the name.
func (p *Program) LookupOutput(name string) *Object {
	if slot, found := p.frame.outputs[name]; found {
		return p.object(p.entries.at(slot))
	}
	return nil
}

// Objects are all declarations that own their name, in declaration order.
func (p *Program) Objects() []*Object {
	var all []*Object
	for e := range p.all() {
		if p.owns(e) {
			all = append(all, p.object(e))
		}
	}
	return all
}

// object is what an entry declares; nil for entries that declare nothing. It is the
// same one each time.
func (p *Program) object(e *entry) *Object {
	if e == nil || e.kind == 0 {
		return nil
	}
	if known, ok := p.objects.Load(e.slot); ok {
		return known.(*Object)
	}
	made, _ := p.objects.LoadOrStore(e.slot, &Object{
		Kind: e.kind, Name: e.name, Path: e.path, Span: p.nameSpan(e), item: p.placed(e), slot: e.slot,
	})
	return made.(*Object)
}

// behind is the entry that declares an object; nil for variables inside an item.
func (p *Program) behind(o *Object) *entry {
	if o.item.Item == nil {
		return nil
	}
	return p.entries.at(o.slot)
}

// ObjectOf is what an occurrence denotes in this program; nil when it denotes no
// object. For a declaration it is the declared object, whoever owns the name.
func (p *Program) ObjectOf(it syntax.Placed, o Occurrence) *Object {
	switch {
	case o.Denotation != nil && o.Object != nil:
		return o.Object
	case o.Kind == OccurVariable:
		return p.Lookup(o.Name)
	case o.Kind == OccurDeclaration:
		return p.object(p.entryOf(it))
	}
	return nil
}

// TypeOf is the type of the value that a name of the program stands for.
func (p *Program) TypeOf(ctx context.Context, o *Object) typesys.Type {
	e := p.behind(o)
	if e == nil {
		return o.Type
	}
	return p.signature(ctx, e).value
}

// File is the file with this path, and false when the program has none.
func (p *Program) File(filePath string) (*syntax.File, bool) {
	for _, f := range p.Files {
		if f.Path == filePath {
			return f, true
		}
	}
	return nil, false
}

// ItemAt is the item of a file that the offset is in; at the boundary of two
// items it is the one that ends there if the offset is within its last line.
func (p *Program) ItemAt(filePath string, offset int) (syntax.Placed, bool) {
	f, ok := p.File(filePath)
	if !ok {
		return syntax.Placed{}, false
	}
	return f.ItemAt(offset)
}

// entryOf is the entry of an item; nil when the program does not have it. Equal
// texts may be one item at several places; the place decides between them.
func (p *Program) entryOf(it syntax.Placed) *entry {
	for i, f := range p.Files {
		at := f.IndexAt(it.Base)
		if at < 0 {
			continue
		}
		if found := f.Item(at); found.Item == it.Item && found.Base == it.Base {
			if slot := p.frame.slots[i][at]; slot >= 0 {
				return p.entries.at(slot)
			}
		}
	}
	return nil
}

func article(noun string) string {
	switch noun[0] {
	case 'a', 'e', 'i', 'o', 'u':
		return "an " + noun
	}
	return "a " + noun
}
