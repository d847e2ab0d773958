package agent

import (
	"context"
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/autofix"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements the tool fix.

// FixArguments are the arguments of fix.
type FixArguments struct {
	Programs
	All bool `json:"all,omitempty" jsonschema:"also apply obvious fixes that change what the program does, but keep all that was written"`
}

// Fixed is what was fixed.
type Fixed struct {
	Edited
	Fixed int `json:"fixed" jsonschema:"how many findings are repaired"`
	Left  int `json:"left" jsonschema:"how many errors and warnings are left; check lists them once the edits are made"`
}

func fixFindings(ctx context.Context, c *call, in FixArguments) (Fixed, string, error) {
	found, err := c.programs(in.Programs)
	if err != nil {
		return Fixed{}, "", err
	}
	if err := c.fixable(found); err != nil {
		return Fixed{}, "", err
	}
	before := c.snapshot
	checkEach := func(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target) ([][]analysis.Diagnostic, error) {
		now := *c
		now.snapshot = snapshot
		all := make([][]analysis.Diagnostic, len(targets))
		err := now.each(ctx, targets, func(i int, t workspace.Target, p *analysis.Program) (err error) {
			all[i], err = now.findings(ctx, workspace.Target{Dir: t.Dir}, p)
			return err
		})
		return all, err
	}
	results, err := checkEach(ctx, before, found.Targets)
	if err != nil {
		return Fixed{}, "", err
	}
	fixer := autofix.New(autofix.Job{
		Session: c.session, Targets: found.Targets, Check: checkEach,
		MayChange: func(path string) bool { return c.allowed(path, path) == nil },
		Fixes:     func(codes.Code) bool { return true },
	}, before, results)
	choice := fix.SafeOnly
	if in.All {
		choice = fix.Best
	}
	if err := fixer.Fix(ctx, choice); err != nil {
		return Fixed{}, "", err
	}
	out := Fixed{Left: severe(fixer.Findings)}
	for _, byCode := range fixer.Fixed {
		for _, n := range byCode {
			out.Fixed += max(n, 0)
		}
	}
	out.Edited, err = c.edited(ctx, fixer.Rewrites(before, c.name))
	return out, fmt.Sprintf("%d repaired, %d errors and warnings left. %s", out.Fixed, out.Left, out.Edited.text()), err
}

// fixable refuses programs that fixes would not understand.
func (c *call) fixable(found *workspace.Discovery) error {
	if len(found.Problems) > 0 {
		return fmt.Errorf("nothing is fixed: %s", c.inText(found.Problems[0].String()))
	}
	for _, t := range found.Targets {
		for _, file := range c.snapshot.ProgramIn(t.Dir).Files {
			if at, broken := file.FirstError(); broken {
				return fmt.Errorf("nothing is fixed: %s has a syntax error at line %d; check says which", c.name(file.Path), file.Line(at)+1)
			}
		}
	}
	return nil
}

// severe is the number of errors and warnings.
func severe(findings [][]analysis.Diagnostic) (n int) {
	for _, d := range slices.Concat(findings...) {
		if d.Severity == codes.Error || d.Severity == codes.Warning {
			n++
		}
	}
	return n
}
