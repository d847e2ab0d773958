package checked

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file reuses the previous findings of unchanged items, at their new places. A file
// may have thousands of findings, of which an edit changes those of one item. Collecting
// all of them again would take longer than the rest of the work after an edit.

// moved holds the previous findings in a file, to be reused item by item.
type moved struct {
	*reportBuilder
	rest []diagnostic.Diagnostic // in file order, from the item of the last call of add
	now  syntax.Movement
}

// moved returns the previous findings in a file. It returns none if findings may depend on
// more than the results about their items.
func (a *reportBuilder) moved(number int32, f *syntax.File, before *FileFindings) *moved {
	if before == nil || before.homes != a.p.scopeData().mark ||
		a.p.core.Scope() != a.base.core.Scope() || !a.keepsOwners {
		return &moved{}
	}
	return &moved{a, before.all, f.MovedSince(a.base.Files[number])}
}

// add adds the previous findings of an item, given by its number in the file, and reports
// whether it has them. It must be called in file order.
func (m *moved) add(found []diagnostic.Diagnostic, item int32, e *program.Item) ([]diagnostic.Diagnostic, bool) {
	for len(m.rest) > 0 && (m.rest[0].Home == 0 || m.p.core.Scope().Position(m.rest[0].Home-1) < item) {
		m.rest = m.rest[1:]
	}
	if len(m.rest) == 0 || m.rest[0].Home != e.ID+1 || e != m.base.core.Item(e.ID) {
		return found, false
	}
	if _, _, stays := m.now.Of(m.rest[0].Span); !stays {
		return found, false
	}
	for ; len(m.rest) > 0 && (m.rest[0].Home == 0 || m.rest[0].Home == e.ID+1); m.rest = m.rest[1:] {
		d := m.rest[0]
		if d.Home == 0 { // a finding about the program as a whole may be in between
			continue
		}
		d.Span, _, _ = m.now.Of(d.Span)
		found = append(found, d)
	}
	return found, true
}

// servesFor reports whether the previous findings can replace equal new ones. Their homes
// must be the same, or belong to an earlier scope, in which case nobody reads them.
func (f *FileFindings) servesFor(now *FileFindings) bool {
	return f.homes != now.homes || slices.EqualFunc(f.all, now.all, func(a, b diagnostic.Diagnostic) bool { return a.Home == b.Home })
}

// keep marks the findings of an item as moving with it, if all of them are inside the item.
// The caller has checked that they refer to no other items.
func (a *reportBuilder) keep(found []diagnostic.Diagnostic, e *program.Item) {
	it := a.p.core.Placed(e)
	for _, d := range found {
		if d.Path != e.Path || d.Span.Start < it.Base || d.Span.Start >= it.Base+len(it.Text) || d.Span.End > it.Base+len(it.Text) {
			return
		}
	}
	for i := range found {
		found[i].Home = e.ID + 1
	}
}
