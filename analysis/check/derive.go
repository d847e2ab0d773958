package check

import (
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file makes a program from the one before it, in time that depends on what
// changed and not on how much there is.
//
// The base of a derivation is a program all of whose results are there. Entries whose
// items did not change are taken over with their results as if nothing had happened.
// What may be wrong in that is found from the other side: from what changed to those
// who have read it ([readers]), and from them on only if what they show has changed
// (see [settling]).
//
// Why not ask every result whether it still holds: with five thousand items that is
// five thousand answers for each letter typed. It is what happens where this way is
// not open, see [Program.assemble].

// derivation is the making of one program from another.
type derivation struct {
	p, base  *Program
	slots    [][]int32
	changed  []change
	suspects map[int32]bool // slots of entries whose results may not hold
	shadowed map[int32]bool // slots of entries with a name that came to be declared, or ceased to be
}

// change is an item that came, went, or has another text.
type change struct{ old, new *entry } // nil for none

// derive makes p from a base and reports whether that is possible.
func (p *Program) derive(base *Program) bool {
	if base == nil || base.graph.tangled || base.world.Mode != p.world.Mode || base.world.PublicNames != p.world.PublicNames || base.world.OptIns != p.world.OptIns || !slices.EqualFunc(base.Files, p.Files, samePath) {
		return false
	}
	d := &derivation{p: p, base: base, suspects: map[int32]bool{}, shadowed: map[int32]bool{}}
	p.entries = base.entries.fork()
	d.align()
	readers := base.index()
	if readers.isCrowded() {
		return false
	}
	p.readers.Store(readers)
	d.outside()
	if d.keepsFrame() {
		p.frame = base.frame
	} else {
		d.reframe()
	}
	if !d.regraph() {
		return false
	}
	p.pending = newSettling(d)
	return true
}

func samePath(a, b *syntax.File) bool { return a.Path == b.Path }

// align gives every item a slot: that of the same item in the base, or of the one
// that it is a new version of.
func (d *derivation) align() {
	var gone []*entry
	var come []comer
	for i, f := range d.p.Files {
		slots := d.base.frame.slots[i]
		if old := d.base.Files[i]; old != f {
			var went []int32
			var came []comer
			slots, went, came = alignItems(old, f, slots)
			for _, slot := range went {
				gone = append(gone, d.base.entries.at(slot))
			}
			for _, c := range came {
				c.entry = newEntry(-1, f.Path, c.item)
				come = append(come, c)
			}
		}
		d.slots = append(d.slots, slots)
	}
	d.match(gone, come)
}

// comer is an item that the base does not have.
type comer struct {
	slot  *int32 // where its slot is to be noted
	item  *syntax.Item
	entry *entry
}

// alignItems compares two versions of a file. Most of it is shared, from the
// beginning and from the end.
func alignItems(old, f *syntax.File, before []int32) (slots, gone []int32, come []comer) {
	first, last := f.SharedWith(old)
	if gone, come, ok := inPlace(old, f, before, first, last); ok {
		return before, gone, come
	}
	slots = make([]int32, f.Count())
	copy(slots, before[:first])
	copy(slots[len(slots)-last:], before[len(before)-last:])
	kept := map[*syntax.Item][]int32{}
	for i := first; i < len(before)-last; i++ {
		if before[i] >= 0 {
			it := old.Item(i).Item
			kept[it] = append(kept[it], before[i])
		}
	}
	for i := first; i < len(slots)-last; i++ {
		it := f.Item(i).Item
		switch same := kept[it]; {
		case it.Kind == syntax.KindBlank:
			slots[i] = -1
		case len(same) > 0:
			slots[i], kept[it] = same[0], same[1:]
		default:
			come = append(come, comer{slot: &slots[i], item: it})
		}
	}
	for i := first; i < len(before)-last; i++ {
		if before[i] >= 0 && slices.Contains(kept[old.Item(i).Item], before[i]) {
			gone = append(gone, before[i])
		}
	}
	return slots, gone, come
}

// inPlace compares two versions of a file that differ in the texts of items alone, so
// that the slots stay: the usual edit, which is one in a single item, and edits in many
// items at once, which may be all over the file.
//
// Why the names: of several items each is a new version of the one with its name, and
// that stands where it stood only if the names do. A single one may be renamed.
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
			gone, come = append(gone, before[i]), append(come, comer{slot: new(int32), item: is})
		}
	}
	return gone, come, true
}

