package taint

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds what a mark that is passed to a config does inside the component.

// effectsOf is what a mark does in the program behind a source, and the directory of that.
func effectsOf(r *program.Run, source string, mark passedMark) (dir string, found []effect) {
	inner := checked.ViewOf(r.Program).ComponentAt(source)
	if inner == nil || r.Context.Err() != nil { // nothing is kept then, so that work would double with each component inside
		return "", nil
	}
	effects := &checked.Kept[cache](inner).effects
	if known, ok := effects.Load(mark); ok {
		return inner.Dir, known.([]effect)
	}
	of := program.NewRunWithin(r, inner.Core())
	found = follow(of, mark)
	if r.Context.Err() == nil {
		effects.Store(mark, found)
	}
	return inner.Dir, found
}

// follow finds what a mark does in the items that it reaches.
func follow(r *program.Run, mark passedMark) []effect {
	p := checked.ViewOf(r.Program)
	config := insidesOf(p).configs[mark.config]
	if config == nil {
		return nil
	}
	taint, root := mark.taint(config.Name)
	passed := &passedTaints{config: config.ID, isOutput: mark.kind == passedOutput || mark.kind == passedUnknown}
	passed.known = map[int32]Taint{config.ID: taint.marked(marks{deps: dependsOn(config.Name)})}
	var places []effect
	for _, e := range readersOf(p, config) {
		rec := recorder{check.NewRecorder(r), passed}
		passed.known[e.ID] = computeTaint(rec, e)
		s := newSinks(rec, e, nil)
		s.item()
		s.dropFollowUps()
		places = addEffects(p, places, e, root, s.findings, factsIn(r, e).findings)
	}
	return places
}

// passedTaints are the taints of a program where one config has a mark. They implement [callers].
type passedTaints struct {
	config   int32
	isOutput bool
	known    map[int32]Taint // of what the mark reaches
}

func (c *passedTaints) taint(r *program.Run, self *program.Item, name string) Taint {
	if e := r.Program.Declaring(name); e != nil && !r.Program.InOneCycle(nameQuery, self.ID, e.ID) {
		if known, ok := c.known[e.ID]; ok {
			return known
		}
	}
	return *seenTaint(r, self.ID, name)
}

func (c *passedTaints) given(e *program.Item) (isOutput, waits bool) {
	is := c.isOutput && e.ID == c.config
	return is, is
}

// maxFollowed is how many items a mark is followed to.
const maxFollowed = 1000

// readersOf are the items that read a config, or what reads it, each after those that it reads.
func readersOf(p *checked.Program, config *program.Item) []*program.Item {
	type visit struct {
		e    *program.Item
		next int
	}
	readers := insidesOf(p).readers
	seen := map[int32]bool{config.ID: true}
	var done []*program.Item
	for stack := []visit{{e: config}}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		of := readers[top.e.Name]
		if check.KindOf(top.e) == check.ObjectOutput || !p.Core().Owns(top.e) {
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
			stack = append(stack, visit{e: p.Core().Item(id)})
		}
	}
	slices.Reverse(done)
	return done[1:] // without the config
}

// insidesOf finds them once.
func insidesOf(p *checked.Program) *insides {
	kept := checked.Kept[cache](p)
	if known := kept.inside.Load(); known != nil {
		return known
	}
	found := &insides{map[string]*program.Item{}, map[string][]int32{}}
	for e := range p.Core().Items() {
		if check.KindOf(e) == check.ObjectConfig && p.Core().Owns(e) && len(found.configs) < maxConfigs {
			found.configs[tree.LogicalName(e.Syntax)] = e
		}
		for _, ref := range e.Names {
			if of := found.readers[ref.Name]; len(of) == 0 || of[len(of)-1] != e.ID {
				found.readers[ref.Name] = append(of, e.ID)
			}
		}
	}
	kept.inside.Store(found)
	return found
}

// maxPlaces limits the places that a finding names inside a component.
const maxPlaces = 10

// spot is what a finding says where.
type spot struct {
	code codes.Code
	span syntax.Span
}

// addEffects adds the findings that a mark alone leads to: what is found without it is reported inside.
// Findings of one code are one, which names the first places.
func addEffects(p *checked.Program, to []effect, e *program.Item, root *step, found, alone []checked.Finding) []effect {
	said := lists.SetOf(alone, func(f checked.Finding) spot { return spot{f.Code, f.Span} })
	for _, f := range found {
		if because, _ := f.Origin.(*cause); because == nil || because.root != root || f.Code == codes.SecretRedundant || said[spot{f.Code, f.Span}] {
			continue
		}
		i := slices.IndexFunc(to, func(o effect) bool { return o.code == f.Code && o.severity == f.Severity })
		switch {
		case i < 0:
			to = append(to, effectOf(p, e, f))
		case len(to[i].places) < maxPlaces:
			to[i].places = append(to[i].places, effectPlace(p, e, f, "and here"))
		}
	}
	return to
}

// effectOf describes a finding in an item of a component to those outside.
func effectOf(p *checked.Program, e *program.Item, f checked.Finding) effect {
	why := f.Origin.(*cause)
	told := effect{code: f.Code, severity: f.Severity, message: f.Message, way: shortened(why.way())}
	if f.Passed > 0 { // in a component of this one
		told.places = slices.Clone(f.Related)
		return told
	}
	told.message = diagnostic.InsideThe + strings.TrimSuffix(f.Message, ": "+why.origin().why())
	told.places = []diagnostic.Related{effectPlace(p, e, f, "this happens here")}
	return told
}

// effectPlace is where a finding is: in the innermost component.
func effectPlace(p *checked.Program, e *program.Item, f checked.Finding, message string) diagnostic.Related {
	if f.Passed > 0 {
		return diagnostic.Related{Path: f.Related[0].Path, Span: f.Related[0].Span, Message: message}
	}
	return diagnostic.Related{Path: e.Path, Span: f.Span.Shift(p.Core().Placed(e).Base), Message: message}
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
