package program

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Item is one item of a program with the results about it. It knows neither where the
// item stands nor what surrounds it; the program does. So one Item serves all versions of
// a program until its text, or something that its results were computed from, changes.
type Item struct {
	// ID is the number of the item in its program. It stays the same while the item is
	// being edited, and it is not the item's position.
	ID int32
	// Path is the file.
	Path string
	// Syntax is the parsed item.
	Syntax *syntax.Item
	// Description is what the host says of the item.
	Description
	// Needs are the items that the evaluator waits for, each once, in source order.
	Needs []int32
	// Undeclared are the names among Waits that nothing declares.
	Undeclared []string

	results [MaxQueries]cell
}

func newItem(h Host, id int32, path string, it *syntax.Item) *Item {
	return &Item{ID: id, Path: path, Syntax: it, Description: h.Describe(it)}
}

// Declares reports whether the item declares a name.
func (it *Item) Declares() bool { return it.Name != "" }

// Known is the result of a query if it is known already, and nil otherwise.
func (it *Item) Known(q QueryID) any {
	if known := it.results[q].current.Load(); known != nil {
		return known.value
	}
	return nil
}

// Lacks reports whether there is no result of a query, not even one of an earlier version.
func (it *Item) Lacks(id QueryID) bool { return it.results[id].outcome() == nil }

// withoutResults is an Item for the same text that has no results.
func (it *Item) withoutResults() *Item {
	return &Item{ID: it.ID, Path: it.Path, Syntax: it.Syntax, Description: it.Description}
}

// successor is the Item for the same text in the next version. It has the results of the
// old one, to be used if they still hold.
func (it *Item) successor(path string) *Item {
	next := it.withoutResults()
	next.Path = path
	for i := range next.results {
		next.results[i].inherit(&it.results[i])
	}
	return next
}

// link finds the items that the names of an item lead to.
func (p *Program) link(it *Item) {
	it.Needs, it.Undeclared = nil, nil
	for _, r := range it.Waits {
		switch to := p.Declaring(r.Name); {
		case to != nil:
			if !slices.Contains(it.Needs, to.ID) {
				it.Needs = append(it.Needs, to.ID)
			}
		case r.Name == "" || p.Host.IsImplicit(r.Name):
		case !slices.Contains(it.Undeclared, r.Name):
			it.Undeclared = append(it.Undeclared, r.Name)
		}
	}
}
