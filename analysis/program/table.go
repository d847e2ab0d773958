package program

import (
	"iter"
	"slices"
)

// This file implements tables: lists by item that versions of a program share but for a
// few places. They are cut into chunks, and a change copies one chunk:
//
//	base:  ┬ A ┬ B ┬ C ┐        after a change in B of the fork:
//	next:  ┴ A ┴ B'┴ C ┘
//
// Why not copies of flat lists: with ten thousand items they are most of what an edit
// allocates, and comparing two of them means looking at every place. A keystroke allocates
// 85 KB in such a program (BenchmarkKeystroke), and one list of pointers would have 80 KB.

// chunkSize is how many values a chunk has: about the square root of the number of items
// in a large program, so that a chunk and the list of chunks cost the same.
const chunkSize = 128

// table is a list by item. The zero value is empty.
//
// Invariant: a fork doesn't see later changes of the table, as long as nobody changes
// the table that was forked.
type table[T comparable] struct {
	chunks []*[chunkSize]T
	size   int
	own    []bool // by chunk: no other table has it; nil if others share the list of chunks
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

// fork is a table with the same values, to be changed instead of this one. It costs
// nothing until then.
func (t *table[T]) fork() table[T] { return table[T]{chunks: t.chunks, size: t.size} }

func (t *table[T]) len() int { return t.size }

// at is the value with a number.
func (t *table[T]) at(id int32) T { return t.chunks[id/chunkSize][id%chunkSize] }

// lookup is the value with a number, and the zero value beyond the end.
func (t *table[T]) lookup(id int32) T {
	if int(id) < t.size {
		return t.at(id)
	}
	var none T
	return none
}

// set changes a value.
func (t *table[T]) set(id int32, v T) {
	t.ownList()
	number := id / chunkSize
	if !t.own[number] {
		c := *t.chunks[number]
		t.chunks[number], t.own[number] = &c, true
	}
	t.chunks[number][id%chunkSize] = v
}

// add adds a value at the end and returns its number.
func (t *table[T]) add(v T) int32 {
	t.ownList()
	if t.size == len(t.chunks)*chunkSize {
		t.chunks, t.own = append(t.chunks, new([chunkSize]T)), append(t.own, true)
	}
	t.size++
	id := int32(t.size - 1)
	t.set(id, v)
	return id
}

// ownList copies the list of chunks if other tables share it.
func (t *table[T]) ownList() {
	if t.own == nil {
		t.chunks, t.own = slices.Clone(t.chunks), make([]bool, len(t.chunks), len(t.chunks)+1)
	}
}

// all visits the values with their numbers.
func (t *table[T]) all() iter.Seq2[int32, T] {
	return func(yield func(int32, T) bool) {
		for id := range int32(t.size) {
			if !yield(id, t.at(id)) {
				return
			}
		}
	}
}

// since visits the values that differ from those of another table, which may be shorter.
// It doesn't look into chunks that both tables share.
func (t *table[T]) since(base *table[T]) iter.Seq2[int32, T] {
	return func(yield func(int32, T) bool) {
		for number, c := range t.chunks {
			if number < len(base.chunks) && base.chunks[number] == c {
				continue
			}
			first := int32(number) * chunkSize
			for id := first; id < min(first+chunkSize, int32(t.size)); id++ {
				if v := t.at(id); v != base.lookup(id) && !yield(id, v) {
					return
				}
			}
		}
	}
}
