package format

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Text returns the formatted text of a file.
func Text(file *syntax.File) string {
	var edits []change.Edit
	for _, e := range Edits(file) {
		edits = append(edits, change.Edit{Path: file.Path, Span: e.Span, Text: e.Text})
	}
	return change.Applied(file, edits).Text()
}
