package program

import (
	"slices"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Scope is what the scope inputs of all items decide together: their order and what their names
// denote. Versions with equal inputs share one scope.
type Scope struct {
	// Data is for the host: what else depends on these inputs alone.
	Data any

	ids   [][]int32    // by file and position; -1 for blank items
	spots []spot       // by item
	near  atomic.Int32 // the number of the file that was asked about last
	order []int32      // declaration order: in each file, items that come first before the others

	definitions map[string]int32
	outputs     map[string]int32
	clashes     []Clash
	owns        []bool // by item: the name denotes this item, not an earlier one
	orphaned    []bool // by item: the rest of a block without its header, see Host.OrphanedItems
	follows     []bool // by item: brackets whose syntax error follows from an earlier one
	lostNames   map[string]bool
	partial     bool // a file was not parsed, see [syntax.File.IsLarge]
}

// spot is where an item stands: the number of its file and its position there.
type spot struct{ file, position int32 }

// Clash is a declaration whose name denotes something else.
type Clash struct {
	Item *Item
	// Earlier is the item that owns the name; nil if nothing may declare the name.
	Earlier *Item
}

// newScope is the scope for files whose items have these numbers.
func newScope(p *Program, ids [][]int32) *Scope {
	size := p.items.len()
	s := &Scope{
		ids: ids, spots: make([]spot, size), definitions: make(map[string]int32, size), order: make([]int32, 0, size), outputs: map[string]int32{},
		owns: make([]bool, size), orphaned: make([]bool, size), follows: make([]bool, size),
	}
	for i, file := range p.Files {
		s.enter(p, int32(i), file)
	}
	s.lostNames, s.partial = lostNames(p.Files), slices.ContainsFunc(p.Files, (*syntax.File).IsLarge)
	p.scope = s
	s.declare(p)
	s.Data = p.Host.ScopeData(p)
	return s
}

// enter adds the items of a file in declaration order.
func (s *Scope) enter(p *Program, number int32, file *syntax.File) {
	orphaned, follow := p.Host.OrphanedItems(file)
	ids := s.ids[number]
	for _, first := range []bool{true, false} {
		for i, placed := range file.All() {
			if ids[i] < 0 || p.items.at(ids[i]).First != first {
				continue
			}
			s.order = append(s.order, ids[i])
			s.spots[ids[i]] = spot{number, int32(i)}
			s.orphaned[ids[i]], s.follows[ids[i]] = orphaned[placed.Base], follow[placed.Base]
		}
	}
}

// declare fills the namespaces. The first of several declarations of a name wins. An orphaned
// item declares its name only if nothing else does.
func (s *Scope) declare(p *Program) {
	for it := range p.Items() {
		if it.Declares() && !s.orphaned[it.ID] {
			s.claim(p, it)
		}
	}
	for it := range p.Items() {
		if _, taken := s.definitions[it.Name]; it.Declares() && s.orphaned[it.ID] && !taken {
			s.definitions[it.Name], s.owns[it.ID] = it.ID, true
		}
	}
}

func (s *Scope) claim(p *Program, it *Item) {
	names := s.definitions
	if it.Output {
		names = s.outputs
	}
	if !p.Host.CanDeclare(it) {
		s.clashes = append(s.clashes, Clash{Item: it})
		return
	}
	id, taken := names[it.Name]
	if !taken {
		names[it.Name], s.owns[it.ID] = it.ID, true
		return
	}
	s.clashes = append(s.clashes, Clash{Item: it, Earlier: p.items.at(id)})
}

// lostNames are the names that broken text seems to declare.
func lostNames(files []*syntax.File) map[string]bool {
	lost := map[string]bool{}
	for _, f := range files {
		for _, name := range f.LostNames() {
			lost[name] = true
		}
	}
	return lost
}

// Scope is the scope of the program.
func (p *Program) Scope() *Scope { return p.scope }

// Clashes are the declarations whose names denote something else, in declaration order.
func (s *Scope) Clashes() []Clash { return s.clashes }

// IDs are the items of a file by position; -1 for blank items.
func (s *Scope) IDs(file int) []int32 { return s.ids[file] }

// All are the items of all files by position; -1 for blank items.
func (s *Scope) All() [][]int32 { return s.ids }

// Order are all items in declaration order.
func (s *Scope) Order() []int32 { return s.order }

// MayDeclare reports whether a name may have a declaration that is not known: broken text
// seems to declare it, or a file was not parsed.
func (s *Scope) MayDeclare(name string) bool { return s.partial || s.lostNames[name] }

// IsPartial reports whether a file was not parsed. What it declares and uses is not known.
func (s *Scope) IsPartial() bool { return s.partial }

// IsOrphaned reports whether an item seems to be the rest of a block without its header.
func (s *Scope) IsOrphaned(it *Item) bool { return s.orphaned[it.ID] }

// Follows reports whether the syntax error of an item follows from an earlier one.
func (s *Scope) Follows(it *Item) bool { return s.follows[it.ID] }

// Position is the position of an item in its file.
func (s *Scope) Position(id int32) int32 { return s.spots[id].position }

// Declaring is the item that a name at the top level denotes: a definition, or else an
// output; nil if nothing declares the name.
func (p *Program) Declaring(name string) *Item {
	if it := p.Definition(name); it != nil {
		return it
	}
	return p.OutputNamed(name)
}

// Definition is the item other than an output that declares a name; nil for none.
func (p *Program) Definition(name string) *Item {
	if id, found := p.scope.definitions[name]; found {
		return p.items.at(id)
	}
	return nil
}

// OutputNamed is the output that declares a name; nil for none.
func (p *Program) OutputNamed(name string) *Item {
	if id, found := p.scope.outputs[name]; found {
		return p.items.at(id)
	}
	return nil
}

// Owns reports whether the name of an item denotes it.
func (p *Program) Owns(it *Item) bool {
	return int(it.ID) < len(p.scope.owns) && p.scope.owns[it.ID]
}

// Placed is an item at its place.
func (p *Program) Placed(it *Item) syntax.Placed {
	at := p.scope.spots[it.ID]
	return p.Files[at.file].Item(int(at.position))
}

// FileOf is the file of an item.
func (p *Program) FileOf(it *Item) *syntax.File { return p.Files[p.scope.spots[it.ID].file] }

// Items visits the items in declaration order.
func (p *Program) Items() func(yield func(*Item) bool) {
	return func(yield func(*Item) bool) {
		for _, id := range p.scope.order {
			if !yield(p.items.at(id)) {
				return
			}
		}
	}
}

// InFileOrder are the items as they stand in the files.
func (p *Program) InFileOrder() []*Item {
	all := make([]*Item, 0, len(p.scope.order))
	for _, ids := range p.scope.ids {
		for _, id := range ids {
			if id >= 0 {
				all = append(all, p.items.at(id))
			}
		}
	}
	return slices.Clip(all)
}
