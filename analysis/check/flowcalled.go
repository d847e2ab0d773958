package check

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file computes the flows inside a component with what its callers pass. The results that are
// cached are those of a component that nobody calls, since they are the same for all callers.

// Callers returns the programs that use the program in a directory as a component.
type Callers func(dir string) []*Program

// calling computes what callers pass, once for each component.
type calling struct {
	ctx     context.Context
	home    string // paths of callers are shown from here
	callers Callers
	left    int                     // how many more callers are asked
	known   map[string]*calledFlows // by directory; nil for a program that nobody uses
}

// maxCallers is how many callers an editor asks, those of callers included.
const maxCallers = 64

func newCalling(ctx context.Context, home string, callers Callers, most int) *calling {
	return &calling{ctx, home, callers, most, map[string]*calledFlows{}}
}

// flows are those of a program with what its callers pass; nil if it has no callers, or is one of its own.
func (c *calling) flows(p *Program) *calledFlows {
	if known, asked := c.known[p.Dir]; asked {
		return known
	}
	c.known[p.Dir] = nil
	var found *calledFlows
	for _, by := range c.callers(p.Dir) {
		if found == nil {
			found = &calledFlows{configs: map[string]givenFlow{}, known: map[int32]Flow{}}
		}
		if c.left == 0 {
			found.calls++ // by somebody who may pass nothing
			break
		}
		c.left--
		r := c.flows(by).recorder(newRun(c.ctx, by))
		for e := range r.p.core.Items() {
			if dir, ok := r.p.ComponentDir(e.Syntax); ok && dir == p.Dir && e.Syntax.Block() != nil && kindOf(e) == ObjectComponent {
				found.pass(r, e, dir, RelativePath(c.home, by.Dir))
			}
		}
	}
	c.known[p.Dir] = found
	return found
}

// SightCalled returns what is known about an item, with all its flows. They include what callers pass, whose
// origin is at the caller. The only error is the context's.
func (p *Program) SightCalled(ctx context.Context, it syntax.Placed, callers Callers) (*Sight, error) {
	p = p.revalidated(ctx)
	e := p.core.ItemOf(it)
	if e == nil {
		return &Sight{Item: it.Item}, ctx.Err()
	}
	r := newRun(ctx, p)
	s := p.sight(r, it.Item, e.ID, nil)
	s.Info = s.facts.infoIn(r, e)
	called := newCalling(ctx, p.Dir, callers, maxCallers).flows(p)
	if called == nil {
		s.carried = p.flowsAside(r, e)
		return s, ctx.Err()
	}
	s.carried = flowsBy(called.recorder(r), e)
	for i, n := range s.names {
		if kindOf(e) != 0 && n.name == e.Name {
			s.names[i].flow = called.of(r, e)
		} else {
			s.names[i].flow = called.flow(r, e, n.name)
		}
	}
	return s, ctx.Err()
}

// calledFlows are the flows of one program with what callers pass.
type calledFlows struct {
	calls   int
	configs map[string]givenFlow // by their names outside
	known   map[int32]Flow       // of items, computed on demand
}

// givenFlow is what callers pass to a config.
type givenFlow struct {
	calls    int // how many pass something
	flow     Flow
	waits    bool // it comes from a resource that may not exist yet during a preview
	isOutput bool // it comes from a resource or read
}

// flow returns the flow of a name as [recorder.flow] does.
func (c *calledFlows) flow(r *program.Run, self *program.Item, name string) Flow {
	p := viewOf(r.Program)
	e := p.core.Declaring(name)
	if e == nil || p.core.InOneCycle(flowQuery, self.ID, e.ID) || r.Context.Err() != nil {
		return Flow{}
	}
	return c.of(r, e)
}

// of returns the flow of an item's name.
func (c *calledFlows) of(r *program.Run, e *program.Item) Flow {
	isKnown := func(e *program.Item) bool { _, ok := c.known[e.ID]; return ok }
	if !isKnown(e) {
		for _, needed := range append(r.Program.DeepestFirst(e, flowQuery, isKnown), e) {
			c.fill(r, needed)
		}
	}
	return c.known[e.ID]
}

// fill computes the flow of an item's name. It is empty for items that need it themselves.
func (c *calledFlows) fill(r *program.Run, e *program.Item) {
	c.known[e.ID] = Flow{}
	flow := shownFlow(c.recorder(r), e)
	if kindOf(e) == ObjectConfig {
		flow = c.configFlow(flow, c.configs[tree.LogicalName(e.Syntax)])
	}
	c.known[e.ID] = flow
}

// configFlow is that of a config with what callers pass; alone it is as without callers. If all callers
// pass something, the default does not count, nor that it may be unset; where a caller does, nor that the
// config is secret in itself.
func (c *calledFlows) configFlow(alone Flow, given givenFlow) Flow {
	own := marks{deps: alone.own.deps}
	switch given.calls {
	case 0:
		return alone
	case c.calls:
		return given.flow.marked(own)
	}
	return either(alone, given.flow.marked(own))
}

func (c *calledFlows) recorder(r *program.Run) *recorder {
	rec := newRecorder(r)
	if c != nil {
		rec.callers = c
	}
	return rec
}

// given implements [callers].
func (c *calledFlows) given(e *program.Item) (isOutput, waits bool) {
	config := c.configs[tree.LogicalName(e.Syntax)]
	return config.isOutput, config.waits
}

// pass adds what a component block of a caller passes to its configs.
func (c *calledFlows) pass(r *recorder, e *program.Item, dir, caller string) {
	c.calls++
	for name, in := range componentInputs(r, e) {
		here := step{dir: dir, name: name, kind: stepCalled, what: caller}
		enters := func(why *cause) *cause {
			if why == nil {
				return nil
			}
			return why.from(r.p.Dir).unsure().via(here)
		}
		all := in.deep()
		flow := in.mapped(func(m marks) marks {
			return marks{unknown: enters(m.unknown), secret: enters(m.secret), within: enters(m.within), exposed: enters(m.exposed)}
		})
		given := c.configs[name]
		if given.calls > 0 {
			flow = either(given.flow, flow)
		}
		c.configs[name] = givenFlow{
			calls: given.calls + 1, flow: flow,
			waits:    given.waits || r.waitsFor(all) != nil,
			isOutput: given.isOutput || r.hasOutput(all.deps),
		}
	}
}
