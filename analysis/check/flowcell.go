package check

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file implements how flows are asked for and kept: one cell for what an
// item shows, one for what is found in it. Nothing of it is computed before
// somebody asks for findings or for a flow.

// flowFacts are the findings about the flows in one item.
type flowFacts struct {
	findings []flowFinding
	// value is the flow of the value of an output.
	value Flow
	// every is the flow of each expression, once somebody has asked. A check does not
	// ask, and flows that nobody looks at would take more memory than types.
	every atomic.Pointer[map[hclsyntax.Node]Flow]
}

// flowFinding is a finding with the way to its origin, which becomes related
// places when it is reported: they may be in items that have moved since.
type flowFinding struct {
	Diagnostic
	because *cause
}

// Flows are the flows of all expressions of an item. The error is that of the
// context.
func (p *Program) Flows(ctx context.Context, it syntax.Placed) (map[hclsyntax.Node]Flow, error) {
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

// flowsIn are the flows of all expressions of an item. They need no reads of their
// own: those of the findings are the same, and the flows go with them.
func (p *Program) flowsIn(r *program.Run, e *program.Item) map[hclsyntax.Node]Flow {
	facts := p.flowFactsIn(r, e)
	flows := p.flowsAside(r, e)
	if r.Context.Err() == nil {
		facts.every.Store(&flows)
	}
	return flows
}

// flowsAside is flowsIn where nothing is kept.
func (p *Program) flowsAside(r *program.Run, e *program.Item) map[hclsyntax.Node]Flow {
	if known := p.flowFactsIn(r, e).every.Load(); known != nil {
		return *known
	}
	flows := map[hclsyntax.Node]Flow{}
	newFlowSinks(newRecorder(r), e, func(x hclsyntax.Node, f Flow) { flows[x] = f }).item()
	return flows
}

// FlowOf is what the name of a declaration carries.
func (p *Program) FlowOf(ctx context.Context, o *Object) Flow {
	e := p.behind(o)
	if e == nil {
		return Flow{}
	}
	r := newRun(ctx, p)
	return flowIn(r, r.Program.Item(e.ID))
}

func (p *Program) flowFactsIn(r *program.Run, e *program.Item) *flowFacts {
	if p.world.withoutFlows {
		return new(flowFacts)
	}
	return p.core.Result(r, e, flowsQuery).(*flowFacts)
}

// flowIn is what an item's name carries.
func flowIn(r *program.Run, e *program.Item) Flow {
	return r.Program.Result(r, e, flowQuery).(Flow)
}

// flow is what a name carries as the item self may see it: inside a cycle nothing.
func (r *recorder) flow(self *program.Item, name string) Flow {
	seen := seenFlow(r.Run, self.ID, name)
	id := self.ID
	r.Note(onFlow, name, func(now *program.Run) bool { return seenFlow(now, id, name).equal(seen) })
	return seen
}

func seenFlow(r *program.Run, self int32, name string) Flow {
	e := viewOf(r.Program).core.Declaring(name)
	if e == nil || viewOf(r.Program).core.InOneCycle(flowQuery, self, e.ID) || r.Context.Err() != nil {
		return Flow{}
	}
	return flowIn(r, e)
}

// componentFlows asks for the flows of another directory; nil where it cannot be
// used.
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
	of := newRun(r.Context, inner)
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
			logical[e.Name] = tree.LogicalName(e.Syntax)
		}
	}
	for e := range p.core.Items() {
		if kindOf(e) == 0 || kindOf(e) != ObjectOutput || e.Syntax.Block == nil {
			continue
		}
		if e.Syntax.Block.Body.Attributes["value"] == nil {
			continue
		}
		shown.outputs[tree.LogicalName(e.Syntax)] = p.flowFactsIn(r, e).value.mapped(func(m marks) marks {
			m.deps = m.deps.renamed(logical)
			return m
		})
	}
	return shown
}

// renamed are the names that have another one, by that.
func (d deps) renamed(names map[string]string) deps {
	var renamed []string
	for _, name := range d.names {
		if other, ok := names[name]; ok {
			renamed = append(renamed, other)
		}
	}
	slices.Sort(renamed)
	return deps{slices.Compact(renamed), d.more}
}

// way is a cause as related places, the nearest first.
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

// configCalled is the config that has this name outside of the program; nil for none.
func (p *Program) configCalled(logical string) *program.Item {
	for e := range p.core.Items() {
		if kindOf(e) == ObjectConfig && p.core.Owns(e) && tree.LogicalName(e.Syntax) == logical {
			return e
		}
	}
	return nil
}

// placeOf is where a step is; false for one that cannot be found.
func (p *Program) placeOf(e *program.Item, s step) (Related, bool) {
	if s.dir != "" && s.dir != p.Dir {
		inner := p.inner(s.dir)
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
