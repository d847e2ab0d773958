package syntax

import (
	"iter"
	"slices"
	"sort"
)

// Chunks: the items of a file in rows of some dozens. Each version of a file shares all
// chunks with the version before it, except those that an edit touched:
//
//	before:  [a b c] [d e f] [g h i]
//	after:   [a b c] [d x f] [g h i]   one chunk is new, and one is at another place
//
// Invariant: no chunk is empty or has more than mostInChunk items, and none has less than
// leastInChunk items unless it is the only one of the file.
//
// Why not one slice of all items: each keystroke would copy it, which for thousands of
// items is most of the memory that an edit allocates. With 5,000 resources, an edit
// allocates 21 KB (BenchmarkFileEdit), and that slice would have 130 KB.

const (
	leastInChunk = 16
	mostInChunk  = 64
)

// chunk is items in a row, at places relative to the chunk. It is immutable.
type chunk struct {
	items    []Placed
	marks    []mark // of each item
	some     mark   // marks of any item
	length   int    // of the text
	lineEnds int    // in the text
}

// placedChunk is a chunk at its place: the index of its first item in the file, the offset
// of its text, and the line there.
type placedChunk struct {
	*chunk
	first, base, line int
}

// behind returns the index of the item behind the chunk.
func (c placedChunk) behind() int { return c.first + len(c.items) }

// item returns an item by its index in the chunk, at its place in the file.
func (c placedChunk) item(i int) Placed { return c.items[i].moved(c.base, c.line) }

// endOf returns the index of the item behind chunks.
func endOf(chunks []placedChunk) int {
	if len(chunks) == 0 {
		return 0
	}
	return chunks[len(chunks)-1].behind()
}

// Count returns the number of items.
func (f *File) Count() int { return endOf(f.chunks) }

// Item returns an item by its index.
func (f *File) Item(i int) Placed {
	c := f.chunks[f.chunkOf(i)]
	return c.item(i - c.first)
}

// All visits the items with their indexes.
func (f *File) All() iter.Seq2[int, Placed] { return f.From(0) }

// From visits the items from an index on.
func (f *File) From(first int) iter.Seq2[int, Placed] {
	return func(yield func(int, Placed) bool) {
		for _, c := range f.chunks[f.chunkOf(first):] {
			for i := max(first-c.first, 0); i < len(c.items); i++ {
				if !yield(c.first+i, c.item(i)) {
					return
				}
			}
		}
	}
}

// chunkOf returns the index of the chunk of an item; the number of chunks for an index
// behind the last item.
func (f *File) chunkOf(i int) int {
	if i >= f.Count() {
		return len(f.chunks)
	}
	return sort.Search(len(f.chunks), func(k int) bool { return f.chunks[k].first > i }) - 1
}

// IndexAt returns the index of the item that contains an offset, or -1. The end of
// the file belongs to the last item.
func (f *File) IndexAt(offset int) int {
	at := sort.Search(len(f.chunks), func(i int) bool { return f.chunks[i].base > offset }) - 1
	if at < 0 {
		return -1
	}
	c := f.chunks[at]
	return c.first + sort.Search(len(c.items), func(i int) bool { return c.base+c.items[i].Base > offset }) - 1
}

// indexOn returns the index of the item on a line, or -1. Lines behind the text belong to
// the last item.
func (f *File) indexOn(line int) int {
	at := sort.Search(len(f.chunks), func(i int) bool { return f.chunks[i].line > line }) - 1
	if at < 0 {
		return -1
	}
	c := f.chunks[at]
	return c.first + sort.Search(len(c.items), func(i int) bool { return c.line+c.items[i].Line > line }) - 1
}

// Touching returns the indexes of the items that a span touches.
func (f *File) Touching(within Span) []int {
	var all []int
	for i, it := range f.From(max(f.IndexAt(within.Start), 0)) {
		if it.Base > within.End {
			break
		}
		all = append(all, i)
	}
	return all
}

// cutEvenly makes as few chunks as possible, of about equal size, of items at their places in
// a file. The first item has an index there.
func cutEvenly(items []Placed, marks []mark, first int) []placedChunk {
	var chunks []placedChunk
	for n := (len(items) + mostInChunk - 1) / mostInChunk; n > 0; n-- {
		k := len(items) / n
		chunks = append(chunks, newChunk(items[:k], marks[:k], first))
		items, marks, first = items[k:], marks[k:], first+k
	}
	return chunks
}

