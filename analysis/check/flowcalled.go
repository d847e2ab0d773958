package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file computes the flows inside a component with what its callers pass. The results that are
// cached are those of a component that nobody calls, since they are the same for all callers.

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
	if known, ok := c.known[e.ID]; ok {
		return known
	}
	flow := shownFlow(c.recorder(r), e)
	if kindOf(e) == ObjectConfig {
		flow = c.configFlow(flow, c.configs[tree.LogicalName(e.Syntax)])
	}
	c.known[e.ID] = flow
	return flow
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
	rec.callers = c
	return rec
}

// given implements [callers].
func (c *calledFlows) given(e *program.Item) (isOutput, waits bool) {
	config := c.configs[tree.LogicalName(e.Syntax)]
	return config.isOutput, config.waits
}

// pass adds what a component block of the program of r passes to its configs.
func (c *calledFlows) pass(r *recorder, e *program.Item, dir string) {
	c.calls++
	for name, in := range componentInputs(r, e) {
		here := step{dir: dir, name: name, kind: stepGiven, what: e.Name}
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
