package check

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file takes the findings of items that did not change over from the report
// before, to where the items stand now. A file may have thousands of findings, and an
// edit changes those of one item: to look at each item again for what it says takes
// longer than everything else that the edit leads to.

// moved are the findings in a file before, to be taken over item by item.
type moved struct {
	*assembly
	rest        []Diagnostic // in file order, from the last item that was asked about
	first, foot int          // items before the one, and from the other on, are shared by both versions of the file
	shift       int          // of the items at the foot
}

// moved has nothing to give where what an item says may depend on more than its
// results.
func (a *assembly) moved(number int32, f *syntax.File, before *FileFindings) *moved {
	if before == nil || before.homes != a.p.heads().mark || a.p.core.Scope() != a.base.core.Scope() || !a.sameWinners() {
		return &moved{}
	}
	old := a.base.Files[number]
	first, last := f.SharedWith(old)
	return &moved{a, before.all, first, f.Count() - last, f.Len() - old.Len()}
}

// add adds the findings of an item, by its number in the file, and reports whether it
// could. It is asked about items in file order.
func (m *moved) add(found []Diagnostic, item int32, e *program.Item) ([]Diagnostic, bool) {
	for len(m.rest) > 0 && (m.rest[0].home == 0 || m.p.core.Scope().Position(m.rest[0].home-1) < item) {
		m.rest = m.rest[1:]
	}
	if len(m.rest) == 0 || m.rest[0].home != e.ID+1 || e != m.base.core.Item(e.ID) || int(item) >= m.first && int(item) < m.foot {
		return found, false
	}
	for ; len(m.rest) > 0 && (m.rest[0].home == 0 || m.rest[0].home == e.ID+1); m.rest = m.rest[1:] {
		d := m.rest[0]
		if d.home == 0 { // one about the program as a whole may stand in between
			continue
		}
		if int(item) >= m.foot {
			d.Span = d.Span.Shift(m.shift)
		}
		found = append(found, d)
	}
	return found, true
}

// servesFor reports whether equal findings may stay for new ones, as far as homes go: they
// are the same, or those of a frame that is gone and so never asked about.
func (f *FileFindings) servesFor(now *FileFindings) bool {
	return f.homes != now.homes || slices.EqualFunc(f.all, now.all, func(a, b Diagnostic) bool { return a.home == b.home })
}

// keep notes that the findings of an item move with it, if all of them do: those
// that stand in the item. (Whether they refer to others is known before they are placed.)
func (a *assembly) keep(found []Diagnostic, e *program.Item) {
	it := a.p.core.Placed(e)
	for _, d := range found {
		if d.Path != e.Path || d.Span.Start < it.Base || d.Span.Start >= it.Base+len(it.Text) || d.Span.End > it.Base+len(it.Text) {
			return
		}
	}
	for i := range found {
		found[i].home = e.ID + 1
	}
}
