package syntax

import "slices"

// Splicing: a file with a region of it replaced.

// splice returns the file with the region in it.
func (r *region) splice() *File {
	f, b := r.file, &r.built
	for i := range b.items {
		b.items[i].Base += r.base
	}
	b.path = f.Path
	kept := f.Items[r.meets:]
	lines := 0
	if len(kept) > 0 {
		lines = b.line - kept[0].Line
	}
	items := make([]Placed, 0, r.first+len(b.items)+len(kept))
	items = append(append(append(items, f.Items[:r.first]...), b.items...), kept...)
	if r.grown != 0 || lines != 0 {
		for i := r.first + len(b.items); i < len(items); i++ {
			items[i].Base += r.grown
			items[i].Line += lines
		}
	}
	b.items = items
	b.marks = slices.Concat(f.marks[:r.first], b.marks, f.marks[r.meets:])
	return b.file()
}
