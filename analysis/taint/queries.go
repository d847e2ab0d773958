package taint

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/evict"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file has the queries: one result for the taint of an item's name, one for
// the findings in the item. Both are computed on demand.

// The queries about an item.
const (
	nameQuery = check.FirstPassQuery + iota // what its name carries
	itemQuery                               // the findings about the taints in it
)

// onName is a read of what a name carries.
const onName = check.FirstPassDependency

// Pass computes taints.
type Pass struct{}

// Queries implements [checked.Pass].
func (Pass) Queries() []program.Query {
	return []program.Query{
		{
			Kind: "flow", First: nameQuery, Refs: check.ValueRefs, Shown: onName,
			Compute: check.Recorded(func(r *check.Recorder, it *program.Item) any {
				taint := computeTaint(recorder{Recorder: r}, it)
				return &taint
			}),
			Same: func(a, b any) bool { return a.(*Taint).equal(*b.(*Taint)) }, Circular: new(Taint),
		},
		{
			Kind: "flows", First: nameQuery, Refs: func(it *program.Item) []syntax.Ref { return it.Waits },
			Compute: check.Recorded(func(r *check.Recorder, it *program.Item) any { return computeFacts(recorder{Recorder: r}, it) }),
		},
	}
}

// Findings implements [checked.Pass].
func (Pass) Findings(r *program.Run, it *program.Item) []checked.Finding {
	return factsIn(r, it).findings
}

// Program implements [checked.Pass]. Taints are about items.
func (Pass) Program(*checked.ProgramPass, *program.Run) {}

// Late implements [checked.Pass]. What is read here was read for the taints of the item.
func (Pass) Late(r *program.Run, e *program.Item, at syntax.Span) checked.Origin {
	for _, n := range syntax.NodeAt(e.Syntax, at.Start) {
		switch n := n.(type) {
		case *hclsyntax.ForExpr, *hclsyntax.SplatExpr:
			return nil // the variables in it are its own
		case hclsyntax.Expression:
			if tree.NodeSpan(n) == at {
				var late Taint
				f := newInterpreter(newRecorder(r), e)
				f.with(f.rangeVariables(), func() { late = f.expr(n) })
				return late.deep().unknown.asOrigin()
			}
		}
	}
	return nil
}

// facts holds the findings about the taints in one item.
type facts struct {
	findings []checked.Finding
	// value is the taint of the value of an output.
	value Taint
	// every is the taint of each expression, computed on demand, as requests need it and checks
	// don't. It is nil while it is forgotten.
	every atomic.Pointer[Taints]
}

// keptTaints is the length of the texts up to which the taints of all expressions are kept.
const keptTaints = 256 << 10

var everyTaint = evict.New(keptTaints, evict.Large, func(f *facts) { f.every.Store(nil) })

// Taints are the taints of the expressions of an item.
type Taints map[node.ID]Taint

// Of is the taint of an expression.
func (f Taints) Of(e hclsyntax.Node) Taint {
	if e == nil || len(f) == 0 {
		return Taint{}
	}
	return f[node.IDOf(e)]
}

// TaintsIn returns the taints of all expressions of an item. The error is that of the context.
func TaintsIn(ctx context.Context, p *checked.Program, it syntax.Placed) (Taints, error) {
	r := program.NewRun(ctx, p.Core())
	e := r.Program.ItemOf(it)
	if e == nil {
		return nil, ctx.Err()
	}
	facts, taints := factsIn(r, e), taintsAside(r, e)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if facts.every.CompareAndSwap(nil, &taints) {
		everyTaint.Keep(facts, len(e.Syntax.Text))
	}
	return taints, nil
}

// taintsAside returns the taints of all expressions of an item, and caches nothing. They have the same
// dependencies as the findings, so they need no recording of their own.
func taintsAside(r *program.Run, e *program.Item) Taints {
	if known := factsIn(r, e).every.Load(); known != nil {
		return *known
	}
	return taintsBy(newRecorder(r), e)
}

