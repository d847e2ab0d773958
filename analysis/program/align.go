package program

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file gives each item of a derived program a number: that of the same item in the
// base, or of the item that it is a new version of.

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
