package program

import (
	"iter"
	"math/bits"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Flag is a set of facts about one item. Flags answer questions that are asked of every
// item at each edit: thousands of items take a few microseconds.
type Flag uint8

// The flags that the engine sets.
const (
	FlagStray      Flag = 1 << iota // the item is stray text
	FlagErrors                      // the item has syntax errors
	FlagObscure                     // the meaning of the item is unknown
	FlagUndeclared                  // the item uses a name that nothing declares
	FlagShadows                     // the item hides, or seems to use, a name that is declared; see Host.Hides
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
	for _, name := range p.Host.Hides(p.Result(r, it, 0)) {
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
