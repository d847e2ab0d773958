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
)

// This file judges the constants that a component block passes: the items of the component that read them are checked with
// their values.

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
	failures := func(now *program.Run) []effect {
		left := maxFollowed
		return failuresWith(now, source, given, &left)
	}
	found := failures(s.Run)
	s.Note(check.OnComponents, "", func(now *program.Run) bool { return slices.EqualFunc(failures(now), found, effect.equal) })
	for _, f := range found {
		s.findAs(f.severity, f.code, tree.NodeSpan(it.Block().Body.Attributes[f.input].Expr), f.message, nil)
		s.findings[len(s.findings)-1].Related, s.findings[len(s.findings)-1].Passed = f.places, len(f.places)
	}
}

// failuresWith checks what reads the inputs, at most as many items as are left.
func failuresWith(r *program.Run, source string, given map[string]cty.Value, left *int) (found []effect) {
	p := checked.ViewOf(r.Program).ComponentAt(source)
	if p == nil || r.Context.Err() != nil {
		return nil
	}
	inside := program.NewRunWithin(r, p.Core())
	within, reads := map[string]cty.Value{}, map[int32]string{}
	var readers []*program.Item
	for _, name := range slices.Sorted(maps.Keys(given)) {
		config := insidesOf(p).configs[name]
		if config == nil {
			continue
		}
		within[config.Name] = given[name]
		for _, e := range readersOf(p, config) {
			before, isReader := reads[e.ID]
			if !isReader {
				readers = append(readers, e)
			}
			if !isReader || given[before].Type() == cty.Bool { // a condition decides what is evaluated, and seldom fails
				reads[e.ID] = name
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
			found = append(found, effect{d.Code, d.Severity, diagnostic.InsideThe + d.Message, []diagnostic.Related{place}, nil, reads[e.ID]})
		}
		if it := e.Syntax; check.KindOf(e) == check.ObjectComponent && len(it.Labels) == 2 {
			for _, f := range failuresWith(inside, it.Labels[1].Value, check.Passed(check.NewRecorder(inside), e, within), left) {
				f.input = reads[e.ID]
				found = append(found, f)
			}
		}
	}
	return found
}
