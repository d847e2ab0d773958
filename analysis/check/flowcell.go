package check

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/recent"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file computes and caches flows: one result for the flow of an item's name, one for
// the findings in the item. Both are computed on demand.

// flowFacts holds the findings about the flows in one item.
type flowFacts struct {
	findings []flowFinding
	// value is the flow of the value of an output.
	value Flow
	// every is the flow of each expression, computed on demand, as requests need it and checks
	// don't. It is nil while it is forgotten.
	every atomic.Pointer[Flows]
}

var everyFlow = recent.New(keptInfos, recent.Large, func(f *flowFacts) { f.every.Store(nil) })

// flowFinding is a finding with its cause. The cause becomes related places when the
// finding is reported, because items may move before.
type flowFinding struct {
	Diagnostic
	because *cause
}

// Flows are the flows of the expressions of an item.
type Flows map[node.Place]Flow

// Of is the flow of an expression.
func (f Flows) Of(e hclsyntax.Node) Flow {
	if e == nil || len(f) == 0 {
		return Flow{}
	}
	return f[node.PlaceOf(e)]
}

// Flows returns the flows of all expressions of an item. The error is that of the
// context.
func (p *Program) Flows(ctx context.Context, it syntax.Placed) (Flows, error) {
	p = p.revalidated(ctx)
	e := p.core.ItemOf(it)
	if e == nil {
		return nil, ctx.Err()
	}
	flows := p.flowsIn(newRun(ctx, p), e)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return flows, nil
}

// flowsIn returns the flows of all expressions of an item. They have the same
// dependencies as the findings, so they need no recording of their own.
func (p *Program) flowsIn(r *program.Run, e *program.Item) Flows {
	facts := p.flowFactsIn(r, e)
	flows := p.flowsAside(r, e)
	if r.Context.Err() == nil && facts.every.CompareAndSwap(nil, &flows) {
		everyFlow.Keep(facts, len(e.Syntax.Text))
	}
	return flows
}

// flowsAside is like flowsIn, but caches nothing.
func (p *Program) flowsAside(r *program.Run, e *program.Item) Flows {
	if known := p.flowFactsIn(r, e).every.Load(); known != nil {
		return *known
	}
	return flowsBy(newRecorder(r), e)
}

// flowsBy computes the flows of all expressions of an item. Most expressions carry nothing and
// are left out.
func flowsBy(r *recorder, e *program.Item) Flows {
	flows := Flows{}
	newFlowSinks(r, e, func(x hclsyntax.Node, f Flow) {
		if f.isEmpty() {
			delete(flows, node.PlaceOf(x))
		} else {
			flows[node.PlaceOf(x)] = f
		}
	}).item()
	return flows
}

// FlowOf returns the flow of a declaration's name.
func (p *Program) FlowOf(ctx context.Context, o *Object) Flow {
	e := p.behind(o)
	if e == nil {
		return Flow{}
	}
	r := newRun(ctx, p)
	return *flowIn(r, r.Program.Item(e.ID))
}

func (p *Program) flowFactsIn(r *program.Run, e *program.Item) *flowFacts {
	if p.world.withoutFlows {
		return new(flowFacts)
	}
	return p.core.Result(r, e, flowsQuery).(*flowFacts)
}

// flowIn returns the flow of an item's name.
func flowIn(r *program.Run, e *program.Item) *Flow {
	return r.Program.Result(r, e, flowQuery).(*Flow)
}

