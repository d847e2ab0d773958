package program

import "weak"

// This file tells which items differ between two versions of a program that may be some
// edits apart.

// Version is which items a program has. It keeps neither what their names denote nor
// their order.
type Version struct {
	items table[*Item]
	scope weak.Pointer[Scope]
}

// Version returns the version of a program whose results are certain.
func (p *Program) Version() Version {
	return Version{items: p.items.fork(), scope: weak.Make(p.scope)}
}

// ConcernedSince returns the items of a program with certain results that differ from an
// earlier version, and the items that mention their names; maybe some others, and maybe an
// item twice. It returns false if names may denote other items than in that version.
func (p *Program) ConcernedSince(v Version) (ids []int32, known bool) {
	changed, known := p.ChangedSince(v)
	for _, it := range changed {
		ids = append(ids, it.ID)
		if it.Declares() {
			ids = append(ids, p.index().of(Dependency{OnBinding, it.Name})...)
		}
	}
	return ids, known
}

// ChangedSince returns the items of a program with certain results that differ from an earlier version. It returns false if names may
// denote other items than in that version.
func (p *Program) ChangedSince(v Version) (changed []*Item, known bool) {
	if v.scope.Value() != p.scope {
		return nil, false
	}
	for _, it := range p.items.since(&v.items) {
		if it != nil {
			changed = append(changed, it)
		}
	}
	return changed, true
}
