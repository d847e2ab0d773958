package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file builds the report of a check.

// report builds the report, with everything that the output formats need.
func (c *checkRound) report(ctx context.Context, snapshot *workspace.Snapshot, found *workspace.Discovery, excluded int, results [][]analysis.Diagnostic, known *baselines) (*report.Report, error) {
	r := c.empty(snapshot)
	r.Programs, r.Excluded, r.Missing = len(found.Targets), excluded, missing(snapshot, found.Targets)
	for i, t := range found.Targets {
		failOn := failOn(snapshot, t.Dir)
		r.Checked = append(r.Checked, checkedFiles(snapshot, t)...)
		for _, d := range results[i] {
			if len(t.Files) == 0 || slices.Contains(t.Files, d.Path) {
				r.Findings = append(r.Findings, report.Finding{Diagnostic: d, FailOn: failOn})
				if !workspace.IsProgramFile(d.Path) && !slices.Contains(r.Checked, d.Path) {
					r.Checked = append(r.Checked, d.Path) // a project or stack file
				}
			}
		}
	}
	for _, p := range found.Problems {
		if errors.Is(p.Err, workspace.ErrTooLarge) {
			continue // a finding
		}
		r.Problems = append(r.Problems, strings.ReplaceAll(p.String(), p.Path, c.name(p.Path)))
	}
	for _, use := range snapshot.PackagesUsed() {
		s := report.Schema{Package: use.Ref.Name, Version: use.Version, Problem: use.Reason, Install: use.Install}
		if use.Path != "" {
			s.File = c.name(filepath.ToSlash(use.Path))
		}
		r.Schemas = append(r.Schemas, s)
	}
	fixed := 0
	for _, o := range c.outputs {
		fixed = max(fixed, o.format.Fixes)
	}
	if slices.ContainsFunc(c.outputs, func(o *output) bool { return o.format.Fingerprints }) {
		// Fingerprints count equal findings, so this must see all of them.
		for i, print := range fingerprints(snapshot, r.Findings, c.env.relative) {
			r.Findings[i].Fingerprint = print
		}
	}
	if err := known.apply(snapshot, r); err != nil {
		return nil, err
	}
	if err := c.since.apply(ctx, c.env, snapshot, r); err != nil {
		return nil, err
	}
	shown := r.Shown()
	c.findFixes(ctx, snapshot, shown[:min(fixed, len(shown))])
	return r, nil
}

// empty returns a report without findings.
func (c *checkRound) empty(snapshot *workspace.Snapshot) *report.Report {
	r := &report.Report{
		Limit: c.output.maxFindings, FailOn: c.verdict.given(), Tool: buildVersion().Version,
		Name: c.name, InRepository: c.env.inRepository,
	}
	r.Text = func(path string) string {
		file, _, _, ok := snapshot.File(path)
		if !ok {
			return ""
		}
		return c.quoted(path, file.Text(), r.Findings)
	}
	return r
}

// restored returns the report of an earlier check.
func (c *checkRound) restored(old *remembered) *report.Report {
	r := c.empty(c.session.Snapshot())
	r.Findings, r.Checked, r.Programs, r.Schemas, r.Problems = old.Findings, old.Checked, old.Programs, old.Schemas, old.Problems
	r.Excluded, r.Missing = old.Excluded, old.Missing
	return r
}

// findFixes adds fixes to findings, several at once.
func (c *checkRound) findFixes(ctx context.Context, snapshot *workspace.Snapshot, findings []report.Finding) {
	progress := newProgress(c.app, c.output.quiet, "looked for fixes of %d of %d findings", len(findings))
	defer progress.clear()
	var programs []*analysis.Program
	of := map[*analysis.Program][]*report.Finding{}
	for i := range findings {
		p := snapshot.Program(findings[i].Path)
		if p == nil {
			progress.step()
			continue // a settings, project or stack file
		}
		if of[p] == nil {
			programs = append(programs, p)
		}
		of[p] = append(of[p], &findings[i])
	}
	snapshot.Each(len(programs), func(k int) {
		findFixesIn(ctx, programs[k], of[programs[k]])
		for range of[programs[k]] {
			progress.step()
		}
	})
}

// findFixesIn adds fixes to findings of one program.
func findFixesIn(ctx context.Context, p *analysis.Program, findings []*report.Finding) {
	all := make([]analysis.Diagnostic, len(findings))
	for i, f := range findings {
		all[i] = f.Diagnostic
	}
	for i, fixes := range fix.ForEach(ctx, p, all) {
		for _, x := range fixes {
			known := report.Fix{Title: x.Title, Safe: x.Safe, Edits: x.Edits}
			if install, ok := x.Command.(fix.InstallPlugin); ok {
				known.Command = install.Shell
			}
			if len(known.Edits) > 0 || known.Command != "" { // the others work in editors only
				findings[i].Fixes = append(findings[i].Fixes, known)
			}
		}
	}
}
