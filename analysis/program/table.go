package program

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
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

// Flag is a set of facts about one item. Flags answer questions that are asked of every
// item at each edit: thousands of items take a few microseconds.
type Flag uint8

// The flags that the engine sets.
const (
	FlagStray      Flag = 1 << iota // the item is stray text
	FlagErrors                      // the item has syntax errors
	FlagObscure                     // the meaning of the item is unknown
	FlagUndeclared                  // the item uses a name that nothing declares
	FlagShadows                     // the item hides, or seems to use, a name that is declared; see Host.ShadowedNames
	FirstHostFlag                   // the first flag of the host

	flagsOfText = FlagStray | FlagErrors | FlagObscure | FlagUndeclared
)

// textFlags are the flags that need no results.
func (it *Item) textFlags() Flag {
	var f Flag
	if it.Syntax.Kind == syntax.KindStray {
		f |= FlagStray
	}
	if len(it.Syntax.Errors) > 0 {
		f |= FlagErrors
	}
	if f != 0 || it.Syntax.Kind == syntax.KindUnknown {
		f |= FlagObscure
	}
	if len(it.Undeclared) > 0 {
		f |= FlagUndeclared
	}
	return f
}

// resultFlags are the flags that the results of an item decide.
func (p *Program) resultFlags(r *Run, it *Item) Flag {
	f := p.Host.Flags(r, it)
	for _, name := range p.Host.ShadowedNames(p.Result(r, it, 0)) {
		if p.Declaring(name) != nil {
			return f | FlagShadows
		}
	}
	return f
}

// flags are the flags of all items.
type flags struct {
	table[Flag]
	having [8]int // how many items have each flag
}

// flagsOf are flags from a list by item.
func flagsOf(of []Flag) flags {
	f := flags{table: tableOf(of)}
	for _, one := range of {
		f.count(one, 1)
	}
	return f
}

// fork is like fork of a table.
func (f *flags) fork() flags { return flags{f.table.fork(), f.having} }

// set changes the flags of one item.
func (f *flags) set(id int32, now Flag) {
	before := f.at(id)
	if before == now {
		return
	}
	f.count(before, -1)
	f.count(now, 1)
	f.table.set(id, now)
}

func (f *flags) count(one Flag, by int) {
	for rest := one; rest != 0; rest &= rest - 1 {
		f.having[bits.TrailingZeros8(uint8(rest))] += by
	}
}

// have reports whether an item has one of the flags.
func (f *flags) have(any Flag) bool {
	for rest := any; rest != 0; rest &= rest - 1 {
		if f.having[bits.TrailingZeros8(uint8(rest))] > 0 {
			return true
		}
	}
	return false
}

// HasFlag reports whether an item has one of the flags.
func (p *Program) HasFlag(any Flag) bool { return p.flags.have(any) }

// FlagsOf are the flags of one item; none for items that the program does not have.
func (p *Program) FlagsOf(id int32) Flag { return p.flags.lookup(id) }

// FlaggedIn visits the places in a list of items, which may have gaps (-1), of those that have one of the flags, or that some set contains. A keystroke
// goes through all items of a file here, so this is a plain loop over the chunks.
func (p *Program) FlaggedIn(ids []int32, any Flag, or map[int32]bool) iter.Seq2[int, int32] {
	return func(yield func(int, int32) bool) {
		var chunk *[chunkSize]Flag
		number := ^uint32(0)
		for i, id := range ids {
			if id < 0 {
				continue
			}
			if n := uint32(id) / chunkSize; n != number {
				chunk, number = p.flags.chunks[n], n
			}
			if (chunk[uint32(id)%chunkSize]&any != 0 || len(or) > 0 && or[id]) && !yield(i, id) {
				return
			}
		}
	}
}

// Flagged visits the items that have one of the flags, in declaration order.
func (p *Program) Flagged(any Flag) func(yield func(*Item) bool) {
	return func(yield func(*Item) bool) {
		if !p.flags.have(any) {
			return
		}
		for _, id := range p.scope.order {
			if p.flags.at(id)&any != 0 && !yield(p.items.at(id)) {
				return
			}
		}
	}
}