// match takes what came for new versions of what went: those of the same kind and
// name first, the rest in turn.
func (d *derivation) match(gone []*entry, come []comer) {
	take := func(c comer, fits func(*entry) bool) bool {
		i := slices.IndexFunc(gone, func(old *entry) bool { return old != nil && old.path == c.entry.path && fits(old) })
		if i >= 0 {
			d.put(c, gone[i])
			gone[i] = nil
		}
		return i >= 0
	}
	come = slices.DeleteFunc(come, func(c comer) bool {
		return take(c, func(old *entry) bool { return old.item.Kind == c.item.Kind && old.name == c.entry.name })
	})
	for _, c := range come {
		if !take(c, func(*entry) bool { return true }) {
			d.put(c, nil)
		}
	}
	for _, old := range gone {
		if old != nil {
			d.p.entries.set(old.slot, nil)
			d.changed = append(d.changed, change{old: old})
		}
	}
}

// put enters an item in the slot of an old one, or in a free slot.
func (d *derivation) put(c comer, old *entry) {
	if old != nil {
		c.entry.slot = old.slot
	} else {
		c.entry.slot = d.freeSlot()
	}
	d.p.entries.set(c.entry.slot, c.entry)
	*c.slot = c.entry.slot
	d.changed = append(d.changed, change{old: old, new: c.entry})
}

// freeSlot is a slot that was free in the base already.
func (d *derivation) freeSlot() int32 {
	for slot, e := range d.base.entries.all() {
		if e == nil && d.p.entries.at(slot) == nil {
			return slot
		}
	}
	return d.p.entries.add(nil)
}

// isShared reports whether an entry is that of the base.
func (d *derivation) isShared(slot int32) bool {
	e := d.p.entries.lookup(slot)
	return e != nil && e == d.base.entries.lookup(slot)
}

// suspect marks those who have read something.
func (d *derivation) suspect(t topic) {
	for _, slot := range d.p.index().of(t) {
		d.suspects[slot] = true
	}
}

// suspectAbout marks those who have read something of a kind.
func (d *derivation) suspectAbout(about subject) {
	for _, slot := range d.p.index().about(about) {
		d.suspects[slot] = true
	}
}

// outside marks those who have read something outside the program that may be
// different now.
func (d *derivation) outside() {
	now, then := d.p.world, d.base.world
	if now.SchemasVersion == nil || now.SchemasVersion != then.SchemasVersion {
		d.suspect(topic{about: aboutSchemas})
	}
	if now.ComponentsVersion == nil || now.ComponentsVersion != then.ComponentsVersion {
		d.suspect(topic{about: aboutComponents})
	}
	if now.FilesVersion == nil || now.FilesVersion != then.FilesVersion {
		d.suspect(topic{about: aboutFiles})
	}
	d.restacked()
}

// sameOutside reports whether nothing outside the program changed that the frame
// depends on.
func (d *derivation) sameOutside() bool {
	now, then := d.p.world, d.base.world
	return now.SchemasVersion != nil && now.SchemasVersion == then.SchemasVersion &&
		now.ComponentsVersion != nil && now.ComponentsVersion == then.ComponentsVersion
}

// keepsFrame reports whether the frame of the base is that of the program too.
func (d *derivation) keepsFrame() bool {
	if !d.sameOutside() {
		return false
	}
	for i, slots := range d.slots {
		if !slices.Equal(slots, d.base.frame.slots[i]) {
			return false
		}
	}
	for _, c := range d.changed {
		if c.old == nil || c.new == nil || headOf(c.old) != headOf(c.new) || !d.base.isOrderly(c.old) || !isOrderlyItem(c.new.item) {
			return false
		}
	}
	return true
}

