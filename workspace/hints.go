package workspace

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file holds findings in a file that do not come from the program as it is, and keeps them where they belong while the file is edited.

// hintsIn are the hints in one version of a file, sorted.
type hintsIn struct {
	file  *syntax.File
	found []analysis.Diagnostic
}

// in are the hints in another version of the file. Those in items with another text are missing, until
// the callers are checked again.
func (h *hintsIn) in(file *syntax.File) []analysis.Diagnostic {
	if h == nil {
		return nil
	}
	if h.file == file {
		return h.found
	}
	moved := file.MovedSince(h.file)
	var found []analysis.Diagnostic
	for _, d := range h.found {
		var stays bool
		if d.Span, _, stays = moved.Of(d.Span); stays {
			found = append(found, d)
		}
	}
	return found
}

// beside are findings in a file that do not come from the program as it is: what its callers pass, what later versions of packages do,
// and what the rules of a team say.
type beside struct{ passed, expected, ruled *hintsIn }

// in are these findings in a version of the file, sorted.
func (b beside) in(source *syntax.File) []analysis.Diagnostic {
	all := slices.Concat(b.passed.in(source), b.expected.in(source), b.ruled.in(source))
	lists.SortStable(all, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return all
}
