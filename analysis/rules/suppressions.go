package rules

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file checks the comments that suppress findings of rules. Which rules there are is not known to the checker.

// unknownCodes reports codes in the comments of an item that no rule has.
func (s *Set) unknownCodes(path string, it syntax.Placed) (found []analysis.Diagnostic) {
	for _, comment := range it.Suppressions() {
		for _, c := range comment.Codes {
			if !codes.IsOfTeam(c.Pattern) || s.codes == nil || slices.ContainsFunc(s.codes, func(code string) bool { return codes.Code(code).Matches(c.Pattern) }) {
				continue
			}
			d := analysis.Diagnostic{
				Path: path, Span: c.Span.Shift(it.Base), Code: codes.SuppressionUnknown, Severity: codes.SuppressionUnknown.Severity(),
				Message: "your team has no rule `" + c.Pattern + "`", Subject: typesys.Near(c.Pattern, s.codes),
			}
			if d.Subject != "" {
				d.Message += "; did you mean `" + d.Subject + "`?"
			}
			found = append(found, d.Legible())
		}
	}
	return found
}
