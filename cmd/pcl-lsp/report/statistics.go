package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements counts by code.

// kind is what the statistics count together. A code has several severities if settings say so for
// some files.
type kind struct {
	code     codes.Code
	severity codes.Severity
}

// Statistic counts the findings with a code and a severity.
type Statistic struct {
	Code     codes.Code `json:"code"`
	Severity string     `json:"severity"`
	Count    int        `json:"count"`
	Fixable  int        `json:"fixable"` // those that have a fix

	kind kind
}

// Counting returns the format of a report with statistics. In formats for people, they replace the
// findings.
func (f Format) Counting() Format {
	if f.Reads {
		f.lines, f.last, f.whole = always(func(io.Writer, *Finding) {}), statisticsEnd, nil
	}
	f.Fixes = all
	return f
}

// statistics are the counts of the report, the highest first.
func (r *Report) statistics() []Statistic {
	kinds := slices.SortedFunc(maps.Keys(r.counted.kinds), func(a, b kind) int {
		return cmp.Or(cmp.Compare(r.counted.kinds[b], r.counted.kinds[a]), cmp.Compare(a.severity, b.severity), cmp.Compare(a.code, b.code))
	})
	list := []Statistic{}
	for _, k := range kinds {
		list = append(list, Statistic{k.code, k.severity.String(), r.counted.kinds[k], r.counted.fixable[k], k})
	}
	return list
}

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
		fmt.Fprintf(w, "%*d  %s  %-*s  %-*s  %s\n", counts, s.Count, paint.severity(s.kind.severity, fmt.Sprintf("%-*s", severities, s.Severity)), codeWidth, s.Code, fixes, fixable(s), s.Code.Text().Title)
	}
	if len(list) > 0 && !style.Quiet {
		fmt.Fprintln(w)
	}
	textEnd(r, w, style)
}
