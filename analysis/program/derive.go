package program

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file makes a program from the one before it, in time that depends on what changed
// and not on the size of the program.
//
// The base of a derivation is a program that has all its results. Items that did not
// change are taken over with their results as if nothing had happened. What may be wrong
// in that is found from the other side: from what changed to the items that have read it
// (see [readers]), and from those on only if what they show has changed (see
// [revalidation]).
//
// Why not ask every result whether it still holds: with five thousand items that is five
// thousand answers for each letter typed. It is what happens where this way is not open,
// see [Program.assemble].

// Derivation is the making of one program from another.
type Derivation struct {
	// Program is the new program, and Base the one that it is made from.
	Program, Base *Program
	// Changed are the items that came, went, or have another text.
	Changed []Change

	ids      [][]int32
	suspects map[int32]bool // items whose results may not hold
	shadowed map[int32]bool // items with a name that came to be declared, or ceased to be
}

// Change is an item that came, went, or has another text.
type Change struct{ Old, New *Item } // nil for none

// derive makes p from a base and reports whether that is possible.
func (p *Program) derive(base *Program) bool {
	if base == nil || base.graph.tangled || !p.Host.CanReuse(base.Host) || !slices.EqualFunc(base.Files, p.Files, sameKind) {
		return false
	}
	d := &Derivation{Program: p, Base: base, suspects: map[int32]bool{}, shadowed: map[int32]bool{}}
	p.items = base.items.fork()
	d.align()
	readers := base.index()
	if readers.isCrowded() {
		base.readers.CompareAndSwap(readers, newReaders())
		readers = base.index()
	}
	p.readers.Store(readers)
	p.Host.InvalidateEnvironment(base.Host, d)
	if d.keepsScope() {
		p.scope = base.scope
	} else {
		d.rescope()
	}
	if !d.regraph() {
		return false
	}
	p.pending = newRevalidation(d)
	return true
}

// sameKind reports whether two files are versions of one, both parsed or both not.
func sameKind(a, b *syntax.File) bool { return a.Path == b.Path && a.IsLarge() == b.IsLarge() }

// Suspect marks the items that have read something.
func (d *Derivation) Suspect(on Dependency) {
	for _, id := range d.Program.index().of(on) {
		d.suspects[id] = true
	}
}

// SuspectAll marks the items that have read something of a kind.
func (d *Derivation) SuspectAll(kind DependencyKind) {
	for _, id := range d.Program.index().ofKind(kind) {
		d.suspects[id] = true
	}
}

// KeepsOrder reports whether all items stand where they stood.
func (d *Derivation) KeepsOrder() bool {
	return slices.EqualFunc(d.ids, d.Base.scope.ids, slices.Equal)
}

// isShared reports whether an item is that of the base.
func (d *Derivation) isShared(id int32) bool {
	it := d.Program.items.lookup(id)
	return it != nil && it == d.Base.items.lookup(id)
}

// keepsScope reports whether the scope of the base is that of the program too.
func (d *Derivation) keepsScope() bool {
	if !d.Program.Host.EnvironmentEqual(d.Base.Host) || !d.KeepsOrder() {
		return false
	}
	h := d.Program.Host
	for _, c := range d.Changed {
		if c.Old == nil || c.New == nil || h.ScopeInput(c.Old) != h.ScopeInput(c.New) || !d.Base.isOrderly(c.Old) || c.New.Syntax.Kind == syntax.KindStray {
			return false
		}
	}
	return true
}

// isOrderly reports that an item has no part in what [Host.OrphanedItems] finds: it is not orphaned
// itself, and nothing that follows depends on it.
func (p *Program) isOrderly(it *Item) bool {
	return it.Syntax.Kind != syntax.KindStray && !p.scope.orphaned[it.ID] && !p.hasStray(p.scope.spots[it.ID].file)
}

