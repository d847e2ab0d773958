package analysis

import (
	"slices"

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
	flagFindings                    // the item has findings
	flagOnce                        // some of them are about something that is said only once
	flagLoops                       // the item declares loop variables
	flagCalls                       // the item calls functions
)

const (
	flagsOfItem  = flagStray | flagErrors | flagObscure | flagUndeclared
	flagsOfFacts = flagFindings | flagOnce | flagLoops | flagCalls
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

// factFlags are the flags that the check and the flows of an item decide.
func factFlags(info *Info, flows *flowFacts) flag {
	var f flag
	if len(info.Findings)+len(flows.findings) > 0 {
		f |= flagFindings
	}
	once := func(d Diagnostic) bool { return d.once != "" }
	if slices.ContainsFunc(info.Findings, once) || slices.ContainsFunc(flows.findings, func(d flowFinding) bool { return once(d.Diagnostic) }) {
		f |= flagOnce
	}
	for i := range info.Occurrences {
		switch o := &info.Occurrences[i]; {
		case o.Kind == OccurFunction:
			f |= flagCalls
		case o.Kind == OccurDeclaration && o.Object != nil && o.Object.Kind == ObjectLoopVariable:
			f |= flagLoops
		}
	}
	return f
}

// flagged visits the entries that have one of the flags, in declaration order.
func (p *Program) flagged(any flag) func(yield func(*entry) bool) {
	return func(yield func(*entry) bool) {
		for _, slot := range p.frame.order {
			if p.flags[slot]&any != 0 && !yield(p.entries[slot]) {
				return
			}
		}
	}
}