// isOrderly reports that an item has no part in what lostItems finds out: neither is
// it, nor does what follows depend on it.
func (p *Program) isOrderly(e *entry) bool {
	return isOrderlyItem(e.item) && !p.frame.lost[e.slot] && !p.hasStray(p.frame.spots[e.slot].file)
}

func isOrderlyItem(it *syntax.Item) bool { return it.Kind != syntax.KindStray }

// hasStray reports whether a file has stray items.
func (p *Program) hasStray(file int32) bool {
	if !p.flags.have(flagStray) {
		return false
	}
	for slot, f := range p.flags.all() {
		if f&flagStray != 0 && p.frame.spots[slot].file == file {
			return true
		}
	}
	return false
}

// reframe makes the frame anew and marks those for whom a name means something
// else now.
func (d *derivation) reframe() {
	p := d.p
	p.frame = newFrame(p, d.slots, p.entries.len())
	p.declare()
	p.declarePackages()
	d.suspect(topic{about: aboutNames})
	if d.packagesChanged() {
		d.suspect(topic{about: aboutSchemas})
	}
	for name := range d.namesConcerned() {
		before, now := d.base.declaring(name), p.declaring(name)
		if before == nil && now == nil || before != nil && now != nil && before.slot == now.slot && before.kind == now.kind {
			continue
		}
		for _, slot := range p.index().of(topic{aboutShadowed, name}) {
			if int(slot) < p.entries.len() { // others may be those of a program that was derived from the base as well
				d.shadowed[slot] = true
			}
		}
		for _, about := range []subject{aboutBinding, aboutType, aboutFlow, aboutText} {
			d.suspect(topic{about, name})
		}
		for _, e := range []*entry{before, now} { // what an item shows may depend on who has its name
			if e != nil && d.isShared(e.slot) {
				p.entries.set(e.slot, e.again())
			}
		}
	}
}

// namesConcerned are the names that may mean something else in the new frame.
func (d *derivation) namesConcerned() map[string]bool {
	names := map[string]bool{}
	for _, c := range d.changed {
		for _, e := range []*entry{c.old, c.new} {
			if e != nil && e.kind != 0 {
				names[e.name] = true
			}
		}
	}
	for _, p := range []*Program{d.base, d.p} {
		for _, e := range p.entries.all() { // where the order decides
			if e != nil && e.kind != 0 && (!p.frame.owns[e.slot] || p.frame.lost[e.slot]) {
				names[e.name] = true
			}
		}
	}
	return names
}

// packagesChanged reports whether a name of a package may mean something else.
func (d *derivation) packagesChanged() bool {
	if !slices.EqualFunc(d.slots, d.base.frame.slots, slices.Equal) { // of several versions the last one counts
		given, before := d.p.versionsGiven(), d.base.versionsGiven()
		if !maps.EqualFunc(given, before, EqualRefs) {
			return true
		}
	}
	for _, c := range d.changed {
		var before, now head
		if c.old != nil {
			before = headOf(c.old)
		}
		if c.new != nil {
			now = headOf(c.new)
		}
		if before.packages != now.packages || before.text != now.text {
			return true
		}
	}
	return false
}

// regraph links what changed and makes the graph; false if items need each other in
// a circle.
func (d *derivation) regraph() bool {
	p, base := d.p, d.base
	for _, c := range d.changed {
		if c.new != nil {
			p.index().mention(c.new)
		}
	}
	var relinked []*entry
	if p.frame != base.frame {
		for slot := range d.suspects {
			if d.isShared(slot) { // its links may lead elsewhere
				e := p.entries.at(slot)
				p.entries.set(slot, p.heir(e, e.path))
			}
		}
	}
	p.flags = base.flags.fork()
	for p.flags.len() < p.entries.len() {
		p.flags.add(0)
	}
	for slot, e := range p.entries.since(&base.entries) {
		if e == nil {
			p.flags.set(slot, 0)
			continue
		}
		p.link(e)
		relinked = append(relinked, e)
		p.flags.set(slot, p.flags.at(slot)&^flagsOfItem|e.itemFlags())
	}
	p.graph = base.graph.after(d, relinked)
	return !p.graph.tangled
}