// hasStray reports whether a file has stray items.
func (p *Program) hasStray(file int32) bool {
	if !p.flags.have(FlagStray) {
		return false
	}
	for id, f := range p.flags.all() {
		if f&FlagStray != 0 && p.scope.spots[id].file == file {
			return true
		}
	}
	return false
}

// rescope makes a new scope and marks the items for which a name has a new meaning.
func (d *Derivation) rescope() {
	p := d.Program
	newScope(p, d.ids)
	d.Suspect(Dependency{Kind: OnNames})
	p.Host.ScopeChanged(d)
	for name := range d.namesConcerned() {
		before, now := d.Base.Declaring(name), p.Declaring(name)
		if before == nil && now == nil || before != nil && now != nil && before.ID == now.ID && before.Syntax.Kind == now.Syntax.Kind {
			continue
		}
		for _, id := range p.index().of(Dependency{OnShadowed, name}) {
			if int(id) < p.items.len() { // others may belong to another program derived from the base
				d.shadowed[id] = true
			}
		}
		d.Suspect(Dependency{OnBinding, name})
		d.Suspect(Dependency{OnText, name})
		for _, q := range p.queries {
			if q.Shown != 0 {
				d.Suspect(Dependency{q.Shown, name})
			}
		}
		for _, it := range []*Item{before, now} { // what an item shows may depend on who owns its name
			if it != nil && d.isShared(it.ID) {
				p.items.set(it.ID, it.withoutResults())
			}
		}
	}
}

// namesConcerned are the names that may have a new meaning in the new scope.
func (d *Derivation) namesConcerned() map[string]bool {
	names := map[string]bool{}
	for _, c := range d.Changed {
		for _, it := range []*Item{c.Old, c.New} {
			if it != nil && it.Declares() {
				names[it.Name] = true
			}
		}
	}
	for _, p := range []*Program{d.Base, d.Program} {
		for _, it := range p.items.all() { // where the order decides
			if it != nil && it.Declares() && (!p.scope.owns[it.ID] || p.scope.orphaned[it.ID]) {
				names[it.Name] = true
			}
		}
	}
	return names
}

// regraph links what changed and makes the graph. It returns false if items need each
// other in a circle.
func (d *Derivation) regraph() bool {
	p, base := d.Program, d.Base
	for _, c := range d.Changed {
		if c.New != nil {
			p.index().mention(c.New)
		}
	}
	var relinked []*Item
	if p.scope != base.scope {
		for id := range d.suspects {
			if d.isShared(id) { // its links may lead elsewhere
				it := p.items.at(id)
				p.items.set(id, it.successor(it.Path))
			}
		}
	}
	p.flags = base.flags.fork()
	for p.flags.len() < p.items.len() {
		p.flags.add(0)
	}
	for id, it := range p.items.since(&base.items) {
		if it == nil {
			p.flags.set(id, 0)
			continue
		}
		p.link(it)
		relinked = append(relinked, it)
		p.flags.set(id, p.flags.at(id)&^flagsOfText|it.textFlags())
	}
	p.graph = base.graph.after(d, relinked)
	return !p.graph.tangled
}

// neededBefore are the needs of the item that the base has with the same number.
func (d *Derivation) neededBefore(it *Item) []int32 {
	if before := d.Base.items.lookup(it.ID); before != nil {
		return before.Needs
	}
	return nil
}

// align numbers the items of all files.
func (d *Derivation) align() {
	var gone []*Item
	var come []comer
	d.ids = make([][]int32, 0, len(d.Program.Files))
	for i, f := range d.Program.Files {
		ids := d.Base.scope.ids[i]
		if old := d.Base.Files[i]; old != f {
			var went []int32
			var came []comer
			ids, went, came = alignItems(old, f, ids)
			for _, id := range went {
				gone = append(gone, d.Base.items.at(id))
			}
			for _, c := range came {
				c.item = newItem(d.Program.Host, -1, f.Path, c.syntax)
				come = append(come, c)
			}
		}
		d.ids = append(d.ids, ids)
	}
	d.match(gone, come)
}

