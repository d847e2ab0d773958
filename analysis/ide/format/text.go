package format

import (
	"cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Text returns the formatted text of a file.
func Text(file *syntax.File) string { return change.Applied(file, inFile(file, Edits(file))).Text() }

// LaidOut returns edits that do to a file what its own ones of some edits do, and keep its formatted items formatted, as [Keep] does.
func LaidOut(file *syntax.File, edits []change.Edit) []change.Edit {
	var own []Edit
	for _, e := range edits {
		if e.Path == file.Path {
			own = append(own, Edit{Span: e.Span, Text: e.Text})
		}
	}
	lists.SortStable(own, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return inFile(file, Keep(file, change.Applied(file, edits), own))
}

func inFile(file *syntax.File, edits []Edit) []change.Edit {
	return lists.Map(edits, func(e Edit) change.Edit { return change.Edit{Path: file.Path, Span: e.Span, Text: e.Text} })
}
