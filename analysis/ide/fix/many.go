package fix

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file chooses fixes when nobody can be asked.

// Choice says which fixes are applied without asking.
type Choice string

// The choices.
const (
	SafeOnly Choice = "safe" // fixes that keep the meaning of the program
	Best     Choice = "all"  // for each finding the safe fix, else the preferred one, else the only one, if it keeps all that was written
	Told     Choice = "told" // as Best, and names and values may go, since a schema says what takes their place
)

// Compatible returns fixes that can be applied together: at most one per finding, in the order
// of the findings. Of two that overlap, the first wins. Fixes that are not allowed are left
// out. The findings must come from this very program. If the context ends, or if the trials
// become too many, the rest is left out; complete is false if the trials were too many.
func Compatible(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic, choice Choice, allowed func(Fix) bool) (chosen []Fix, complete bool) {
	var taken edited
	found, complete := candidates(ctx, p, findings, choice.wants)
	for _, all := range found {
		if f, ok := choice.among(all); ok && allowed(f) && (f.Safe || choice == Told || !f.Blank && f.keeps(p)) && taken.add(f.Edits) {
			chosen = append(chosen, f)
		}
	}
	return chosen, complete
}

func isSafe(f Fix) bool { return f.Safe && len(f.Edits) > 0 }

// wants reports whether the choice may fall on a fix.
func (c Choice) wants(f Fix) bool { return isSafe(f) || c != SafeOnly && len(f.Edits) > 0 }

// among chooses one of the fixes for a finding.
func (c Choice) among(fixes []Fix) (Fix, bool) {
	all := slices.DeleteFunc(slices.Clone(fixes), func(f Fix) bool { return !c.wants(f) })
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
