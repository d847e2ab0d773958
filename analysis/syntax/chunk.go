package syntax

import (
	"iter"
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
func (c placedChunk) item(i int) Placed {
	it := c.items[i]
	return Placed{Item: it.Item, Base: c.base + it.Base, Line: c.line + it.Line}
}

// part returns the items of the chunk from one index in it to another.
func (c placedChunk) part(first, behind int) part {
	return part{items: c.items[first:behind], marks: c.marks[first:behind], base: c.base, line: c.line}
}

// whole returns the chunk as a part.
func (c placedChunk) whole() part { return c.part(0, len(c.items)) }

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
