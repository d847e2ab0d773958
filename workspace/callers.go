package workspace

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds what programs pass to components: their reports have findings about values whose
// places are inside components, and the reports of these components have hints there.
//
// Why hints come with a change, and not when a report is asked for: a report would wait until all
// programs of the workspace are checked.

// MostHints is how many hints a component has at most, and MostCalls how many calls a hint shows.
const (
	MostHints = 1000
	MostCalls = 5
)

// callSiteHints is what is known about the callers of a component. It is immutable.
type callSiteHints struct {
	by    []string            // the directories of the programs that use it, sorted
	hints map[string]*hintsIn // by file
}

// Callers returns what the reports of some programs say about components, as a change; nil if the
// snapshot knows that already. It checks nothing: what a program without a report passes is unknown.
func (s *Snapshot) Callers(dirs []string) Change {
	c := callSiteCollector{snapshot: s, of: map[string]*passedValues{}}
	for _, dir := range slices.Compact(slices.Sorted(slices.Values(dirs))) {
		if p := s.ProgramIn(dir); p != nil {
			c.add(p)
		}
	}
	next, same := map[string]*callSiteHints{}, len(c.of) == len(s.callSites)
	for dir, found := range c.of {
		next[dir] = s.callSites[dir]
		if now := found.hints(s, dir); !now.same(next[dir]) {
			next[dir], same = now, false
		}
	}
	if same {
		return nil
	}
	return callersArrived{next}
}

// CallersOf are the programs that use a directory as a component, of those that [Snapshot.Callers]
// was told about.
func (s *Snapshot) CallersOf(dir string) []*analysis.Program {
	if s.callSites[dir] == nil {
		return nil
	}
	var programs []*analysis.Program
	for _, by := range s.callSites[dir].by {
		if p := s.ProgramIn(by); p != nil {
			programs = append(programs, p)
		}
	}
	return programs
}

// callersArrived says what callers pass to components.
type callersArrived struct{ callSites map[string]*callSiteHints }

func (callersArrived) change() {}

type callSiteCollector struct {
	snapshot *Snapshot
	of       map[string]*passedValues // by the directory of the component
}

type passedValues struct {
	by    []string
	calls map[effect][]analysis.Related // the values that are passed
}

// effect is something that a component does because of what is passed.
type effect struct {
	path string
	span syntax.Span
	what string
}

func (c *callSiteCollector) add(p *analysis.Program) {
	for _, dir := range p.ComponentDirs() {
		in := c.in(dir)
		in.by = append(in.by, p.Dir)
	}
	r := c.snapshot.session.reports.of(p)
	if r == nil {
		return
	}
	for _, f := range r.Files {
		for i := range f.Found.Diagnostics {
			if d := &f.Found.Diagnostics[i]; d.Passed > 0 { // few are
				c.addEffects(p, d)
			}
		}
	}
}

// addEffects adds what components do because a program passes something.
func (c *callSiteCollector) addEffects(p *analysis.Program, d *analysis.Diagnostic) {
	eachPassed(p.Dir, d, func(at effect, call analysis.Related) {
		if in := c.in(dirOf(at.path)); len(in.calls) < MostHints || in.calls[at] != nil {
			in.calls[at] = append(in.calls[at], call)
		}
	})
}

// eachPassed visits what components do because of a finding about a program in a directory.
func eachPassed(by string, d *analysis.Diagnostic, visit func(e effect, call analysis.Related)) {
	places, what := d.Inside()
	for _, place := range places {
		if dirOf(place.Path) != by {
			visit(effect{place.Path, place.Span, what}, analysis.Related{Path: d.Path, Span: d.Span, Message: "this value is passed"})
		}
	}
}

func (e effect) hint(message string) analysis.Diagnostic {
	return analysis.Diagnostic{Path: e.path, Span: e.span, Code: codes.ComponentPassed, Severity: codes.ComponentPassed.Severity(), Message: message}
}

func (c *callSiteCollector) in(dir string) *passedValues {
	if c.of[dir] == nil {
		c.of[dir] = &passedValues{calls: map[effect][]analysis.Related{}}
	}
	return c.of[dir]
}

