package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file looks at what a program names: it lists directories while a path is typed, reads the files of assets, and
// gives each directory one name. Links give it many: a directory with a link to itself has no end of names.

// named is what a directory is called, and where it is without links.
type named struct{ name, real string }

// directory is the name of the directory that a full path leads to, as the user of the
// program would write it: below the directory of the program, or the nearest one above,
// without further links. So a project that is open through a link stays there. What
// cannot be looked at keeps its path.
//
// A directory with open documents keeps the path under which they are open: they count
// for the programs that use it by that path.
func (s *pathFacts) directory(full string) (name, real string) {
	s.mu.Lock()
	known, ok := s.named[full]
	s.mu.Unlock()
	if !ok {
		known = s.nameOf(full)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.named[full] = known
		s.asked[strings.ToLower(full)], s.asked[strings.ToLower(known.real)] = true, true
	}
	return known.name, known.real
}

func (s *pathFacts) nameOf(full string) named {
	found := named{full, full}
	if !disk.IsPath(full) {
		return found
	}
	real, err := s.once.RealPath(full)
	if err != nil {
		return found
	}
	found.real = real
	if full == s.dir || len(s.opened.in(full)) > 0 {
		return found
	}
	for at := s.dir; ; at = path.Dir(at) {
		if top, err := s.once.RealPath(at); err == nil && disk.Inside(real, top) {
			found.name = path.Join(at, strings.TrimPrefix(real, top))
			return found
		}
		if at == path.Dir(at) {
			return found
		}
	}
}

// namesAs reports whether directories that were asked for have the same names in later
// facts.
func (s *pathFacts) namesAs(later *pathFacts) bool {
	if s == later {
		return true
	}
	s.mu.Lock()
	names := maps.Clone(s.named)
	s.mu.Unlock()
	for full, before := range names {
		if name, real := later.directory(full); before != (named{name, real}) {
			return false
		}
	}
	return true
}

func (o *openPaths) in(dir string) []string {
	_, dirs := o.places()
	return dirs[dir]
}

// content is the size and the hash of a file of the project as it is on disk. Of files elsewhere
// nothing is told, because a program from somebody else may name any.
func (s *pathFacts) content(written string) (analysis.FileContent, bool) {
	full, ok := s.resolve(s.dir, written)
	if !ok || !disk.Inside(full, s.top) && !disk.Inside(full, s.dir) || s.leadsOut(full) {
		return analysis.FileContent{}, false
	}
	info, err := s.fsys.Stat(full)
	if err != nil || !info.Mode().IsRegular() {
		return analysis.FileContent{}, false
	}
	known := analysis.FileContent{Size: info.Size()}
	if text, err := s.fsys.ReadFile(full); err == nil {
		hash := sha256.Sum256(text)
		known.Size, known.SHA256 = int64(len(text)), hex.EncodeToString(hash[:])
	}
	return known, true
}

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
