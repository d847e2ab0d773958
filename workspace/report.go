package workspace

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file declares reports.

// Report is the findings in one program. It is immutable.
type Report struct {
	// Files are all files of the program by path, then its project and stack files, and
	// the settings file that applies to it. Files without findings are included, so that
	// old findings can be cleared.
	Files []FileReport
	// Current says of a report that comes early that it has all findings of this version but those of a team's rules.
	Current bool
}

// FileReport is the findings in one file.
type FileReport struct {
	// Found are the findings. The pointer is that of an earlier report only if no
	// finding, place or severity differs.
	Found *analysis.FileFindings
	// Source is the file with the places, as it was when it was checked.
	Source *syntax.File
}

// In are the findings in a file.
func (r *Report) In(path string) []analysis.Diagnostic {
	for _, f := range r.Files {
		if f.Found.Path == path {
			return f.Found.Diagnostics
		}
	}
	return nil
}

// Touching are the findings in a file that touch a span.
func (r *Report) Touching(path string, span syntax.Span) []analysis.Diagnostic {
	return lists.Where(r.In(path), func(d analysis.Diagnostic) bool { return d.Touches(span) })
}
