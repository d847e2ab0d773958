package workspace

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file lists directories while somebody types a path. It keeps nothing.

// mostNames limits the names that are listed.
const mostNames = 500

// names are the names in a directory of the project, except for hidden ones.
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
