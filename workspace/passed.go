package workspace

import "github.com/pcl-lsp/pcl-lsp/analysis"

// This file tells what a program passes to components, for a check that reads one program after
// the other.

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
		eachPassed(p.Dir, &found[i], func(h happening, call analysis.Related) {
			dir := dirOf(h.path)
			if hint, ok := s.judgedHint(dir, h.hint(h.what)); ok {
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
