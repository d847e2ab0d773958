package taint

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file judges the constants that a component block passes: the items of the component that read them are checked with
// their values.

// failure is what fails inside a component because of a constant.
type failure struct {
	input string
	effect
}

func (f failure) equal(o failure) bool { return f.input == o.input && f.effect.equal(o.effect) }

// constants judges those that the block passes.
func (s *sinks) constants(it *syntax.Item) {
	if len(it.Labels) != 2 {
		return
	}
	given := check.Passed(s.Recorder, s.e, nil)
	if len(given) == 0 {
		return
	}
	source := it.Labels[1].Value
	found := failuresOf(s.Run, source, given)
	s.Note(check.OnComponents, "", func(now *program.Run) bool {
		return slices.EqualFunc(failuresOf(now, source, given), found, failure.equal)
	})
	for _, f := range found {
		s.findAs(f.severity, f.code, tree.NodeSpan(it.Block().Body.Attributes[f.input].Expr), f.message, nil)
		s.findings[len(s.findings)-1].Related, s.findings[len(s.findings)-1].Passed = f.places, len(f.places)
	}
}

// failuresOf is what fails in the program behind a source because of these inputs, and says of which. What several inputs
// do together is said of the first one.
func failuresOf(r *program.Run, source string, given map[string]cty.Value) []failure {
	left := maxFollowed
	found := failuresWith(r, source, given, &left)
	for i, f := range found {
		for _, name := range blamed(given) {
			alone := failuresWith(r, source, map[string]cty.Value{name: given[name]}, &left)
			if slices.ContainsFunc(alone, func(o failure) bool { return o.isSame(f.effect) }) {
				found[i].input = name
				break
			}
		}
	}
	return found
}

// blamed are the names of inputs in the order in which something is said of them: conditions decide what is evaluated, and seldom fail.
func blamed(given map[string]cty.Value) []string {
	names := slices.Sorted(maps.Keys(given))
	isCondition := func(name string) bool { return given[name].Type() == cty.Bool }
	conditions := lists.Where(names, isCondition)
	return append(slices.DeleteFunc(names, isCondition), conditions...)
}

// failuresWith checks what reads the inputs, at most as many items as are left.
func failuresWith(r *program.Run, source string, given map[string]cty.Value, left *int) (found []failure) {
	p := checked.ViewOf(r.Program).ComponentAt(source)
	if p == nil || r.Context.Err() != nil {
		return nil
	}
	inside := program.NewRunWithin(r, p.Core())
	within, reads := map[string]cty.Value{}, map[int32]string{}
	var readers []*program.Item
	for _, name := range blamed(given) {
		config := insidesOf(p).configs[name]
		if config == nil {
			continue
		}
		within[config.Name] = given[name]
		for _, e := range readersOf(p, config) {
			if reads[e.ID] == "" {
				reads[e.ID] = name
				readers = append(readers, e)
			}
		}
	}
	for _, e := range readers {
		if *left--; *left < 0 {
			return found
		}
		for _, d := range check.FailuresGiven(inside, e, within) {
			f := checked.Finding{Diagnostic: d}
			place := effectPlace(p, e, f, "this happens here")
			found = append(found, failure{reads[e.ID], effect{code: d.Code, severity: d.Severity, message: diagnostic.InsideThe + d.Message, places: []diagnostic.Related{place}}})
		}
		if it := e.Syntax; check.KindOf(e) == check.ObjectComponent && len(it.Labels) == 2 {
			for _, f := range failuresWith(inside, it.Labels[1].Value, check.Passed(check.NewRecorder(inside), e, within), left) {
				found = append(found, failure{reads[e.ID], f.effect})
			}
		}
	}
	return found
}
