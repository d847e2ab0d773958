package analysis

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

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
		for _, slot := range p.frame.order {
			if p.flags[slot]&any != 0 && !yield(p.entries[slot]) {
				return
			}
		}
	}
}
