package workspace

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file adds the findings in project and stack files to reports.

// inStacks are the findings in the project file and the stack files. Unchanged findings
// keep their pointer.
func (j *judge) inStacks(last *judged) []FileReport {
	if j.stacks != nil {
		return j.stacks
	}
	files, found := j.snapshot.checkStacks(j.program)
	j.stacks = make([]FileReport, len(files))
	known := judgedFiles{list: last.files}
	for i, f := range files {
		if before := known.of(f.Path, len(j.program.Files)+i); before != nil && slices.EqualFunc(before.found.Diagnostics, found[i].Diagnostics, analysis.Diagnostic.Equal) {
			found[i] = before.found
		}
		j.stacks[i] = FileReport{found[i], f.Source}
	}
	return j.stacks
}
