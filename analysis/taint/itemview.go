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

// ItemView is a snapshot of what is known about one item: its results, and what its names stand for. What is computed
// from a view stays valid as long as the view does, even if the item moves in its file.
type ItemView struct {
	Item *syntax.Item
	// Info is known during the visit that the view is made for. It is nil for text that is no
	// item: comments and blank space.
	Info *check.Info

	checked any    // the result of the check; nil for text that is no item
	taints  *facts // likewise
	// carried is the taint of each expression, during the visit that the view is made for.
	carried Taints
	names   []seenName                // sorted by name
	in      atomic.Pointer[viewScope] // where the names were looked up last
}

// viewScope is where the names of a view lead to, in one scope. While the scope is the same, each name leads to the
// same item number; and an item never changes what it shows.
type viewScope struct {
	scope   weak.Pointer[program.Scope] // so that a view keeps no old one
	entries []*program.Item             // by name; nil for what nothing declares
}

// seenName is a name as an item sees it.
type seenName struct {
	name  string
	kind  check.ObjectKind // 0 where nothing declares it
	taint Taint
}

// KindOf returns what a free name of the item denotes; 0 for nothing.
func (v *ItemView) KindOf(name string) check.ObjectKind {
	if i, found := v.find(name); found {
		return v.names[i].kind
	}
	return 0
}

// TaintOf is what a name that is free in the item, or that it declares, carries as the item sees it.
func (v *ItemView) TaintOf(name string) Taint {
	if i, found := v.find(name); found {
		return v.names[i].taint
	}
	return Taint{}
}

func (v *ItemView) find(name string) (int, bool) {
	return slices.BinarySearchFunc(v.names, name, func(n seenName, name string) int { return strings.Compare(n.name, name) })
}

// Taint is what an expression of the item carries. It is known during the visit that creates the view only.
func (v *ItemView) Taint(e hclsyntax.Expression) Taint { return v.carried.Of(e) }

// ItemViews makes the views of some items of a file, given by their indexes. It reuses the views
// that known returns, which may be nil, if they are still valid. It calls fresh with each
// other view, maybe several times at once, while the taints of expressions are known. Both
// functions get the place of the item in the list. The error is that of the context.
func ItemViews(ctx context.Context, p *checked.Program, filePath string, items []int, known func(n int) *ItemView, fresh func(n int, v *ItemView)) error {
	r := program.NewRun(ctx, p.Core())
	file := slices.IndexFunc(r.Program.Files, func(f *syntax.File) bool { return f.Path == filePath })
	if file < 0 {
		return ctx.Err()
	}
	f, ids := r.Program.Files[file], r.Program.Scope().IDs(file)
	var changed []int // items without a valid view, by their place in the list
	for n, i := range items {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if before := known(n); before == nil || itemView(r, f.Item(i).Item, ids[i], before) != before {
			changed = append(changed, n)
		}
	}
	r.Program.Host.Each(len(changed), func(c int) {
		if ctx.Err() != nil {
			return
		}
		n := changed[c]
		i := items[n]
		show(program.NewRun(ctx, r.Program), f.Item(i).Item, ids[i], func(v *ItemView) { fresh(n, v) })
	})
	return ctx.Err()
}

// WithItemViews is a context for [checked.Program.Report], which calls a function with the view of each item in some files when the item
// has been checked, maybe several times at once. Making views later costs another check of the items.
func WithItemViews(ctx context.Context, byFile map[string]func(*ItemView)) context.Context {
	return program.Visited(ctx, func(r *program.Run, e *program.Item) {
		if see := byFile[e.Path]; see != nil {
			show(r, e.Syntax, e.ID, see)
		}
	})
}

// show makes the view of an item and shows it while the taints of expressions are known.
func show(r *program.Run, it *syntax.Item, id int32, see func(*ItemView)) {
	v := itemView(r, it, id, nil)
	if id >= 0 {
		e := r.Program.Item(id)
		v.Info, v.carried = check.InfoIn(r, e), taintsAside(r, e)
	}
	if r.Context.Err() == nil {
		see(v)
	}
	v.Info, v.carried = nil, nil
}

// itemView returns what is known about an item. The id is negative for text outside items.
func itemView(r *program.Run, it *syntax.Item, id int32, known *ItemView) *ItemView {
	if known != nil && known.Item != it {
		known = nil
	}
	if id < 0 {
		if known != nil && known.checked == nil {
			return known
		}
		return &ItemView{Item: it}
	}
	e := r.Program.Item(id)
	checked, taints := r.Program.Result(r, e, 0), factsIn(r, e)
	if known != nil && known.checked == checked && known.taints == taints && (leadsTo(r, known.in.Load()) || seesAgain(r, e, known)) {
		return known
	}
	v := &ItemView{Item: it, checked: checked, taints: taints}
	for _, ref := range e.Names {
		v.names = append(v.names, seesName(r, e, ref.Name))
	}
	if check.KindOf(e) != 0 {
		v.names = append(v.names, seesName(r, e, e.Name))
	}
	lists.SortStable(v.names, func(a, b seenName) int { return strings.Compare(a.name, b.name) })
	v.names = slices.Clip(slices.CompactFunc(v.names, func(a, b seenName) bool { return a.name == b.name }))
	leads(r, e, v)
	return v
}

// leads records the items that the names of a view denote.
func leads(r *program.Run, e *program.Item, v *ItemView) {
	in := &viewScope{scope: weak.Make(r.Program.Scope()), entries: make([]*program.Item, len(v.names))}
	for i, n := range v.names {
		in.entries[i] = r.Program.Declaring(n.name)
		if check.KindOf(e) != 0 && n.name == e.Name {
			in.entries[i] = e
		}
	}
	v.in.Store(in)
}

// leadsTo reports whether all names still denote the same items.
func leadsTo(r *program.Run, in *viewScope) bool {
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

// seesAgain reports whether the names of a view still denote the same.
func seesAgain(r *program.Run, e *program.Item, v *ItemView) bool {
	for _, n := range v.names {
		now := seesName(r, e, n.name)
		if now.kind != n.kind || !now.taint.equal(n.taint) {
			return false
		}
	}
	leads(r, e, v)
	return true
}

// Through returns the taint of what some steps into a value with this taint reach.
func (f Taint) Through(steps ...hcl.Traverser) Taint {
	return stepsInto(f, steps)
}

// Key returns the taint of the keys of a value with this taint.
func (f Taint) Key() Taint { return Taint{own: f.own} }
