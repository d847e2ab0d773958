package taint

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file computes the taints inside a component with what its callers pass. The results that are
// cached are those of a component that nobody calls, since they are the same for all callers.

// Callers returns the programs that use the program in a directory as a component.
type Callers func(dir string) []*checked.Program

// Calling computes what callers pass, once for each component.
type Calling struct {
	ctx     context.Context
	home    string // paths of callers are shown from here
	callers Callers
	left    int                      // how many more callers are asked
	known   map[string]*calledTaints // by directory; nil for a program that nobody uses
}

// maxCallers is how many callers an editor asks, those of callers included.
const maxCallers = 64

// NewCalling asks for at most this many callers, those of callers included. Paths of callers are shown from home.
func NewCalling(ctx context.Context, home string, callers Callers, most int) *Calling {
	return &Calling{ctx, home, callers, most, map[string]*calledTaints{}}
}

// taints are those of a program with what its callers pass; nil if it has no callers, or is one of its own.
func (c *Calling) taints(p *checked.Program) *calledTaints {
	if known, asked := c.known[p.Dir]; asked {
		return known
	}
	c.known[p.Dir] = nil
	var found *calledTaints
	for _, by := range c.callers(p.Dir) {
		if found == nil {
			found = &calledTaints{configs: map[string]givenTaint{}, known: map[int32]Taint{}}
		}
		if c.left == 0 {
			found.calls++ // by somebody who may pass nothing
			break
		}
		c.left--
		r := c.taints(by).recorder(program.NewRun(c.ctx, by.Core()))
		for e := range r.Program.Items() {
			if dir, ok := checked.ViewOf(r.Program).ComponentDir(e.Syntax); ok && dir == p.Dir && e.Syntax.Block() != nil && check.KindOf(e) == check.ObjectComponent {
				found.pass(r, e, dir, diagnostic.RelativePath(c.home, by.Dir))
			}
		}
	}
	c.known[p.Dir] = found
	return found
}

// TaintsIn are the taints of all expressions of an item, with what callers of the program pass.
func (c *Calling) TaintsIn(p *checked.Program, e *program.Item) Taints {
	return taintsBy(c.taints(p).recorder(program.NewRun(c.ctx, p.Core())), e)
}

// ItemViewWithCallers returns what is known about an item, with all its taints. They include what callers pass, whose
// origin is at the caller. The only error is the context's.
func ItemViewWithCallers(
	ctx context.Context, p *checked.Program, it syntax.Placed, callers Callers,
) (*ItemView, error) {
	r := program.NewRun(ctx, p.Core())
	e := r.Program.ItemOf(it)
	if e == nil {
		return &ItemView{Item: it.Item}, ctx.Err()
	}
	v := itemView(r, it.Item, e.ID, nil)
	v.Info = check.InfoIn(r, e)
	called := NewCalling(ctx, p.Dir, callers, maxCallers).taints(checked.ViewOf(r.Program))
	if called == nil {
		v.carried = taintsAside(r, e)
		return v, ctx.Err()
	}
	v.carried = taintsBy(called.recorder(r), e)
	for i, n := range v.names {
		if check.KindOf(e) != 0 && n.name == e.Name {
			v.names[i].taint = called.of(r, e)
		} else {
			v.names[i].taint = called.taint(r, e, n.name)
		}
	}
	return v, ctx.Err()
}

// calledTaints are the taints of one program with what callers pass.
type calledTaints struct {
	calls   int
	configs map[string]givenTaint // by their names outside
	known   map[int32]Taint       // of items, computed on demand
}

// givenTaint is what callers pass to a config.
type givenTaint struct {
	calls    int // how many pass something
	taint    Taint
	waits    bool // it comes from a resource that may not exist yet during a preview
	isOutput bool // it comes from a resource or read
}

// taint returns the taint of a name as [recorder.taint] does.
func (c *calledTaints) taint(r *program.Run, self *program.Item, name string) Taint {
	e := r.Program.Declaring(name)
	if e == nil || r.Program.InOneCycle(nameQuery, self.ID, e.ID) || r.Context.Err() != nil {
		return Taint{}
	}
	return c.of(r, e)
}

// of returns the taint of an item's name.
func (c *calledTaints) of(r *program.Run, e *program.Item) Taint {
	isKnown := func(e *program.Item) bool { _, ok := c.known[e.ID]; return ok }
	if !isKnown(e) {
		for _, needed := range append(r.Program.DeepestFirst(e, nameQuery, isKnown), e) {
			c.fill(r, needed)
		}
	}
	return c.known[e.ID]
}

// fill computes the taint of an item's name. It is empty for items that need it themselves.
func (c *calledTaints) fill(r *program.Run, e *program.Item) {
	c.known[e.ID] = Taint{}
	taint := computeTaint(c.recorder(r), e)
	if check.KindOf(e) == check.ObjectConfig {
		taint = c.configTaint(taint, c.configs[tree.LogicalName(e.Syntax)])
	}
	c.known[e.ID] = taint
}

// configTaint is that of a config with what callers pass; alone it is as without callers. If all callers
// pass something, the default does not count, nor that it may be unset; where a caller does, nor that the
// config is secret in itself.
func (c *calledTaints) configTaint(alone Taint, given givenTaint) Taint {
	own := marks{deps: alone.own.deps}
	switch given.calls {
	case 0:
		return alone
	case c.calls:
		return given.taint.marked(own)
	}
	return either(alone, given.taint.marked(own))
}

func (c *calledTaints) recorder(r *program.Run) recorder {
	rec := newRecorder(r)
	if c != nil {
		rec.callers = c
	}
	return rec
}

// given implements [callers].
func (c *calledTaints) given(e *program.Item) (isOutput, waits bool) {
	config := c.configs[tree.LogicalName(e.Syntax)]
	return config.isOutput, config.waits
}

// pass adds what a component block of a caller passes to its configs.
func (c *calledTaints) pass(r recorder, e *program.Item, dir, caller string) {
	c.calls++
	for name, in := range componentInputs(r, e) {
		here := step{dir: dir, name: name, kind: stepCalled, what: caller}
		enters := func(why *cause) *cause {
			if why == nil {
				return nil
			}
			return why.from(r.Program.Dir).unsure().via(here)
		}
		all := in.deep()
		taint := in.mapped(func(m marks) marks {
			return marks{unknown: enters(m.unknown), secret: enters(m.secret), within: enters(m.within), exposed: enters(m.exposed)}
		})
		given := c.configs[name]
		if given.calls > 0 {
			taint = either(given.taint, taint)
		}
		c.configs[name] = givenTaint{
			calls: given.calls + 1, taint: taint,
			waits:    given.waits || r.waitsFor(all) != nil,
			isOutput: given.isOutput || r.hasOutput(all.deps),
		}
	}
}
