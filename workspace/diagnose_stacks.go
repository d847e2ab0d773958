package workspace

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file adds the findings in project and stack files to reports.

// judgedStack is the findings in a project or stack file.
type judgedStack struct {
	found  *analysis.FileFindings
	source *syntax.File
}

// inStacks are the findings in the project file and the stack files. Unchanged findings
// keep their pointer.
func (j *judge) inStacks(last *judged) []judgedStack {
	if j.stacks != nil {
		return j.stacks
	}
	files, found := j.snapshot.checkStacks(j.program)
	j.stacks = make([]judgedStack, len(files))
	var known judgedFiles
	if last != nil {
		known.list = last.files
	}
	for i, f := range files {
		if before := known.of(f.Path, len(j.program.Files)+i); before != nil && slices.EqualFunc(before.found.Diagnostics, found[i].Diagnostics, analysis.Diagnostic.Equal) {
			found[i] = before.found
		}
		j.stacks[i] = judgedStack{found[i], f.Source}
	}
	return j.stacks
}
