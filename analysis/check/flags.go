package check

import (
	"math/bits"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements flags: what is asked of every item at each edit, in a form
// that can be asked of thousands of them in a few microseconds.

// flag is a set of facts about one entry.
type flag uint8

const (
	flagStray      flag = 1 << iota // the item is a stray one
	flagErrors                      // the item has syntax errors
	flagObscure                     // nobody knows what the item means
	flagUndeclared                  // the item names what nothing declares
	flagFindings                    // the item has findings of its own
	flagOnce                        // the item has findings about something that is said only once
	flagShadows                     // the item has a loop variable, or calls a function, of a name that is declared
)

const (
	flagsOfItem  = flagStray | flagErrors | flagObscure | flagUndeclared
	flagsOfFacts = flagFindings | flagOnce | flagShadows
)

// itemFlags are the flags that need no check.
func (e *entry) itemFlags() flag {
	var f flag
	if e.item.Kind == syntax.KindStray {
		f |= flagStray
	}
	if len(e.item.Errors) > 0 {
		f |= flagErrors
	}
	if f != 0 || e.item.Kind == syntax.KindUnknown {
		f |= flagObscure
	}
	if len(e.links.undeclared) > 0 {
		f |= flagUndeclared
	}
	return f
}

// flags are those of all entries, by slot.
type flags struct {
	table[flag]
	having [8]int // how many entries have each flag
}

// flagsOf are flags from a list by slot.
func flagsOf(of []flag) flags {
	f := flags{table: tableOf(of)}
	for _, one := range of {
		f.count(one, 1)
	}
	return f
}

// fork is as that of a table.
func (f *flags) fork() flags { return flags{f.table.fork(), f.having} }

// set changes those of one entry.
func (f *flags) set(slot int32, now flag) {
	before := f.at(slot)
	if before == now {
		return
	}
	f.count(before, -1)
	f.count(now, 1)
	f.table.set(slot, now)
}

func (f *flags) count(one flag, by int) {
	for rest := one; rest != 0; rest &= rest - 1 {
		f.having[bits.TrailingZeros8(uint8(rest))] += by
	}
}

// have reports whether an entry has one of the flags.
func (f *flags) have(any flag) bool {
	for rest := any; rest != 0; rest &= rest - 1 {
		if f.having[bits.TrailingZeros8(uint8(rest))] > 0 {
			return true
		}
	}
	return false
}

// factFlags are the flags that the check and the flows of an item decide.
func (p *Program) factFlags(info *Info, flows *flowFacts) flag {
	var f flag
	note := func(d Diagnostic) {
		if d.once != "" {
			f |= flagOnce
		} else {
			f |= flagFindings
		}
	}
	for _, d := range info.Findings {
		note(d)
	}
	for _, d := range flows.findings {
		note(d.Diagnostic)
	}
	for i := range info.Occurrences {
		if o := &info.Occurrences[i]; o.mayShadow() {
			if _, declared := p.frame.definitions[o.Name]; declared {
				f |= flagShadows
			}
		}
	}
	return f
}

// mayShadow reports whether an occurrence is one of something else than a
// declaration of the program that may have its name.
func (o *Occurrence) mayShadow() bool {
	return o.Kind == OccurFunction ||
		(o.Kind == OccurDeclaration || o.Kind == OccurVariable) && o.Object != nil && o.Object.Kind == ObjectLoopVariable
}

// flagged visits the entries that have one of the flags, in declaration order.
func (p *Program) flagged(any flag) func(yield func(*entry) bool) {
	return func(yield func(*entry) bool) {
		if !p.flags.have(any) {
			return
		}
		for _, slot := range p.frame.order {
			if p.flags.at(slot)&any != 0 && !yield(p.entries.at(slot)) {
				return
			}
		}
	}
}
