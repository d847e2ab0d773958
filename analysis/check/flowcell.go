package check

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements how flows are asked for and kept: one cell for what an
// item shows, one for what is found in it. Nothing of it is computed before
// somebody asks for findings or for a flow.

// flowCells keep what is known of the flows of an item.
type flowCells struct {
	shown cell[Flow]       // what the item's name carries
	facts cell[*flowFacts] // what flows in the item
}

func (c *flowCells) inherit(old *flowCells) {
	c.shown.inherit(&old.shown)
	c.facts.inherit(&old.facts)
}

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
	p = p.settled(ctx)
	e := p.entryOf(it)
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
func (p *Program) flowsIn(r *run, e *entry) map[hclsyntax.Node]Flow {
	facts := p.flowFactsIn(r, e)
	flows := p.flowsAside(r, e)
	if r.ctx.Err() == nil {
		facts.every.Store(&flows)
	}
	return flows
}

// flowsAside is flowsIn where nothing is kept.
func (p *Program) flowsAside(r *run, e *entry) map[hclsyntax.Node]Flow {
	if known := p.flowFactsIn(r, e).every.Load(); known != nil {
		return *known
	}
	flows := map[hclsyntax.Node]Flow{}
	newFlowSinks(&recorder{run: r}, e, func(x hclsyntax.Node, f Flow) { flows[x] = f }).item()
	return flows
}

// FlowOf is what the name of a declaration carries.
func (p *Program) FlowOf(ctx context.Context, o *Object) Flow {
	e := p.behind(o)
	if e == nil {
		return Flow{}
	}
	r := newRun(ctx, p)
	return r.p.flowIn(r, r.p.entries.at(e.slot))
}

func (p *Program) flowFactsIn(r *run, e *entry) *flowFacts {
	if p.world.withoutFlows {
		return new(flowFacts)
	}
	if known := e.flows.facts.current.Load(); known != nil {
		return known.value
	}
	p.prepareFlows(r, e, allRefs)
	return e.flows.facts.get(r, e.slot, ResultFlows, func(rec *recorder) *flowFacts { return findFlows(rec, e) })
}

func (p *Program) flowIn(r *run, e *entry) Flow {
	if known := e.flows.shown.current.Load(); known != nil {
		return known.value
	}
	p.prepareFlows(r, e, flowRefs)
	return e.flows.shown.get(r, e.slot, ResultFlow, func(rec *recorder) Flow { return shownFlow(rec, e) })
}

// flow is what a name carries as the item self may see it: inside a cycle nothing.
func (r *recorder) flow(self *entry, name string) Flow {
	seen := r.seenFlow(self.slot, name)
	slot := self.slot
	r.note(aboutFlow, name, func(now *run) bool { return now.seenFlow(slot, name).equal(seen) })
	return seen
}

func (r *run) seenFlow(self int32, name string) Flow {
	e := r.p.declaring(name)
	if e == nil || r.p.graph.flows.inOneCycle(self, e.slot) || r.ctx.Err() != nil {
		return Flow{}
	}
	return r.p.flowIn(r, e)
}

// factsFor is the check of the item itself.
func (r *recorder) factsFor(e *entry) *Info {
	info := r.p.factsIn(r.run, e)
	slot := e.slot
	r.note(aboutItself, "", func(now *run) bool {
		again := now.p.entries.at(slot)
		return again != nil && now.p.factsIn(now, again) == info
	})
	return info
}

// shownFlows is what a program shows to those that use it as a component: the
// flows of its outputs. Their dependencies are the inputs they are made of.
type shownFlows struct {
	dir     string
	outputs map[string]Flow
}

func (s *shownFlows) equal(o *shownFlows) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.dir == o.dir && maps.EqualFunc(s.outputs, o.outputs, Flow.equal)
}

