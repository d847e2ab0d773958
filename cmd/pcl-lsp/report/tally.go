package report

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file counts findings by code.

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

	kind  kind
	title string
}

// statistics are the counts of the report, the highest first.
func (r *Report) statistics() []Statistic {
	kinds := slices.SortedFunc(maps.Keys(r.counted.kinds), func(a, b kind) int {
		return cmp.Or(cmp.Compare(r.counted.kinds[b], r.counted.kinds[a]), cmp.Compare(a.severity, b.severity), cmp.Compare(a.code, b.code))
	})
	list := []Statistic{}
	for _, k := range kinds {
		list = append(list, Statistic{k.code, k.severity.String(), r.counted.kinds[k], r.counted.fixable[k], k, r.counted.titles[k.code]})
	}
	return list
}
