package main

import (
	"context"
	"math"
	"path/filepath"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file makes the parts of the report of a check.

// placesOf returns what resolves the places of the findings of a program. All of them must be
// given, because they tell what may not be quoted.
func (g *gatherer) placesOf(found []analysis.Diagnostic) *report.Places {
	return &report.Places{
		Text: func(path string) string {
			file, _, _, ok := g.snapshot.File(path)
			if !ok {
				return ""
			}
			return quoted(path, file.Text(), found)
		},
		Name: g.name, InRepository: g.env.inRepository,
	}
}

// schemaOf is what a report says about a package that programs use.
func (c *checkRound) schemaOf(use workspace.PackageUse) report.Schema {
	s := report.Schema{Package: use.Ref.Name, Version: use.Version, Problem: use.Reason, Install: use.Install}
	if use.Path != "" {
		s.File = c.name(filepath.ToSlash(use.Path))
	}
	return s
}

// wantsFixes is the number of findings, from the first, whose fixes are shown.
func (c *checkRound) wantsFixes() int {
	n := 0
	for _, o := range c.outputs {
		n = max(n, o.format.Fixes)
	}
	unlimited := c.output.statistics || slices.ContainsFunc(c.outputs, func(o *output) bool { return o.format.Records })
	if limit := c.output.maxFindings; limit > 0 && !unlimited {
		n = min(n, limit)
	}
	return n
}

// wantsAllFixes reports whether the fixes of all findings are shown.
func (c *checkRound) wantsAllFixes() bool {
	return c.wantsFixes() == math.MaxInt
}

// wantsFingerprints reports whether fingerprints are shown.
func (c *checkRound) wantsFingerprints() bool {
	return slices.ContainsFunc(c.outputs, func(o *output) bool { return o.format.Fingerprints })
}

// findFixes finds the fixes of the first findings of a program.
func (g *gatherer) findFixes(ctx context.Context, e *examined, n int) {
	first := e.fixed
	if e.fixed = max(first, n); e.program == nil {
		return
	}
	var at []int
	var found []analysis.Diagnostic
	for i, d := range e.found[:n] {
		if i < first {
			continue
		}
		if _, ok := e.program.File(d.Path); ok { // and no settings, project or stack file
			at, found = append(at, i), append(found, d)
		}
	}
	for i, fixes := range fix.ForEach(ctx, e.program, found) {
		for _, x := range fixes {
			known := report.Fix{Title: x.Title, Safe: x.Safe, Edits: e.places.Edits(x.Edits)}
			if install, ok := x.Command.(fix.InstallPlugin); ok {
				known.Command = install.Shell
			}
			if len(known.Edits) > 0 || known.Command != "" { // the others work in editors only
				e.Findings[at[i]].Fixes = append(e.Findings[at[i]].Fixes, known)
			}
		}
	}
}
