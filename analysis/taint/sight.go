package taint

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"weak"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file visits all items of a file, for features that describe a whole document after each edit.

// Sight is a snapshot of what is known about one item: its results, and what its names stand for. What is computed from
// a sight stays valid as long as the sight does, even if the item moves in its file.
type Sight struct {
	Item *syntax.Item
	// Info is known during the visit that the sight is made for. It is nil for text that is no
	// item: comments and blank space.
	Info *check.Info

	checked any    // the result of the check; nil for text that is no item
	taints  *facts // likewise
	// carried is the taint of each expression, during the visit that the sight is made for.
	carried Taints
	names   []seenName                 // sorted by name
	in      atomic.Pointer[sightFrame] // where the names were looked up last
}

// sightFrame is where the names of a sight lead to, in one scope. While the scope is the same, each name leads to the
// same item number; and an item never changes what it shows.
type sightFrame struct {
	scope   weak.Pointer[program.Scope] // so that a sight keeps no old one
	entries []*program.Item             // by name; nil for what nothing declares
}

// seenName is a name as an item sees it.
type seenName struct {
	name  string
	kind  check.ObjectKind // 0 where nothing declares it
	taint Taint
}

// KindOf returns what a free name of the item denotes; 0 for nothing.
func (s *Sight) KindOf(name string) check.ObjectKind {
	if i, found := s.find(name); found {
		return s.names[i].kind
	}
	return 0
}

// TaintOf is what a name that is free in the item, or that it declares, carries as the item sees it.
func (s *Sight) TaintOf(name string) Taint {
	if i, found := s.find(name); found {
		return s.names[i].taint
	}
	return Taint{}
}

func (s *Sight) find(name string) (int, bool) {
	return slices.BinarySearchFunc(s.names, name, func(n seenName, name string) int { return strings.Compare(n.name, name) })
}

// Taint is what an expression of the item carries. It is known during the visit that creates the sight only.
func (s *Sight) Taint(e hclsyntax.Expression) Taint { return s.carried.Of(e) }

// Sights makes the sights of some items of a file, given by their indexes. It reuses the sights
// that known returns, which may be nil, if they are still valid. It calls fresh with each
// other sight, maybe several times at once, while the taints of expressions are known. Both
// functions get the place of the item in the list. The error is that of the context.
func Sights(ctx context.Context, p *checked.Program, filePath string, items []int, known func(n int) *Sight, fresh func(n int, s *Sight)) error {
	r := program.NewRun(ctx, p.Core())
	file := slices.IndexFunc(r.Program.Files, func(f *syntax.File) bool { return f.Path == filePath })
	if file < 0 {
		return ctx.Err()
	}
	f, ids := r.Program.Files[file], r.Program.Scope().IDs(file)
	var changed []int // items without a valid sight, by their place in the list
	for n, i := range items {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if before := known(n); before == nil || sight(r, f.Item(i).Item, ids[i], before) != before {
			changed = append(changed, n)
		}
	}
	r.Program.Host.Each(len(changed), func(c int) {
		if ctx.Err() != nil {
			return
		}
		n := changed[c]
		i := items[n]
		show(program.NewRun(ctx, r.Program), f.Item(i).Item, ids[i], func(s *Sight) { fresh(n, s) })
	})
	return ctx.Err()
}

// Sighted is a context for [checked.Program.Report], which calls a function with the sight of each item in some files when the item
// has been checked, maybe several times at once. Making sights later costs another check of the items.
func Sighted(ctx context.Context, byFile map[string]func(*Sight)) context.Context {
	return program.Visited(ctx, func(r *program.Run, e *program.Item) {
		if see := byFile[e.Path]; see != nil {
			show(r, e.Syntax, e.ID, see)
		}
	})
}

// show makes the sight of an item and shows it while the taints of expressions are known.
func show(r *program.Run, it *syntax.Item, id int32, see func(*Sight)) {
	s := sight(r, it, id, nil)
	if id >= 0 {
		e := r.Program.Item(id)
		s.Info, s.carried = check.InfoIn(r, e), taintsAside(r, e)
	}
	if r.Context.Err() == nil {
		see(s)
	}
	s.Info, s.carried = nil, nil
}

// sight returns what is known about an item. The id is negative for text outside items.
func sight(r *program.Run, it *syntax.Item, id int32, known *Sight) *Sight {
	if known != nil && known.Item != it {
		known = nil
	}
	if id < 0 {
		if known != nil && known.checked == nil {
			return known
		}
		return &Sight{Item: it}
	}
	e := r.Program.Item(id)
	checked, taints := r.Program.Result(r, e, 0), factsIn(r, e)
	if known != nil && known.checked == checked && known.taints == taints && (leadsTo(r, known.in.Load()) || seesAgain(r, e, known)) {
		return known
	}
	s := &Sight{Item: it, checked: checked, taints: taints}
	for _, ref := range e.Names {
		s.names = append(s.names, seesName(r, e, ref.Name))
	}
	if check.KindOf(e) != 0 {
		s.names = append(s.names, seesName(r, e, e.Name))
	}
	lists.SortStable(s.names, func(a, b seenName) int { return strings.Compare(a.name, b.name) })
	s.names = slices.Clip(slices.CompactFunc(s.names, func(a, b seenName) bool { return a.name == b.name }))
	leads(r, e, s)
	return s
}

// leads records the items that the names of a sight denote.
func leads(r *program.Run, e *program.Item, s *Sight) {
	in := &sightFrame{scope: weak.Make(r.Program.Scope()), entries: make([]*program.Item, len(s.names))}
	for i, n := range s.names {
		in.entries[i] = r.Program.Declaring(n.name)
		if check.KindOf(e) != 0 && n.name == e.Name {
			in.entries[i] = e
		}
	}
	s.in.Store(in)
}

// leadsTo reports whether all names still denote the same items.
func leadsTo(r *program.Run, in *sightFrame) bool {
	if in.scope.Value() != r.Program.Scope() {
		return false
	}
	return !slices.ContainsFunc(in.entries, func(e *program.Item) bool { return e != nil && r.Program.Item(e.ID) != e })
}

// seesName is a name as an item sees it. Its own name is that of its declaration, whoever owns it.
func seesName(r *program.Run, e *program.Item, name string) seenName {
	n := seenName{name: name}
	if check.KindOf(e) != 0 && name == e.Name {
		n.kind, n.taint = check.KindOf(e), *taintIn(r, e)
	} else if to := r.Program.Declaring(name); to != nil {
		n.kind, n.taint = check.KindOf(to), *seenTaint(r, e.ID, name)
	}
	return n
}

// seesAgain reports whether the names of a sight still denote the same.
func seesAgain(r *program.Run, e *program.Item, s *Sight) bool {
	for _, n := range s.names {
		now := seesName(r, e, n.name)
		if now.kind != n.kind || !now.taint.equal(n.taint) {
			return false
		}
	}
	leads(r, e, s)
	return true
}

// Through returns the taint of what some steps into a value with this taint reach.
func (f Taint) Through(steps ...hcl.Traverser) Taint {
	return stepsInto(f, steps)
}

// Key returns the taint of the keys of a value with this taint.
func (f Taint) Key() Taint { return Taint{own: f.own} }
