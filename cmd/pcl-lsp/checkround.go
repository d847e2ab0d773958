package main

import (
	"context"
	"errors"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements the state of one check, and the diagnosis of its programs.

// checkRound is one check. With --watch, the same round checks several times.
type checkRound struct {
	*app
	*checkFlags
	session *workspace.Session
	in      input
	outputs []*output
	memory  *recheck.Programs // nil if programs are not remembered
	names   *comparer         // nil if the names of resources are not compared

	read []string // the directories of the last check
}

// name returns the name of a file in reports.
func (c *checkRound) name(path string) string {
	if c.output.absolute {
		return path
	}
	return c.env.relative(path)
}

// forgets reports whether programs are needed only once.
func (c *checkRound) forgets() bool {
	return !c.checkFlags.watch && !c.fixes.wanted() && c.in.stdin == nil
}

// diagnoseEach checks programs, several at once. The results are in the order of the targets.
func (c *checkRound) diagnoseEach(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target) ([][]analysis.Diagnostic, error) {
	p := newProgress(c.app, c.output.quiet, "checked %d of %d programs", len(targets))
	defer p.clear()
	results := make([][]analysis.Diagnostic, len(targets))
	errs := make([]error, len(targets))
	snapshot.Each(len(targets), func(i int) {
		results[i], errs[i] = c.diagnose(ctx, snapshot, targets[i])
		p.step()
	})
	return results, errors.Join(errs...)
}

// diagnose checks one program. If the checker panics, only this program fails.
func (c *checkRound) diagnose(ctx context.Context, snapshot *workspace.Snapshot, t workspace.Target) (found []analysis.Diagnostic, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = c.internalError("checking "+t.Dir, r)
		}
		if errors.Is(err, context.Canceled) {
			found, err = nil, errInterrupted
		}
	}()
	if t.Embeds() {
		return snapshot.DiagnoseEmbedded(ctx, t.Dir)
	}
	byFile, err := snapshot.Diagnose(ctx, snapshot.ProgramIn(t.Dir))
	for _, inFile := range byFile {
		found = append(found, inFile...)
	}
	if err != nil {
		return found, err
	}
	compared, err := c.names.judge(ctx, snapshot, t.Dir)
	return append(found, compared...), err
}
