// This file implements the actions that suppress findings with a comment.

package lsp

import (
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/suppress"
)

// suppressions returns the actions that suppress findings: one for all findings with the same code on a line. They are a last resort, so they are never
// preferred.
func suppressions(t *target, findings []analysis.Diagnostic) []offer {
	var all []offer
	for _, d := range findings {
		a, ok := suppress.For(t.program, d)
		same := func(o offer) bool { return o.set.Edits[0] == a.Edit }
		if !ok || slices.ContainsFunc(all, same) {
			continue
		}
		if slices.ContainsFunc(all, func(o offer) bool { return o.title == a.Title }) { // titles identify actions
			a.Title += fmt.Sprintf(" (line %d)", t.file.Line(d.Span.Start)+1)
		}
		all = append(all, offer{title: a.Title, kind: string(fix.QuickFix), finding: &d, set: change.Set{Edits: []change.Edit{a.Edit}}})
	}
	return all
}
