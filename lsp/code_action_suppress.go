// This file implements the actions that suppress findings with a comment.

package lsp

import (
	"fmt"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
)

// suppressions returns the actions that suppress findings: one for all findings with the same code on a line. They are a last resort, so they are never
// preferred.
func suppressions(t *target, findings []analysis.Diagnostic) []offer {
	var all []offer
	edits, titles := map[change.Edit]bool{}, map[string]bool{}
	for i, a := range fix.Ignores(t.program, findings...) {
		if a == nil || edits[a.Edit] {
			continue
		}
		d := findings[i]
		edits[a.Edit] = true
		if titles[a.Title] { // titles identify actions
			a.Title += fmt.Sprintf(" (line %d)", t.file.Line(d.Span.Start)+1)
		}
		titles[a.Title] = true
		all = append(all, offer{title: a.Title, kind: string(fix.QuickFix), finding: &d, set: change.Set{Edits: []change.Edit{a.Edit}}})
	}
	return all
}
