package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fingerprint"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file makes the hints inside components about what programs pass to them. They are known
// when all programs were checked, so they are the last findings of a report.

// passedOf is what a report keeps of a value that a program passes.
func (g *gatherer) passedOf(places *report.Places, passed workspace.Passed) report.Passed {
	hint := places.Finding(passed.Hint)
	hint.FailOn = failOn(g.snapshot, passed.Component)
	file, _, _, _ := g.snapshot.File(passed.Hint.Path)
	return report.Passed{
		Component: g.name(passed.Component), By: passed.By, Hint: hint,
		Subject: fingerprint.SubjectOf(g.env.relative(passed.Hint.Path), file, passed.Hint),
		Call:    places.Related(passed.Call),
	}
}

// hints are the hints inside components that have sections, by file and place.
func hints(passed []report.Passed, programs map[string]bool) []report.Passed {
	type happening struct {
		file, what string
		at         report.Range
	}
	known, inComponent := map[happening]int{}, map[string]int{}
	var all []report.Passed
	var who [][]string
	for _, p := range passed {
		h := happening{p.Hint.File, p.Hint.Message, p.Hint.Range}
		i, ok := known[h]
		switch {
		case !programs[p.Component] || !ok && inComponent[p.Component] == workspace.MostHints:
			continue
		case !ok:
			i = len(all)
			known[h], inComponent[p.Component] = i, inComponent[p.Component]+1
			all, who = append(all, p), append(who, nil)
			all[i].Hint.Related = nil
		}
		who[i] = append(who[i], p.By)
		if related := &all[i].Hint.Related; len(*related) < workspace.MostCalls {
			*related = append(*related, p.Call)
		}
	}
	for i := range all {
		all[i].Hint.Message = workspace.WhoPasses(who[i]) + all[i].Hint.Message
	}
	slices.SortStableFunc(all, func(a, b report.Passed) int {
		x, y := a.Hint, b.Hint
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Range.Start.Byte, y.Range.Start.Byte), cmp.Compare(x.Range.End.Byte, y.Range.End.Byte), cmp.Compare(x.Message, y.Message))
	})
	return all
}

// addHints adds the hints to the report.
func (g *gatherer) addHints(ctx context.Context) error {
	e := &examined{Section: &report.Section{}}
	before := map[fingerprint.Subject]int{}
	for _, p := range hints(g.passed, g.programs) {
		if g.wantsFingerprints() {
			p.Hint.Fingerprint = p.Subject.Fingerprint(before[p.Subject])
		}
		before[p.Subject]++
		e.Findings = append(e.Findings, p.Hint)
		file, err := workspace.PathOf(g.env.dir, p.Hint.File)
		if err != nil {
			return err
		}
		span := syntax.Span{Start: p.Hint.Range.Start.Byte, End: p.Hint.Range.End.Byte}
		e.found = append(e.found, analysis.Diagnostic{Path: file, Span: span, Code: p.Hint.Code, Message: p.Hint.Message})
	}
	if err := g.leaveOut(ctx, e); err != nil {
		return err
	}
	g.count(e)
	return g.addFindings(e.Findings)
}
