package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fingerprint"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file puts together what a check reports.

// report is what was found, with what the forms need that are asked for.
func (c *checkRound) report(ctx context.Context, snapshot *workspace.Snapshot, found *workspace.Discovery, excluded int, results [][]analysis.Diagnostic, known baselines) (*report.Report, error) {
	r := c.empty(snapshot)
	r.Programs, r.Excluded, r.Missing = len(found.Targets), excluded, missing(snapshot, found.Targets)
	for i, t := range found.Targets {
		failOn := failOn(snapshot, t.Dir)
		r.Checked = append(r.Checked, checkedFiles(snapshot, t)...)
		for _, d := range results[i] {
			if len(t.Files) == 0 || slices.Contains(t.Files, d.Path) {
				r.Findings = append(r.Findings, report.Finding{Diagnostic: d, FailOn: failOn})
				if !strings.HasSuffix(d.Path, ".pp") && !slices.Contains(r.Checked, d.Path) {
					r.Checked = append(r.Checked, d.Path) // a file of the project or a stack
				}
			}
		}
	}
	for _, p := range found.Problems {
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
		for i, print := range fingerprints(snapshot, r.Findings, c.env.relative) { // before any is left out, as they are counted
			r.Findings[i].Fingerprint = print
		}
	}
	if err := c.compare(snapshot, r, known); err != nil {
		return nil, err
	}
	if err := c.unchanged(ctx, snapshot, r); err != nil {
		return nil, err
	}
	shown := r.Shown()
	c.findFixes(ctx, snapshot, shown[:min(fixed, len(shown))])
	return r, nil
}

// empty is a report of nothing yet.
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
		return withoutSecrets(path, file.Text(), r.Findings)
	}
	return r
}

// again is the report of an earlier check.
func (c *checkRound) again(k *kept) *report.Report {
	r := c.empty(c.session.Snapshot())
	r.Findings, r.Checked, r.Programs, r.Schemas, r.Problems = k.Findings, k.Checked, k.Programs, k.Schemas, k.Problems
	r.Excluded, r.Missing = k.Excluded, k.Missing
	return r
}

// withoutSecrets is the text of a file as it may be shown: what is found to be a secret in
// plain text is covered. Its length stays, so that places mean the same.
func withoutSecrets(path, text string, findings []report.Finding) string {
	if strings.HasSuffix(path, ".pp") {
		return text // found secrets are names there
	}
	covered := []byte(text)
	for _, f := range findings {
		if f.Path != path || f.Code != codes.ConfigStackPlainSecret {
			continue
		}
		for i := f.Span.Start; i < min(f.Span.End, len(covered)); i++ {
			if covered[i] != '\n' && covered[i] != '\r' {
				covered[i] = '*'
			}
		}
	}
	return string(covered)
}

// name is how a file is called in reports.
func (c *checkRound) name(path string) string {
	if c.output.absolute {
		return path
	}
	return c.env.relative(path)
}

// filesOf are the files of a program that were asked for.
func filesOf(snapshot *workspace.Snapshot, t workspace.Target) []string {
	if len(t.Files) > 0 {
		return slices.Clone(t.Files)
	}
	var files []string
	for _, file := range snapshot.ProgramIn(t.Dir).Files {
		files = append(files, file.Path)
	}
	return files
}

// checkedFiles are those of a program that were asked for and that no settings exclude.
func checkedFiles(snapshot *workspace.Snapshot, t workspace.Target) []string {
	files := filesOf(snapshot, t)
	return slices.DeleteFunc(files, snapshot.Excluded)
}

// fingerprints are those of findings, which must be all in their files. The names of files
// in them are relative, however files are named in the reports.
func fingerprints(snapshot *workspace.Snapshot, findings []report.Finding, name func(string) string) []string {
	inFile := map[string][]int{}
	for i, f := range findings {
		inFile[f.Path] = append(inFile[f.Path], i)
	}
	prints := make([]string, len(findings))
	for path, indexes := range inFile {
		all := make([]analysis.Diagnostic, len(indexes))
		for i, at := range indexes {
			all[i] = findings[at].Diagnostic
		}
		file, _, _, _ := snapshot.File(path)
		for i, print := range fingerprint.Of(name(path), file, all) {
			prints[indexes[i]] = print
		}
	}
	return prints
}

// findFixes gives findings their fixes, several at once.
func (c *checkRound) findFixes(ctx context.Context, snapshot *workspace.Snapshot, findings []report.Finding) {
	progress := c.progress("looked for fixes of %d of %d findings", len(findings))
	defer progress.clear()
	snapshot.Each(len(findings), func(i int) {
		defer progress.step()
		f := &findings[i]
		p := snapshot.Program(f.Path)
		if p == nil {
			return // a settings file, or one of a project or stack
		}
		for _, x := range fix.For(ctx, p, []analysis.Diagnostic{f.Diagnostic}) {
			known := report.Fix{Title: x.Title, Safe: x.Safe, Edits: x.Edits}
			if install, ok := x.Command.(fix.InstallPlugin); ok {
				known.Command = install.Shell
			}
			if len(known.Edits) > 0 || known.Command != "" { // the others are for editors
				f.Fixes = append(f.Fixes, known)
			}
		}
	})
}