// taintsBy computes the taints of all expressions of an item. Most expressions carry nothing and are left out.
func taintsBy(r recorder, e *program.Item) Taints {
	taints := Taints{}
	newSinks(r, e, func(x hclsyntax.Node, f Taint) {
		if f.isEmpty() {
			delete(taints, node.IDOf(x))
		} else {
			taints[node.IDOf(x)] = f
		}
	}).item()
	return taints
}

// TaintOf returns the taint of a declaration's name.
func TaintOf(ctx context.Context, p *checked.Program, o *check.Object) Taint {
	e := p.Declaration(o)
	if e == nil {
		return Taint{}
	}
	r := program.NewRun(ctx, p.Core())
	return *taintIn(r, r.Program.Item(e.ID))
}

func factsIn(r *program.Run, e *program.Item) *facts {
	return program.Result[*facts](r, e, itemQuery)
}

// taintIn returns the taint of an item's name.
func taintIn(r *program.Run, e *program.Item) *Taint {
	return program.Result[*Taint](r, e, nameQuery)
}

// taint returns the taint of a name as the item self may see it. Within a cycle it is empty. Only what
// the item reads of it, the marks of the whole and the part that the traversal leads to, counts as read.
func (r recorder) taint(self *program.Item, e *hclsyntax.ScopeTraversalExpr) Taint {
	name := e.Traversal.RootName()
	if r.callers != nil {
		return r.callers.taint(r.Run, self, name)
	}
	seen, id := seenTaint(r.Run, self.ID, name), self.ID
	if !r.Records() {
		return *seen
	}
	first, more := accessesOf(e.Traversal[1:])
	r.Note(onName, name, func(now *program.Run) bool {
		before, again := *seen, *seenTaint(now, id, name)
		if !again.own.equal(before.own) {
			return false
		}
		before, again = first.into(before), first.into(again)
		for _, s := range more {
			before, again = s.into(before), s.into(again)
		}
		return again.equal(before)
	})
	return *seen
}

func seenTaint(r *program.Run, self int32, name string) *Taint {
	e := r.Program.Declaring(name)
	if e == nil || r.Program.InOneCycle(nameQuery, self, e.ID) || r.Context.Err() != nil {
		return new(Taint)
	}
	return taintIn(r, e)
}

// componentTaints returns the taints of the program in another directory, or nil if it cannot be used.
func (r recorder) componentTaints(source string) *shownTaints {
	found := taintsOfComponent(r.Run, source)
	r.Note(check.OnComponents, "", func(now *program.Run) bool { return taintsOfComponent(now, source).equal(found) })
	return found
}

func taintsOfComponent(r *program.Run, source string) *shownTaints {
	inner := checked.ViewOf(r.Program).ComponentAt(source)
	if inner == nil {
		return nil
	}
	kept := checked.Kept[cache](inner)
	if known := kept.shown.Load(); known != nil {
		return known
	}
	of := program.NewRunWithin(r, inner.Core())
	shown := showTaints(of)
	if r.Context.Err() == nil {
		kept.shown.Store(shown)
	}
	return shown
}

func showTaints(r *program.Run) *shownTaints {
	shown := &shownTaints{dir: r.Program.Dir, outputs: map[string]Taint{}}
	logical := map[string]string{}
	for e := range r.Program.Items() {
		if r.Program.Owns(e) && check.KindOf(e) == check.ObjectConfig {
			name := tree.LogicalName(e.Syntax)
			logical[e.Name] = name
			if taintIn(r, e).own.secret != nil {
				shown.secret = append(shown.secret, name)
			}
		}
	}
	slices.Sort(shown.secret)
	for e := range r.Program.Items() {
		if check.KindOf(e) != check.ObjectOutput || e.Syntax.Block() == nil || e.Syntax.Block().Body.Attributes["value"] == nil {
			continue
		}
		shown.outputs[tree.LogicalName(e.Syntax)] = factsIn(r, e).value.mapped(func(m marks) marks {
			m.deps, m.params = m.deps.renamed(logical), m.params.renamed(logical)
			return m
		})
	}
	return shown
}
