package workspace

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file judges findings that come from comparing a program with something else.

// Judged returns findings about files of a program, sorted by file and place, as a report has them: with
// the severities of settings, and without those that settings or comments turn off.
func (s *Snapshot) Judged(p *analysis.Program, found []analysis.Diagnostic) []analysis.Diagnostic {
	given := s.settings(p.Dir)
	var all []analysis.Diagnostic
	for len(found) > 0 {
		path, n := found[0].Path, 1
		for n < len(found) && found[n].Path == path {
			n++
		}
		if source, ok := p.File(path); ok && !given.Excludes(path) {
			left := (&analysis.FileFindings{Path: path}).With(source, found[:n])
			all = append(all, mostSevere(severe(left, s.policy.Over(given.PolicyFor(path)))).Diagnostics...)
		}
		found = found[n:]
	}
	return all
}

// Project returns the name of the project that a directory belongs to; empty if it has none.
func (s *Snapshot) Project(dir string) string { return stackfile.ProjectOf(s.fsys, dir).Name }
