package program

import (
	"slices"
	"sync/atomic"

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
		next.results[i].previous.Store(it.results[i].outcome())
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

// cell keeps one result about an item. Whoever asks first fills it. Two goroutines that
// ask at once may both compute, which gives the same result twice and needs no lock. So no
// order of questions can deadlock.
type cell struct {
	previous atomic.Pointer[outcome] // of the version before; used if its reads still hold
	current  atomic.Pointer[outcome]
}

// outcome is a result with everything that was read from elsewhere to compute it.
type outcome struct {
	value any
	reads Reads
}

// outcome is what the cell has, whether it is known to hold or not.
func (c *cell) outcome() *outcome {
	if o := c.current.Load(); o != nil {
		return o
	}
	return c.previous.Load()
}

// decide says whether the outcome holds. One that does not hold is dropped.
func (c *cell) decide(holds bool) {
	if o := c.outcome(); holds {
		c.current.Store(o)
	} else {
		c.current.Store(nil)
	}
	c.previous.Store(nil)
}

// share replaces the current value by an equal one of the version before.
//
// Why: the readers of the item hold the value that they have read, as long as it stays equal. So each edited item
// would need memory for two values.
func (c *cell) share(value any) {
	if o := c.current.Load(); o != nil {
		c.current.CompareAndSwap(o, &outcome{value: value, reads: o.reads})
	}
}

// stillHolds reports whether the outcome, if there is one, is right in the program of
// the run. Itself says whether the check of the item itself holds: the outcome may have
// been computed from an older check that nobody has asked for since.
func (c *cell) stillHolds(r *Run, itself bool) bool {
	o := c.outcome()
	if o == nil {
		return true
	}
	return !slices.ContainsFunc(o.reads, func(one read) bool { return one.Kind == OnItself && !itself || !one.same(r) })
}

// answer is the cell's value: the current one, the previous one if it still holds, or a
// new one. A value computed while the context ended is returned but not kept. If the cell needs its own value, that is
// the one of the query for circles.
func (c *cell) answer(r *Run, it *Item, q *Query) any {
	if done := c.current.Load(); done != nil {
		return done.value
	}
	if q.Shown != 0 {
		inner := r.into(c)
		if inner == nil {
			r.tell(it.ID, Work{Result: q.Kind, Circular: true})
			return q.Circular
		}
		r = inner
	}
	if before := c.previous.Load(); before != nil && c.stillHolds(r, true) {
		value := c.keep(r, it.ID, before)
		r.reused(it.ID, q.Kind)
		return value
	}
	value, reads := q.Compute(r, it)
	r.didCompute(it.ID, q.Kind)
	return c.keep(r, it.ID, &outcome{value: value, reads: reads})
}

// keep stores an outcome and returns its value. If another goroutine was faster, its
// outcome wins: all who ask must get the same one, since results are compared by
// identity.
func (c *cell) keep(r *Run, id int32, o *outcome) any {
	if r.Context.Err() != nil {
		return o.value
	}
	// Readers are noted before the outcome is stored: a program derived from one that has
	// the outcome must find what it has read.
	readers := r.Program.readers.Load()
	if readers != nil {
		readers.note(id, o.reads)
	}
	if !c.current.CompareAndSwap(nil, o) {
		if first := c.current.Load(); first != nil {
			return first.value
		}
	}
	if made := r.Program.readers.Load(); made != readers { // made meanwhile, from the outcomes that were there
		made.note(id, o.reads)
	}
	return o.value
}
