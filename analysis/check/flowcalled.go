package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file computes the flows inside a component with what its callers pass. The results that are
// cached are those of a component that nobody calls, since they are the same for all callers.

// calledFlows are the flows of one program with what callers pass.
type calledFlows struct {
	given map[string]givenFlow // by the names of configs outside
	known map[int32]Flow       // of items, computed on demand
}

// givenFlow is what callers pass to a config.
type givenFlow struct {
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
	if known, ok := c.known[e.ID]; ok {
		return known
	}
	flow := shownFlow(c.recorder(r), e)
	if kindOf(e) == ObjectConfig {
		if given, ok := c.given[tree.LogicalName(e.Syntax)]; ok {
			flow = either(flow, given.flow.marked(flow.own))
		}
	}
	c.known[e.ID] = flow
	return flow
}

func (c *calledFlows) recorder(r *program.Run) *recorder {
	rec := newRecorder(r)
	rec.callers = c
	return rec
}

// of returns what callers pass to a config; nothing is known on nil.
func (c *calledFlows) of(e *program.Item) givenFlow {
	if c == nil || e == nil {
		return givenFlow{}
	}
	return c.given[tree.LogicalName(e.Syntax)]
}

func (c *calledFlows) waits(e *program.Item) bool { return c.of(e).waits }

func (c *calledFlows) isOutput(e *program.Item) bool { return c.of(e).isOutput }

// pass adds what a component block of the program of r passes to its configs.
func (c *calledFlows) pass(r *recorder, e *program.Item, dir string) {
	for name, in := range componentInputs(r, e) {
		here := step{dir: dir, name: name, kind: stepGiven, what: e.Name}
		enters := func(why *cause) *cause {
			if why == nil {
				return nil
			}
			return why.from(r.p.Dir).unsure().via(here)
		}
		all := in.deep()
		given := c.given[name]
		flow := in.mapped(func(m marks) marks {
			return marks{unknown: enters(m.unknown), secret: enters(m.secret), within: enters(m.within), exposed: enters(m.exposed)}
		})
		if _, again := c.given[name]; again {
			flow = either(given.flow, flow)
		}
		c.given[name] = givenFlow{
			flow:     flow,
			waits:    given.waits || r.waitsFor(all) != nil,
			isOutput: given.isOutput || r.hasOutput(all.deps),
		}
	}
}

// hasOutput reports whether something comes from a resource, a read or a component.
func (r *recorder) hasOutput(d deps) bool {
	for _, name := range d.names {
		e := r.p.core.Declaring(name)
		if e != nil && (kindOf(e) != ObjectConfig || r.callers.isOutput(e)) {
			return true
		}
	}
	return d.more
}
