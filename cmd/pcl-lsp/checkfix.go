package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/autofix"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `check --fix` and `check --add-ignores`. Package autofix makes the
// fixes; rewrite.go writes the files.

// fix fixes the programs and writes them. It returns the state to report, which is the
// old one if files could not be written.
func (c *checkRound) fix(ctx context.Context, snapshot *workspace.Snapshot, found *workspace.Discovery, results [][]analysis.Diagnostic) (*workspace.Snapshot, [][]analysis.Diagnostic, error) {
	reach, err := c.in.reach(c.env, snapshot)
	if err != nil {
		return snapshot, results, err
	}
	for _, t := range found.Targets {
		c.noteLinks(reach, filesOf(snapshot, t))
	}
	f := autofix.New(autofix.Job{Session: c.session, Targets: found.Targets, MayChange: reach.mayChange, Fixes: c.rules.policy.Selects, Check: c.diagnoseEach}, snapshot, results)
	if why := c.unfixable(snapshot, found); why != "" {
		fmt.Fprintf(c.stderr, "pcl-lsp: nothing was fixed: %s\n", why)
	} else if err := c.fixAll(ctx, f); err != nil {
		if ctx.Err() != nil {
			err = errInterrupted
		}
		return snapshot, results, uncheckable(err)
	}
	w := rewriter{app: c.app, diff: c.fixes.diff, filter: c.in.stdin != nil}
	if err := w.put(ctx, f.Rewrites(snapshot, c.name)); err != nil {
		return snapshot, results, uncheckable(fmt.Errorf("nothing was fixed: %w", err))
	}
	if !c.output.quiet {
		done := [2]string{"fixed", "now ignored:"}
		if c.fixes.diff {
			done = [2]string{"would fix", "would ignore"}
		}
		c.noteFixed(done[0], f.Fixed)
		c.noteFixed(done[1], f.Ignored)
		for _, dir := range f.Untried {
			fmt.Fprintf(c.stderr, "pcl-lsp: not all fixes in %s were tried, because it has too many findings; fix some by hand, and run the command again\n", c.name(dir))
		}
		if f.Unfinished {
			fmt.Fprintf(c.stderr, "pcl-lsp: not everything is fixed yet; run the command again\n")
		}
	}
	return f.Snapshot, f.Findings, nil
}

// fixAll does what the flags request, in memory.
func (c *checkRound) fixAll(ctx context.Context, f *autofix.Fixer) error {
	if c.fixes.choice != "" {
		if err := f.Fix(ctx, c.fixes.choice); err != nil {
			return err
		}
	}
	if !c.fixes.addIgnores {
		return nil
	}
	r := report.Report{FailOn: c.verdict.given()}
	return f.Ignore(ctx, c.fixes.reason, func(dir string, d analysis.Diagnostic) bool {
		return r.Fails(&report.Finding{Severity: d.Severity, FailOn: failOn(c.session.Snapshot(), dir)})
	})
}

// unfixable says why nothing can be fixed; empty if fixing is possible.
func (c *checkRound) unfixable(snapshot *workspace.Snapshot, found *workspace.Discovery) string {
	if len(found.Problems) > 0 {
		return c.name(found.Problems[0].Path) + " could not be read"
	}
	for _, t := range found.Targets {
		for _, file := range snapshot.ProgramIn(t.Dir).Files {
			switch at, broken := file.FirstError(); {
			case file.IsLarge():
				return c.name(file.Path) + " is not parsed; its finding says why"
			case broken:
				return fmt.Sprintf("%s:%d has a syntax error", c.name(file.Path), file.Line(at)+1)
			}
		}
	}
	return ""
}

// noteFixed prints what was done, file by file.
func (c *checkRound) noteFixed(done string, fixed autofix.Counts) {
	for _, path := range slices.Sorted(maps.Keys(fixed)) {
		var parts []string
		total := 0
		for _, code := range slices.Sorted(maps.Keys(fixed[path])) {
			n := fixed[path][code]
			if n <= 0 {
				continue
			}
			total += n
			parts = append(parts, fmt.Sprintf("%s (%d)", code, n))
		}
		if total > 0 {
			fmt.Fprintf(c.stderr, "pcl-lsp: %s %s in %s: %s\n", done, prose.Counted(total, "finding"), c.name(path), strings.Join(parts, ", "))
		}
	}
}
