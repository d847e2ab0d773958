package syntax

import "slices"

// Splicing: replacing a region of a file.

// splice returns the file with the region in it. It makes new chunks of the region's items
// and of what is left of the chunks that the region touches. If that is too little for a
// chunk, it adds a neighboring chunk.
func (r *region) splice() *File {
	f, b := r.file, &r.built
	b.path = f.Path
	lines := 0
	if r.meets < f.Count() {
		lines = b.line - f.Item(r.meets).Line
	}
	before, parts := f.cutBefore(r.first)
	parts = append(parts, part{items: b.items, marks: b.marks, base: r.base})
	rest, behind := f.cutBehind(r.meets)
	for _, p := range rest {
		parts = append(parts, p.moved(r.grown, lines))
	}
	switch n := countItems(parts); {
	case n == 0:
	case len(behind) > 0 && min(n, len(behind[0].items)) < leastInChunk:
		parts = append(parts, behind[0].whole().moved(r.grown, lines))
		behind = behind[1:]
	case len(before) > 0 && n < leastInChunk:
		parts = append([]part{before[len(before)-1].whole()}, parts...)
		before = before[:len(before)-1]
	}
	return b.fileOf(r.join(before, parts, behind, lines))
}

// join returns the chunks before, those of the parts, and the chunks behind at their new
// places.
func (r *region) join(before []placedChunk, parts []part, behind []placedChunk, lines int) []placedChunk {
	all := slices.Concat(before, cutEvenly(parts, endOf(before)), behind)
	cut := len(all) - len(behind)
	for i, end := cut, endOf(all[:cut]); i < len(all); i++ {
		all[i].first += end - behind[0].first
		all[i].base += r.grown
		all[i].line += lines
	}
	return all
}

// cutBefore returns the chunks before the chunk of an item, and the part of that chunk before
// the item.
func (f *File) cutBefore(i int) ([]placedChunk, []part) {
	at := f.chunkOf(i)
	c := f.chunks[at]
	if c.first == i {
		return f.chunks[:at], nil
	}
	return f.chunks[:at], []part{c.part(0, i-c.first)}
}

// cutBehind returns the part of an item's chunk from the item on, and the chunks behind. A
// chunk that begins with the item is one of these.
func (f *File) cutBehind(i int) ([]part, []placedChunk) {
	at := f.chunkOf(i)
	if at == len(f.chunks) || f.chunks[at].first == i {
		return nil, f.chunks[at:]
	}
	c := f.chunks[at]
	return []part{c.part(i-c.first, len(c.items))}, f.chunks[at+1:]
}
