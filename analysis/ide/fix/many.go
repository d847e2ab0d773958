package fix

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
)

// This file chooses fixes when nobody can be asked.

// Choice says which fixes are applied without asking.
type Choice string

// The choices.
const (
	SafeOnly Choice = "safe" // fixes that keep the meaning of the program
	Best     Choice = "all"  // for each finding the safe fix, else the preferred one, else the only one
)

// Compatible returns fixes that can be applied together: at most one per finding, in the order
// of the findings. Of two that overlap, the first wins. Fixes that are not allowed are left
// out. The findings must come from this very program. If the context ends, the rest is left
// out.
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
	return Fix{}, false // the author has to choose
}
