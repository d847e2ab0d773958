package check

import (
	"context"
	"slices"
	"sync/atomic"
	"weak"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file visits all items of a file, for features that describe a whole document after
// each edit.

// Sight is a snapshot of what is known about one item: its results, and what its names stand
// for. What is computed from a sight stays valid as long as the sight does, even if the item
// moves in its file.
type Sight struct {
	Item *syntax.Item
	// Info is known during the visit that the sight is made for. It is nil for text that is no
	// item: comments and blank space.
	Info *Info

	facts *facts // nil for text that is no item
	flows *flowFacts
	// carried is the flow of each expression, during the visit that the sight is made for.
	carried Flows
	names   []seenName                 // sorted by name
	in      atomic.Pointer[sightFrame] // where the names were looked up last
}

// sightFrame is where the names of a sight lead to, in one scope. While the
// scope is the same, each name leads to the same item number; and an item never changes what
// it shows.
type sightFrame struct {
	scope   weak.Pointer[program.Scope] // so that a sight keeps no old one
	entries []*program.Item             // by name; nil for what nothing declares
}

// seenName is a name as an item sees it.
type seenName struct {
	name string
	kind ObjectKind // 0 where nothing declares it
	flow Flow
}

// KindOf returns what a free name of the item denotes; 0 for nothing.
func (s *Sight) KindOf(name string) ObjectKind {
	if i, found := s.find(name); found {
		return s.names[i].kind
	}
	return 0
}

// FlowOf is what a name that is free in the item, or that it declares, carries as
// the item sees it.
func (s *Sight) FlowOf(name string) Flow {
	if i, found := s.find(name); found {
		return s.names[i].flow
	}
	return Flow{}
}

func (s *Sight) find(name string) (int, bool) {
	return slices.BinarySearchFunc(s.names, name, func(n seenName, name string) int { return compareNames(n.name, name) })
}

// Flow is what an expression of the item carries. It is known during the visit that
// creates the sight only.
func (s *Sight) Flow(e hclsyntax.Expression) Flow { return s.carried.Of(e) }

// Seen is which version of a program sights were valid for.
type Seen struct{ version program.Version }

// SeenSince returns the items of a file, by index and in order, whose sights may be out of date
// if they were valid for an earlier version; the sights of all others still are. It returns false
// if all may be out of date. now is for the next call.
func (p *Program) SeenSince(ctx context.Context, filePath string, before *Seen) (now *Seen, concerned []int, known bool) {
	p = p.revalidated(ctx)
	now = &Seen{p.core.Version()}
	if before == nil {
		return now, nil, false
	}
	ids, known := p.core.ConcernedSince(before.version)
	for _, id := range ids {
		if e := p.core.Item(id); e != nil && e.Path == filePath {
			concerned = append(concerned, int(p.core.Scope().Position(id)))
		}
	}
	slices.Sort(concerned)
	return now, slices.Compact(concerned), known
}

// Sights makes the sights of some items of a file, given by their indexes. It reuses the sights
// that known returns, which may be nil, if they are still valid. It calls fresh with each
// other sight, maybe several times at once, while the flows of expressions are known. Both
// functions get the place of the item in the list. The error is that of the context.
func (p *Program) Sights(ctx context.Context, filePath string, items []int, known func(n int) *Sight, fresh func(n int, s *Sight)) error {
	p = p.revalidated(ctx)
	file := slices.IndexFunc(p.Files, func(f *syntax.File) bool { return f.Path == filePath })
	if file < 0 {
		return ctx.Err()
	}
	f, ids := p.Files[file], p.core.Scope().IDs(file)
	r := newRun(ctx, p)
	var changed []int // items without a valid sight, by their place in the list
	for n, i := range items {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if before := known(n); before == nil || p.sight(r, f.Item(i).Item, ids[i], before) != before {
			changed = append(changed, n)
		}
	}
	p.world.each(len(changed), func(c int) {
		if ctx.Err() != nil {
			return
		}
		n := changed[c]
		i := items[n]
		p.show(newRun(ctx, p), f.Item(i).Item, ids[i], func(s *Sight) { fresh(n, s) })
	})
	return ctx.Err()
}

// Sighted is a context for [Program.Report], which calls a function with the sight of each item in some files when the item
// has been checked, maybe several times at once. Making sights later costs another check of the items.
func Sighted(ctx context.Context, byFile map[string]func(*Sight)) context.Context {
	return program.Visited(ctx, func(r *program.Run, e *program.Item) {
		if see := byFile[e.Path]; see != nil {
			viewOf(r.Program).show(r, e.Syntax, e.ID, see)
		}
	})
}

// show makes the sight of an item and shows it while the flows of expressions are known.
func (p *Program) show(r *program.Run, it *syntax.Item, id int32, see func(*Sight)) {
	s := p.sight(r, it, id, nil)
	if id >= 0 {
		e := p.core.Item(id)
		s.Info, s.carried = s.facts.infoIn(r, e), p.flowsAside(r, e)
	}
	if r.Context.Err() == nil {
		see(s)
	}
	s.Info, s.carried = nil, nil
}

// sight returns what is known about an item. The id is negative for text outside items.
func (p *Program) sight(r *program.Run, it *syntax.Item, id int32, known *Sight) *Sight {
	if known != nil && known.Item != it {
		known = nil
	}
	if id < 0 {
		if known != nil && known.facts == nil {
			return known
		}
		return &Sight{Item: it}
	}
	e := p.core.Item(id)
	facts, flows := p.factsIn(r, e), p.flowFactsIn(r, e)
	if known != nil && known.facts == facts && known.flows == flows && (p.leadsTo(known.in.Load()) || p.seesAgain(r, e, known)) {
		return known
	}
	s := &Sight{Item: it, facts: facts, flows: flows}
	for _, ref := range e.Names {
		s.names = append(s.names, p.seesName(r, e, ref.Name))
	}
	if kindOf(e) != 0 {
		s.names = append(s.names, p.seesName(r, e, e.Name))
	}
	slices.SortStableFunc(s.names, func(a, b seenName) int { return compareNames(a.name, b.name) })
	s.names = slices.Clip(slices.CompactFunc(s.names, func(a, b seenName) bool { return a.name == b.name }))
	p.leads(e, s)
	return s
}

// leads records the items that the names of a sight denote.
func (p *Program) leads(e *program.Item, s *Sight) {
	in := &sightFrame{scope: weak.Make(p.core.Scope()), entries: make([]*program.Item, len(s.names))}
	for i, n := range s.names {
		in.entries[i] = p.core.Declaring(n.name)
		if kindOf(e) != 0 && n.name == e.Name {
			in.entries[i] = e
		}
	}
	s.in.Store(in)
}

// leadsTo reports whether all names still denote the same items.
func (p *Program) leadsTo(in *sightFrame) bool {
	if in.scope.Value() != p.core.Scope() {
		return false
	}
	return !slices.ContainsFunc(in.entries, func(e *program.Item) bool { return e != nil && p.core.Item(e.ID) != e })
}

// seesName is a name as an item sees it. Its own name is that of its declaration,
// whoever owns it.
func (p *Program) seesName(r *program.Run, e *program.Item, name string) seenName {
	n := seenName{name: name}
	if kindOf(e) != 0 && name == e.Name {
		n.kind, n.flow = kindOf(e), *flowIn(r, e)
	} else if to := p.core.Declaring(name); to != nil {
		n.kind, n.flow = kindOf(to), *seenFlow(r, e.ID, name)
	}
	return n
}

// seesAgain reports whether the names of a sight still denote the same.
func (p *Program) seesAgain(r *program.Run, e *program.Item, s *Sight) bool {
	for _, n := range s.names {
		now := p.seesName(r, e, n.name)
		if now.kind != n.kind || !now.flow.equal(n.flow) {
			return false
		}
	}
	p.leads(e, s)
	return true
}

// Through returns the flow of what some steps into a value with this flow reach.
func (f Flow) Through(steps ...hcl.Traverser) Flow {
	for _, s := range steps {
		key, ok := tree.StepKey(s)
		if !ok {
			return f.flat()
		}
		f = stepInto(f, key)
	}
	return f
}

// Element returns the flow of any member of a value with this flow.
func (f Flow) Element() Flow { return f.element() }

// Key returns the flow of the keys of a value with this flow.
func (f Flow) Key() Flow { return Flow{own: f.own} }
