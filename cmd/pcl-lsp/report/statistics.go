package report

import (
	"fmt"
	"io"
)

// This file writes counts by code for people.

// statisticsEnd writes the counts, one line for each code, and the summary.
func statisticsEnd(r *Report, w io.Writer, style Style) {
	paint := style.painter()
	list := r.statistics()
	var counts, severities, codeWidth, fixes int // the widths of columns
	fixable := func(s Statistic) string {
		if s.Fixable == 0 {
			return ""
		}
		return fmt.Sprintf("%d fixable", s.Fixable)
	}
	for _, s := range list {
		counts, severities = max(counts, len(fmt.Sprint(s.Count))), max(severities, len(s.Severity))
		codeWidth, fixes = max(codeWidth, len(s.Code)), max(fixes, len(fixable(s)))
	}
	for _, s := range list {
		fmt.Fprintf(w, "%*d  %s  %-*s  %-*s  %s\n", counts, s.Count, paint.severity(s.kind.severity, fmt.Sprintf("%-*s", severities, s.Severity)), codeWidth, s.Code, fixes, fixable(s), OneLine(s.title))
	}
	if len(list) > 0 && !style.Quiet {
		fmt.Fprintln(w)
	}
	textEnd(r, w, style)
}
