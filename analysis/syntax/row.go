package syntax

import "iter"

// Rows: the chunks of a file, for features that keep a result for each.

// Row is some items of a file that follow each other. Together, the rows of a file are all
// its items.
type Row struct{ of placedChunk }

// RowKey identifies the items of a row. Versions of a file have most keys in common. Places
// within a row are the same wherever the row is.
type RowKey struct{ of *chunk }

// Rows visits the rows of the file in order.
func (f *File) Rows() iter.Seq[Row] { return f.RowsFrom(0) }

// RowsFrom visits the rows from that of an item on, given by its index.
func (f *File) RowsFrom(item int) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for _, c := range f.chunks[f.chunkOf(item):] {
			if !yield(Row{c}) {
				return
			}
		}
	}
}

// Key returns the key of the row.
func (r Row) Key() RowKey { return RowKey{r.of.chunk} }

// First returns the index of the first item in the file.
func (r Row) First() int { return r.of.first }

// Count returns the number of items.
func (r Row) Count() int { return len(r.of.items) }

// Item returns an item by its index in the row, at its place in the row.
func (r Row) Item(i int) Placed { return r.of.items[i] }

// Start returns the offset in the file where the row begins, and the line there.
func (r Row) Start() (base, line int) { return r.of.base, r.of.line }

// Touching returns the indexes of the items that a span touches.
func (f *File) Touching(within Span) []int {
	var all []int
	for i, it := range f.from(max(f.IndexAt(within.Start), 0)) {
		if it.Base > within.End {
			break
		}
		all = append(all, i)
	}
	return all
}