// comer is an item that the base does not have.
type comer struct {
	id     *int32 // where its number is to be stored
	syntax *syntax.Item
	item   *Item
}

// alignItems compares two versions of a file. They share most items, from the beginning
// and from the end.
func alignItems(old, f *syntax.File, before []int32) (ids, gone []int32, come []comer) {
	first, last := f.SharedWith(old)
	if gone, come, ok := inPlace(old, f, before, first, last); ok {
		return before, gone, come
	}
	ids = make([]int32, f.Count())
	copy(ids, before[:first])
	copy(ids[len(ids)-last:], before[len(before)-last:])
	kept := map[*syntax.Item][]int32{}
	for i := first; i < len(before)-last; i++ {
		if before[i] >= 0 {
			it := old.Item(i).Item
			kept[it] = append(kept[it], before[i])
		}
	}
	for i := first; i < len(ids)-last; i++ {
		it := f.Item(i).Item
		switch same := kept[it]; {
		case it.Kind == syntax.KindBlank:
			ids[i] = -1
		case len(same) > 0:
			ids[i], kept[it] = same[0], same[1:]
		default:
			come = append(come, comer{id: &ids[i], syntax: it})
		}
	}
	for i := first; i < len(before)-last; i++ {
		if before[i] >= 0 && slices.Contains(kept[old.Item(i).Item], before[i]) {
			gone = append(gone, before[i])
		}
	}
	return ids, gone, come
}

// inPlace compares two versions of a file that differ only in the texts of items, so that
// the numbers stay. That is the usual edit in one item, and also an edit in many items all
// over the file, such as a rename.
//
// Why names must match: among several items, each is a new version of the one with its
// name, and it stands where that one stood only if the names do. A single item may be
// renamed.
func inPlace(old, f *syntax.File, before []int32, first, last int) (gone []int32, come []comer, ok bool) {
	if f.Count() != len(before) {
		return nil, nil, false
	}
	behind := len(before) - last
	for i := first; i < behind; i++ {
		was, is := old.Item(i).Item, f.Item(i).Item
		switch {
		case was == is, was.Kind == syntax.KindBlank && is.Kind == syntax.KindBlank:
		case was.Kind != is.Kind || was.Name != is.Name && behind-first > 1:
			return nil, nil, false
		default:
			gone, come = append(gone, before[i]), append(come, comer{id: new(int32), syntax: is})
		}
	}
	return gone, come, true
}

// match takes items that came for new versions of items that went: those of the same kind
// and name first, the rest in turn.
func (d *Derivation) match(gone []*Item, come []comer) {
	take := func(c comer, fits func(*Item) bool) bool {
		i := slices.IndexFunc(gone, func(old *Item) bool { return old != nil && old.Path == c.item.Path && fits(old) })
		if i >= 0 {
			d.put(c, gone[i])
			gone[i] = nil
		}
		return i >= 0
	}
	come = slices.DeleteFunc(come, func(c comer) bool {
		return take(c, func(old *Item) bool { return old.Syntax.Kind == c.syntax.Kind && old.Name == c.item.Name })
	})
	for _, c := range come {
		if !take(c, func(*Item) bool { return true }) {
			d.put(c, nil)
		}
	}
	for _, old := range gone {
		if old != nil {
			d.Program.items.set(old.ID, nil)
			d.Changed = append(d.Changed, Change{Old: old})
		}
	}
}

// put enters an item with the number of an old one, or with a free number.
func (d *Derivation) put(c comer, old *Item) {
	if old != nil {
		c.item.ID = old.ID
	} else {
		c.item.ID = d.freeID()
	}
	d.Program.items.set(c.item.ID, c.item)
	*c.id = c.item.ID
	d.Changed = append(d.Changed, Change{Old: old, New: c.item})
}

// freeID is a number that was free in the base already.
func (d *Derivation) freeID() int32 {
	for id, it := range d.Base.items.all() {
		if it == nil && d.Program.items.at(id) == nil {
			return id
		}
	}
	return d.Program.items.add(nil)
}
