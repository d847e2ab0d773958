package checked

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file tells features who uses what.

// Uses are the uses of names that an item does not bind itself, in source order and
// relative to the item; the caller must not change them. They are known of each item of a
// program without looking at it again. Items of other programs have none.
func (p *Program) Uses(it syntax.Placed) []syntax.Ref {
	e := p.core.ItemOf(it)
	if e == nil {
		return nil
	}
	return e.Names
}

// Use is a use of a name of the program in a file.
type Use struct {
	Path string
	Span syntax.Span
}

// users say who uses what. Editors ask this about each declaration of a file.
type users struct {
	byName  map[string][]Use // in the order of files
	waiting [][]int32        // by item: those that wait for its value
}

// users are found out once.
func (p *Program) usersOnce() *users {
	if known := p.users.Load(); known != nil {
		return known
	}
	u := &users{map[string][]Use{}, make([][]int32, p.core.Len())}
	for _, f := range p.Files {
		for _, it := range f.All() {
			for _, r := range p.Uses(it) {
				u.byName[r.Name] = append(u.byName[r.Name], Use{f.Path, r.Span.Shift(it.Base)})
			}
		}
	}
	for e := range p.core.Items() {
		for _, id := range e.Needs {
			u.waiting[id] = append(u.waiting[id], e.ID)
		}
	}
	p.users.Store(u)
	return u
}

// UsesOf are the uses of a name that items do not bind themselves; the caller must not change them.
func (p *Program) UsesOf(name string) []Use { return p.usersOnce().byName[name] }

// Dependencies are the names of the program that an item refers to, each once,
// in source order.
func (p *Program) Dependencies(it syntax.Placed) []string {
	e := p.core.ItemOf(it)
	if e == nil {
		return nil
	}
	var names []string
	for _, r := range e.Waits {
		if p.core.Declaring(r.Name) != nil && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names
}
