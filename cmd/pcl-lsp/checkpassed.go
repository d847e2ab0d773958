package main

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file keeps what programs pass to components for the hints inside the components.

// passedOf is what a report keeps of a value that a program passes.
func (g *gatherer) passedOf(places *report.Places, passed workspace.Passed) report.Passed {
	hint := places.Finding(passed.Hint)
	hint.FailOn = failOn(g.snapshot, passed.Component)
	file, _, _, _ := g.snapshot.File(passed.Hint.Path)
	return report.Passed{
		Component: g.name(passed.Component), By: passed.By, Hint: hint,
		Subject: report.SubjectOf(g.env.relative(passed.Hint.Path), file, passed.Hint),
		Call:    places.Related(passed.Call),
	}
}

// addHints adds the hints to the report, without those that a baseline or a revision leaves out.
func (g *gatherer) addHints(ctx context.Context) error {
	e := &examined{Section: &report.Section{Findings: g.hints()}}
	for _, hint := range e.Findings {
		file, err := workspace.PathOf(g.env.dir, hint.File)
		if err != nil {
			return err
		}
		span := syntax.Span{Start: hint.Range.Start.Byte, End: hint.Range.End.Byte}
		e.found = append(e.found, analysis.Diagnostic{Path: file, Span: span, Code: hint.Code, Message: hint.Message})
	}
	if err := g.leaveOut(ctx, e); err != nil {
		return err
	}
	g.known.note(e.recorded)
	g.report.Known += e.Known
	g.report.Unchanged += e.Unchanged
	return g.findings(e.Findings)
}
