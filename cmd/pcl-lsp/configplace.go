package main

import (
	"fmt"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// placeOf is where a span in a settings file begins, as NAME:LINE:COLUMN.
func placeOf(snapshot *workspace.Snapshot, file, name string, span syntax.Span) string {
	line, column := 0, 0
	if f, _, _, ok := snapshot.File(file); ok {
		line, column = syntax.NewMapper(f.Text()).Position(span.Start, syntax.UTF32)
	}
	return fmt.Sprintf("%s:%d:%d", name, line+1, column+1)
}
