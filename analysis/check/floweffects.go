package check

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds what a mark that is passed to a config does inside the component.

// effectsOf is what a mark does in the program behind a source, and the directory of that.
func (p *Program) effectsOf(r *program.Run, source string, mark passedMark) (dir string, found []effect) {
	inner := p.ComponentProgram(p.componentDir(source))
	if inner == nil || r.Context.Err() != nil { // nothing is kept then, so that work would double with each component inside
		return "", nil
	}
	if known, ok := inner.effects.Load(mark); ok {
		return inner.Dir, known.([]effect)
	}
	of := program.NewRunWithin(r, inner.core)
	found = viewOf(of.Program).follow(of, mark)
	if r.Context.Err() == nil {
		inner.effects.Store(mark, found)
	}
	return inner.Dir, found
}

// follow finds what a mark does in the items that it reaches.
func (p *Program) follow(r *program.Run, mark passedMark) []effect {
	config := p.insides().configs[mark.config]
	if config == nil {
		return nil
	}
	flow, root := mark.flow(config.Name)
	passed := &passedFlows{config: config.ID, isOutput: mark.kind == passedOutput || mark.kind == passedUnknown}
	passed.known = map[int32]Flow{config.ID: flow.marked(marks{deps: dependsOn(config.Name)})}
	var places []effect
	for _, e := range p.readersOf(config) {
		rec := newRecorder(r)
		rec.callers = passed
		passed.known[e.ID] = shownFlow(rec, e)
		s := newFlowSinks(rec, e, nil)
		s.item()
		s.dropFollowUps()
		places = p.addEffects(places, e, root, s.findings, p.flowFactsIn(r, e).findings)
	}
	return places
}

// passedFlows are the flows of a program where one config has a mark. They implement [callers].
type passedFlows struct {
	config   int32
	isOutput bool
	known    map[int32]Flow // of what the mark reaches
}

func (c *passedFlows) flow(r *program.Run, self *program.Item, name string) Flow {
	if e := viewOf(r.Program).core.Declaring(name); e != nil && !viewOf(r.Program).core.InOneCycle(flowQuery, self.ID, e.ID) {
		if known, ok := c.known[e.ID]; ok {
			return known
		}
	}
	return *seenFlow(r, self.ID, name)
}

func (c *passedFlows) given(e *program.Item) (isOutput, waits bool) {
	is := c.isOutput && e.ID == c.config
	return is, is
}

// maxFollowed is how many items a mark is followed to.
const maxFollowed = 1000

// readersOf are the items that read a config, or what reads it, each after those that it reads.
func (p *Program) readersOf(config *program.Item) []*program.Item {
	type visit struct {
		e    *program.Item
		next int
	}
	readers := p.insides().readers
	seen := map[int32]bool{config.ID: true}
	var done []*program.Item
	for stack := []visit{{e: config}}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		of := readers[top.e.Name]
		if kindOf(top.e) == ObjectOutput || !p.core.Owns(top.e) {
			of = nil // nobody reads it in the program
		}
		if top.next == len(of) {
			done = append(done, top.e)
			stack = stack[:len(stack)-1]
			continue
		}
		id := of[len(of)-1-top.next] // the last first, so that they end in the order of the text
		top.next++
		if !seen[id] && len(seen) <= maxFollowed {
			seen[id] = true
			stack = append(stack, visit{e: p.core.Item(id)})
		}
	}
	slices.Reverse(done)
	return done[1:] // without the config
}

// insides are found out once.
func (p *Program) insides() *insides {
	if known := p.inside.Load(); known != nil {
		return known
	}
	found := &insides{map[string]*program.Item{}, map[string][]int32{}}
	for e := range p.core.Items() {
		if kindOf(e) == ObjectConfig && p.core.Owns(e) && len(found.configs) < maxConfigs {
			found.configs[tree.LogicalName(e.Syntax)] = e
		}
		for _, ref := range e.Names {
			if of := found.readers[ref.Name]; len(of) == 0 || of[len(of)-1] != e.ID {
				found.readers[ref.Name] = append(of, e.ID)
			}
		}
	}
	p.inside.Store(found)
	return found
}

// spot is what a finding says where.
type spot struct {
	code codes.Code
	span syntax.Span
}

// addEffects adds the findings that a mark alone leads to: what is found without it is reported inside.
// Findings of one code are one, which names the first places.
func (p *Program) addEffects(to []effect, e *program.Item, root *step, found, alone []flowFinding) []effect {
	said := lists.SetOf(alone, func(f flowFinding) spot { return spot{f.Code, f.Span} })
	for _, f := range found {
		if f.because == nil || f.because.root != root || f.Code == codes.SecretRedundant || said[spot{f.Code, f.Span}] {
			continue
		}
		i := slices.IndexFunc(to, func(o effect) bool { return o.code == f.Code && o.severity == f.Severity })
		switch {
		case i < 0:
			to = append(to, p.effectOf(e, f))
		case len(to[i].places) < maxCircle:
			to[i].places = append(to[i].places, p.effectPlace(e, f, "and here"))
		}
	}
	return to
}

// effectOf describes a finding in an item of a component to those outside.
func (p *Program) effectOf(e *program.Item, f flowFinding) effect {
	told := effect{code: f.Code, severity: f.Severity, message: f.Message, way: shortened(f.because.way())}
	if f.Passed > 0 { // in a component of this one
		told.places = slices.Clone(f.Related)
		return told
	}
	told.message = insideThe + strings.TrimSuffix(f.Message, ": "+f.because.origin().why())
	told.places = []Related{p.effectPlace(e, f, "this happens here")}
	return told
}

// effectPlace is where a finding is: in the innermost component.
func (p *Program) effectPlace(e *program.Item, f flowFinding, message string) Related {
	if f.Passed > 0 {
		return Related{Path: f.Related[0].Path, Span: f.Related[0].Span, Message: message}
	}
	return Related{Path: e.Path, Span: f.Span.Shift(p.core.Placed(e).Base), Message: message}
}

// shortened is a way without its origin. The middle of a long one is left out: nobody sees it, and ways
// grow with each component.
func shortened(way []step) []step {
	way = way[:len(way)-1]
	if len(way) > 2*maxWay {
		way = slices.Concat(way[:maxWay], way[len(way)-maxWay:])
	}
	return way
}