// componentFlows asks for the flows of another directory; nil where it cannot be
// used.
func (r *recorder) componentFlows(source string) *shownFlows {
	found := r.p.componentFlows(r.run, source)
	r.note(aboutComponents, "", func(now *run) bool { return now.p.componentFlows(now, source).equal(found) })
	return found
}

func (p *Program) componentFlows(r *run, source string) *shownFlows {
	inner := p.ComponentProgram(p.componentDir(source))
	if inner == nil {
		return nil
	}
	if known := inner.flowsShown.Load(); known != nil {
		return known
	}
	of := newRun(r.ctx, inner)
	shown := of.p.showFlows(of)
	if r.ctx.Err() == nil {
		inner.flowsShown.Store(shown)
	}
	return shown
}

func (p *Program) showFlows(r *run) *shownFlows {
	shown := &shownFlows{dir: p.Dir, outputs: map[string]Flow{}}
	logical := map[string]string{}
	for e := range p.all() {
		if p.owns(e) && e.kind == ObjectConfig {
			logical[e.name] = LogicalName(e.item)
		}
	}
	for e := range p.all() {
		if e.kind == 0 || e.kind != ObjectOutput || e.item.Block == nil {
			continue
		}
		if e.item.Block.Body.Attributes["value"] == nil {
			continue
		}
		shown.outputs[LogicalName(e.item)] = p.flowFactsIn(r, e).value.mapped(func(m marks) marks {
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

// flowRefs are the names that the flow of an entry's own name needs.
func flowRefs(e *entry) []syntax.Ref {
	switch e.item.Kind {
	case syntax.KindComponent, syntax.KindConfig:
		return e.links.names
	}
	return typeRefs(e)
}

// prepareFlows computes the flows that an item needs, the deepest first, so that a
// long chain of locals costs no stack. The names are those that the question needs.
func (p *Program) prepareFlows(r *run, e *entry, refs func(*entry) []syntax.Ref) {
	if r.ctx.Err() != nil {
		return
	}
	known := func(dep *entry) bool { return dep.flows.shown.current.Load() != nil }
	of := func(from *entry) []syntax.Ref {
		if from == e {
			return refs(e)
		}
		return flowRefs(from)
	}
	for _, dep := range p.deepestFirst(e, of, known, p.graph.flows) {
		dep.flows.shown.get(r, dep.slot, ResultFlow, func(rec *recorder) Flow { return shownFlow(rec, dep) })
	}
}

func allRefs(e *entry) []syntax.Ref { return e.links.names }

// way is a cause as related places, the nearest first.
func (p *Program) way(e *entry, c *cause) []Related {
	if c == nil {
		return nil
	}
	var places []Related
	steps, words := c.told()
	for i, s := range steps {
		if at, ok := p.placeOf(e, s); ok {
			at.Message = abbreviate("because "+words[i], maxMessage)
			places = append(places, at)
		}
	}
	return places
}

// configCalled is the config that has this name outside of the program; nil for none.
func (p *Program) configCalled(logical string) *entry {
	for e := range p.all() {
		if e.kind == ObjectConfig && p.owns(e) && LogicalName(e.item) == logical {
			return e
		}
	}
	return nil
}

// placeOf is where a step is; false for one that cannot be found.
func (p *Program) placeOf(e *entry, s step) (Related, bool) {
	if s.dir != "" && s.dir != p.Dir {
		inner := p.inner(s.dir)
		if inner == nil {
			return Related{}, false
		}
		return inner.placeOf(nil, s)
	}
	owner := e
	if s.name != "" {
		owner = p.declaring(s.name)
		if s.kind == stepGiven {
			owner = p.configCalled(s.name)
		}
		if owner == nil {
			return Related{}, false
		}
		if s.span.Len() == 0 {
			return Related{Path: owner.path, Span: p.nameSpan(owner)}, true
		}
	}
	if owner == nil || s.span.Len() == 0 {
		return Related{}, false
	}
	return Related{Path: owner.path, Span: s.span.Shift(p.placed(owner).Base)}, true
}
