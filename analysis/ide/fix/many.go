package fix

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
)

// This file chooses the fixes that are made where nobody is asked.

// Choice says which fixes are made without asking.
type Choice string

// The choices that there are.
const (
	SafeOnly Choice = "safe" // after which the program means what it meant
	Best     Choice = "all"  // for each finding the safe one, the preferred one, or the only one
)

// Compatible are fixes for findings of a program that can be made together: at most one for
// each finding, in the order of the findings. Where two come into each other's way, the
// first is taken. Those are left out that are not allowed. The findings must be those of
// this very program. When the context ends the rest is left out.
func Compatible(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic, choice Choice, allowed func(Fix) bool) []Fix {
	var chosen []Fix
	var edits []change.Edit
	for _, d := range findings {
		if ctx.Err() != nil {
			break
		}
		f, ok := choice.among(ctx, p, d)
		if !ok || !allowed(f) || slices.ContainsFunc(f.Edits, func(e change.Edit) bool { return overlaps(e, edits) }) {
			continue
		}
		chosen, edits = append(chosen, f), append(edits, f.Edits...)
	}
	return chosen
}

func overlaps(e change.Edit, others []change.Edit) bool {
	return slices.ContainsFunc(others, func(other change.Edit) bool { return change.Overlap(e, other) })
}

// among chooses one of the fixes for a finding.
func (c Choice) among(ctx context.Context, p *analysis.Program, d analysis.Diagnostic) (Fix, bool) {
	isSafe := func(f Fix) bool { return f.Safe && len(f.Edits) > 0 }
	wanted := isSafe
	if c == Best {
		wanted = func(f Fix) bool { return len(f.Edits) > 0 }
	}
	var all []Fix
	for _, f := range candidates(ctx, p, d, wanted) {
		f.Kind, f.Diagnostic = QuickFix, d
		if wanted(f) {
			all = append(all, f)
		}
	}
	for _, best := range []func(Fix) bool{isSafe, func(f Fix) bool { return f.Preferred }} {
		if i := slices.IndexFunc(all, best); i >= 0 {
			return all[i], true
		}
	}
	if len(all) == 1 {
		return all[0], true
	}
	return Fix{}, false // whoever wrote the program has to choose
}
