package workspace

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file lists directories that a program may name files of. Nothing is kept: it is
// asked for while somebody types a path.

// mostNames is how many names of a directory are told.
const mostNames = 500

// names are the names in a directory of the project, without those that are hidden.
func (s *pathFacts) names(written string) []analysis.FileName {
	full, ok := s.resolve(s.dir, written)
	if !ok || !disk.Inside(full, s.top) && !disk.Inside(full, s.dir) {
		return nil
	}
	entries, err := s.fsys.ReadDir(full)
	if err != nil {
		return nil
	}
	var names []analysis.FileName
	for _, e := range entries {
		if len(names) == mostNames {
			break
		}
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, analysis.FileName{Name: e.Name(), IsDir: e.IsDir()})
		}
	}
	return names
}
