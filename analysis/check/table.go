package check

import (
	"iter"
	"slices"
)

// This file implements tables: lists by slot that programs which follow each other
// share but for a few places. They are cut into chunks, and who changes a place copies
// its chunk:
//
//	base:  ┬ A ┬ B ┬ C ┐        after a change in B of what was forked from base:
//	next:  ┴ A ┴ B'┴ C ┘
//
// Why not copies of flat lists: with ten thousand items those are most of what an edit
// allocates, and to look for the differences between two of them means to look at every
// place.

// chunkSize is how many slots a chunk has: about the root of how many items a large
// program has, so that a chunk and the list of chunks cost the same.
const chunkSize = 128

// table is a list by slot. The zero value is empty.
//
// Invariant: what was forked from a table does not see what happens to the table later,
// nor the other way round, as long as nobody changes the table that was forked.
type table[T comparable] struct {
	chunks []*[chunkSize]T
	size   int
	own    []bool // by chunk: no other table has it; nil if others have the list of chunks
}

// tableOf is a table with these values.
func tableOf[T comparable](values []T) table[T] {
	t := table[T]{size: len(values)}
	for part := range slices.Chunk(values, chunkSize) {
		c := new([chunkSize]T)
		copy(c[:], part)
		t.chunks = append(t.chunks, c)
	}
	return t
}

// fork is a table with the same values, to be changed in the place of this one. It
// costs nothing before something is.
func (t *table[T]) fork() table[T] { return table[T]{chunks: t.chunks, size: t.size} }

func (t *table[T]) len() int { return t.size }

// at is the value in a slot.
func (t *table[T]) at(slot int32) T { return t.chunks[slot/chunkSize][slot%chunkSize] }

// lookup is the value in a slot, and the zero value beyond the end.
func (t *table[T]) lookup(slot int32) T {
	if int(slot) < t.size {
		return t.at(slot)
	}
	var none T
	return none
}

// set changes the value in a slot.
func (t *table[T]) set(slot int32, v T) {
	t.part()
	number := slot / chunkSize
	if !t.own[number] {
		c := *t.chunks[number]
		t.chunks[number], t.own[number] = &c, true
	}
	t.chunks[number][slot%chunkSize] = v
}

// add adds a value at the end and gives its slot.
func (t *table[T]) add(v T) int32 {
	t.part()
	if t.size == len(t.chunks)*chunkSize {
		t.chunks, t.own = append(t.chunks, new([chunkSize]T)), append(t.own, true)
	}
	t.size++
	slot := int32(t.size - 1)
	t.set(slot, v)
	return slot
}

// part makes the list of chunks one's own.
func (t *table[T]) part() {
	if t.own == nil {
		t.chunks, t.own = slices.Clone(t.chunks), make([]bool, len(t.chunks), len(t.chunks)+1)
	}
}

// all visits the slots with their values.
func (t *table[T]) all() iter.Seq2[int32, T] {
	return func(yield func(int32, T) bool) {
		for slot := range int32(t.size) {
			if !yield(slot, t.at(slot)) {
				return
			}
		}
	}
}

// since visits the slots whose values are not those of another table, which may be
// shorter. Chunks that both have it does not look into.
func (t *table[T]) since(base *table[T]) iter.Seq2[int32, T] {
	return func(yield func(int32, T) bool) {
		for number, c := range t.chunks {
			if number < len(base.chunks) && base.chunks[number] == c {
				continue
			}
			first := int32(number) * chunkSize
			for slot := first; slot < min(first+chunkSize, int32(t.size)); slot++ {
				if v := t.at(slot); v != base.lookup(slot) && !yield(slot, v) {
					return
				}
			}
		}
	}
}