// flow returns the flow of a name as the item self may see it. Within a cycle it is empty. Only what
// the item reads of it, the marks of the whole and the part that the traversal leads to, counts as read.
func (r *recorder) flow(self *program.Item, e *hclsyntax.ScopeTraversalExpr) Flow {
	name := e.Traversal.RootName()
	if r.callers != nil {
		return r.callers.flow(r.Run, self, name)
	}
	seen, id := seenFlow(r.Run, self.ID, name), self.ID
	if !r.Records() {
		return *seen
	}
	first, more := flowStepsOf(e.Traversal[1:])
	r.Note(onFlow, name, func(now *program.Run) bool {
		before, again := *seen, *seenFlow(now, id, name)
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

func seenFlow(r *program.Run, self int32, name string) *Flow {
	e := viewOf(r.Program).core.Declaring(name)
	if e == nil || viewOf(r.Program).core.InOneCycle(flowQuery, self, e.ID) || r.Context.Err() != nil {
		return new(Flow)
	}
	return flowIn(r, e)
}

// componentFlows returns the flows of the program in another directory, or nil if it
// cannot be used.
func (r *recorder) componentFlows(source string) *shownFlows {
	found := r.p.componentFlows(r.Run, source)
	r.Note(onComponents, "", func(now *program.Run) bool { return viewOf(now.Program).componentFlows(now, source).equal(found) })
	return found
}

func (p *Program) componentFlows(r *program.Run, source string) *shownFlows {
	inner := p.ComponentProgram(p.componentDir(source))
	if inner == nil {
		return nil
	}
	if known := inner.flowsShown.Load(); known != nil {
		return known
	}
	of := program.NewRunWithin(r, inner.core)
	shown := viewOf(of.Program).showFlows(of)
	if r.Context.Err() == nil {
		inner.flowsShown.Store(shown)
	}
	return shown
}

func (p *Program) showFlows(r *program.Run) *shownFlows {
	shown := &shownFlows{dir: p.Dir, outputs: map[string]Flow{}}
	logical := map[string]string{}
	for e := range p.core.Items() {
		if p.core.Owns(e) && kindOf(e) == ObjectConfig {
			name := tree.LogicalName(e.Syntax)
			logical[e.Name] = name
			if flowIn(r, e).own.secret != nil {
				shown.secret = append(shown.secret, name)
			}
		}
	}
	slices.Sort(shown.secret)
	for e := range p.core.Items() {
		if kindOf(e) == 0 || kindOf(e) != ObjectOutput || e.Syntax.Block() == nil {
			continue
		}
		if e.Syntax.Block().Body.Attributes["value"] == nil {
			continue
		}
		shown.outputs[tree.LogicalName(e.Syntax)] = p.flowFactsIn(r, e).value.mapped(func(m marks) marks {
			m.deps, m.params = m.deps.renamed(logical), m.params.renamed(logical)
			return m
		})
	}
	return shown
}

// way converts a cause to related places, nearest first.
func (p *Program) way(e *program.Item, c *cause) []Related {
	if c == nil {
		return nil
	}
	var places []Related
	steps, words := c.told()
	for i, s := range steps {
		if at, ok := p.placeOf(e, s); ok {
			at.Message = Abbreviate("because "+words[i], maxMessage)
			places = append(places, at)
		}
	}
	return places
}

// configCalled returns the config with a name outside the program, or nil.
func (p *Program) configCalled(logical string) *program.Item {
	for e := range p.core.Items() {
		if kindOf(e) == ObjectConfig && p.core.Owns(e) && tree.LogicalName(e.Syntax) == logical {
			return e
		}
	}
	return nil
}

// placeOf returns the place of a step; false if there is none.
func (p *Program) placeOf(e *program.Item, s step) (Related, bool) {
	if s.dir != "" && s.dir != p.Dir {
		inner := p.within(s.dir)
		if inner == nil {
			return Related{}, false
		}
		return inner.placeOf(nil, s)
	}
	owner := e
	if s.name != "" {
		owner = p.core.Declaring(s.name)
		if s.kind == stepGiven {
			owner = p.configCalled(s.name)
		}
		if owner == nil {
			return Related{}, false
		}
		if s.span.Len() == 0 {
			return Related{Path: owner.Path, Span: p.nameSpan(owner)}, true
		}
	}
	if owner == nil || s.span.Len() == 0 {
		return Related{}, false
	}
	return Related{Path: owner.Path, Span: s.span.Shift(p.core.Placed(owner).Base)}, true
}