func newChunk(items []Placed, marks []mark, first int) placedChunk {
	c := placedChunk{chunk: &chunk{marks: slices.Clone(marks)}, first: first, base: items[0].Base, line: items[0].Line}
	c.items = make([]Placed, len(items))
	for i, it := range items {
		c.items[i] = it.moved(-c.base, -c.line)
		c.some |= marks[i]
	}
	last := c.items[len(items)-1]
	c.length, c.lineEnds = last.Base+len(last.Text), last.Line+last.lineEnds
	return c
}

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
	from, to := f.chunkOf(r.first), f.chunkOf(r.meets) // the new chunks stand for those between
	if to < len(f.chunks) && f.chunks[to].first < r.meets {
		to++
	}
	switch n := r.first - f.chunks[from].first + len(b.items) + endOf(f.chunks[:to]) - r.meets; {
	case n == 0:
	case to < len(f.chunks) && min(n, len(f.chunks[to].items)) < leastInChunk:
		to++
	case from > 0 && n < leastInChunk:
		from--
	}
	start := f.chunks[from].first
	items, marks := f.movedItems(start, r.first, 0, 0)
	rest, restMarks := f.movedItems(r.meets, endOf(f.chunks[:to]), r.grown, lines)
	items, marks = slices.Concat(items, b.items, rest), slices.Concat(marks, b.marks, restMarks)
	all := slices.Concat(f.chunks[:from], cutEvenly(items, marks, start), f.chunks[to:])
	for i := len(all) - (len(f.chunks) - to); i < len(all); i++ {
		all[i].first = endOf(all[:i])
		all[i].base += r.grown
		all[i].line += lines
	}
	return b.fileOf(all)
}

// movedItems returns the items from an index to another, at other places, and their marks.
func (f *File) movedItems(first, behind, bytes, lines int) (items []Placed, marks []mark) {
	for i, it := range f.From(first) {
		if i >= behind {
			break
		}
		items, marks = append(items, it.moved(bytes, lines)), append(marks, f.marksOf(i))
	}
	return items, marks
}

// Shared items: what two versions of a file have in common at both ends. Chunks that they
// share are compared as a whole.

// SharedWith returns how many items at the beginning and at the end of the file are those of
// another version. No item counts for both.
func (f *File) SharedWith(old *File) (first, last int) {
	first = f.sharedFirst(old)
	return first, f.sharedLast(old, min(f.Count(), old.Count())-first)
}

func (f *File) sharedFirst(old *File) int {
	k := 0
	for k < min(len(f.chunks), len(old.chunks)) && f.chunks[k].chunk == old.chunks[k].chunk {
		k++
	}
	n := endOf(f.chunks[:k])
	for n < min(f.Count(), old.Count()) && f.Item(n).Item == old.Item(n).Item {
		n++
	}
	return n
}

// sharedLast counts up to a number of items.
func (f *File) sharedLast(old *File, most int) int {
	n := 0
	for k := 1; k <= min(len(f.chunks), len(old.chunks)) && n < most; k++ {
		c := f.chunks[len(f.chunks)-k]
		if c.chunk != old.chunks[len(old.chunks)-k].chunk {
			break
		}
		n += len(c.items)
	}
	n = min(n, most)
	for n < most && f.Item(f.Count()-1-n).Item == old.Item(old.Count()-1-n).Item {
		n++
	}
	return n
}

// Movement says where places of an earlier version of a file are now. Items begin at the beginnings of lines, so a
// place in an item that both versions have keeps its distance from the first line of the item, and its column.
type Movement struct {
	head, foot int // both versions have the items before the one offset of the earlier version, and those from the other on
	bytes      int // by which the text from foot on has moved
	lines      int
}

// MovedSince compares the file with an earlier version.
func (f *File) MovedSince(old *File) Movement {
	first, last := f.SharedWith(old)
	m := Movement{head: old.Len(), foot: old.Len() + 1}
	if first < old.Count() {
		m.head = old.Item(first).Base
	}
	if last > 0 {
		at, was := f.Item(f.Count()-last), old.Item(old.Count()-last)
		m.foot, m.bytes, m.lines = was.Base, at.Base-was.Base, at.Line-was.Line
	}
	return m
}

// Of returns where a span of the earlier version is now, and how many lines further down. It returns false for a span
// that is not in an item that both versions have at their beginning or end.
func (m Movement) Of(s Span) (now Span, lines int, ok bool) {
	switch {
	case s.Start < m.head && s.End <= m.head:
		return s, 0, true
	case s.Start >= m.foot:
		return s.Shift(m.bytes), m.lines, true
	}
	return s, 0, false
}