// hints makes hints of what callers do.
func (v *passedValues) hints(s *Snapshot, dir string) *callSiteHints {
	all := &callSiteHints{by: v.by, hints: map[string]*hintsIn{}}
	p := s.ProgramIn(dir)
	if p == nil {
		return all
	}
	for at, calls := range v.calls {
		file, ok := p.File(at.path)
		if !ok {
			continue
		}
		if all.hints[at.path] == nil {
			all.hints[at.path] = &hintsIn{file: file}
		}
		in := all.hints[at.path]
		hint := at.hint(whoPassesTo(dir, calls) + at.what)
		hint.Related = calls[:min(len(calls), MostCalls)]
		in.found = append(in.found, hint)
	}
	for _, in := range all.hints {
		lists.SortStable(in.found, func(a, b analysis.Diagnostic) int {
			return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), strings.Compare(a.Message, b.Message))
		})
	}
	return all
}

// whoPassesTo begins a message with the programs that pass something to the component in a
// directory.
func whoPassesTo(dir string, calls []analysis.Related) string {
	who := lists.Map(calls, func(call analysis.Related) string { return analysis.RelativePath(dir, dirOf(call.Path)) })
	return WhoPasses(who)
}

// WhoPasses begins the message of a hint with the directories of the programs that pass
// something, relative to the component. Equal ones must be neighbors.
func WhoPasses(who []string) string {
	who = slices.Compact(who)
	switch n := len(who); n {
	case 1:
		return fmt.Sprintf("with what the program in `%s` passes, ", who[0])
	case 2:
		return fmt.Sprintf("with what the programs in `%s` and `%s` pass, ", who[0], who[1])
	default:
		return fmt.Sprintf("with what the program in `%s` and %d others pass, ", who[0], n-1)
	}
}

// same reports whether both say the same. Hints in an older version of a file are the same if they
// move to where they are now.
func (c *callSiteHints) same(old *callSiteHints) bool {
	return old != nil && slices.Equal(c.by, old.by) && maps.EqualFunc(c.hints, old.hints, func(now, then *hintsIn) bool {
		return slices.EqualFunc(now.found, then.in(now.file), analysis.Diagnostic.Equal)
	})
}

// hintsIn are the hints in a file of a component; nil for none.
func (c *callSiteHints) hintsIn(path string) *hintsIn {
	if c == nil {
		return nil
	}
	return c.hints[path]
}

// Passed is something that a component does because of a value that a program passes.
type Passed struct {
	// Component is the directory of the component, and By the path from there to the directory of
	// the program.
	Component, By string
	// Hint is the finding in the component. Its message lacks who passes the value: see [WhoPasses].
	Hint analysis.Diagnostic
	// Call is where the value is passed.
	Call analysis.Related
}

// Passed are the values that a program passes to components, as its findings tell. Hints that
// settings or comments of the component turn off are missing.
func (s *Snapshot) Passed(p *analysis.Program, found []analysis.Diagnostic) []Passed {
	var all []Passed
	for i := range found {
		if found[i].Passed == 0 { // most have none
			continue
		}
		eachPassed(p.Dir, &found[i], func(e effect, call analysis.Related) {
			dir := dirOf(e.path)
			if hint, ok := s.judgedHint(dir, e.hint(e.what)); ok {
				all = append(all, Passed{Component: dir, By: analysis.RelativePath(dir, p.Dir), Hint: hint, Call: call})
			}
		})
	}
	return all
}

// judgedHint is a hint in a component with the severity that settings give it. It is false if
// nobody wants to see it.
func (s *Snapshot) judgedHint(dir string, hint analysis.Diagnostic) (analysis.Diagnostic, bool) {
	p, given := s.ProgramIn(dir), s.settings(dir)
	if p == nil || given.Excludes(hint.Path) {
		return hint, false
	}
	source, ok := p.File(hint.Path)
	if !ok {
		return hint, false
	}
	left := severe((&analysis.FileFindings{Path: hint.Path}).With(source, []analysis.Diagnostic{hint}), s.policy.Over(given.PolicyFor(hint.Path)))
	if len(left.Diagnostics) == 0 {
		return hint, false
	}
	return left.Diagnostics[0], true
}
