package workspace

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file answers what a program asks about files that are no part of it: what
// is at a path that it writes out.

// surroundings are the files around one program in those snapshots between which
// nothing but texts changed in its directory. What was asked once stays; any other
// change of the directory begins anew, so that to open or to save a document is enough to
// see a file that came without an event. Asking costs one look at the disk, which opens
// nothing and so waits for no pipe.
//
// Why an edit does not: with every keystroke all files that a program speaks of would
// be looked at.
//
// Invariant: surroundings refer to no snapshot, as the program refers to them.
type surroundings struct {
	fsys      disk.FS
	dir       string
	elsewhere []string   // directories that a component's relative paths may mean as well
	top       string     // the directory of the project, or that of the program
	inProject bool       // the program is in one
	opened    *openPaths // documents, which are files although they may not be saved

	once *disk.Once // remembers what exists at a path

	mu        sync.Mutex        // guards what follows; not held while the disk is looked at
	leads     map[string]bool   // which lead out of the project through links
	spellings map[string]string // by the path as written
	asked     map[string]bool   // full paths in lower case
}

func newSurroundings(s *Snapshot, dir string, p project) *surroundings {
	around := &surroundings{
		fsys: s.fsys, dir: dir, top: dir, opened: s.opened,
		once: disk.LookOnce(s.fsys), leads: map[string]bool{}, spellings: map[string]string{}, asked: map[string]bool{},
	}
	if p.path != "" {
		around.inProject = true
		around.elsewhere, around.top = []string{p.programDir()}, path.Dir(p.path)
	} else {
		around.elsewhere = above(dir)
	}
	return around
}

// above are the directories above one, the nearest first, as far as a component may
// reasonably lie below the program that uses it.
func above(dir string) []string {
	var dirs []string
	for len(dirs) < 8 && isFilePath(dir) && path.Dir(dir) != dir {
		dir = path.Dir(dir)
		dirs = append(dirs, dir)
	}
	return dirs
}

// file says what is at a path as the program writes it. A relative path is taken
// from the directory that the program runs in. For a component that is the one of
// the program that uses it, which is guessed to be the project's, or without a
// project one above: what is there or beside the component is not missing.
func (s *surroundings) file(written string) analysis.File {
	full, ok := s.resolve(s.dir, written)
	if !ok || s.kind(s.dir) != analysis.FileDirectory {
		return analysis.File{} // of a program that is yet to be saved nothing is known
	}
	found := analysis.File{Kind: s.kind(full), Outside: !inside(full, s.top) && !inside(full, s.dir)}
	found.Outside = found.Outside || found.Kind != analysis.FileAbsent && s.leadsOut(full)
	for _, dir := range s.elsewhere {
		if other, ok := s.resolve(dir, written); ok && found.Kind == analysis.FileAbsent && other != full {
			found.Kind = s.kind(other)
		}
	}
	return found
}

// leadsOut reports whether a path in the project leads out of it through a link. Without a
// project nobody knows how far what belongs together reaches.
func (s *surroundings) leadsOut(full string) bool {
	links, ok := s.fsys.(disk.Linked)
	if !ok || !s.inProject {
		return false
	}
	s.mu.Lock()
	known, ok := s.leads[full]
	s.mu.Unlock()
	if ok {
		return known
	}
	real, err := links.RealPath(full)
	top, topErr := links.RealPath(s.top)
	out := err == nil && topErr == nil && !inside(real, top)
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok = s.leads[full]; ok {
		return known
	}
	s.leads[full] = out
	return out
}

// resolve is the full path for a written one; false where nothing can be said: of
// programs that are not on disk, and of paths that mean different things on
// different systems.
func (s *surroundings) resolve(dir, written string) (string, bool) {
	slashed := filepath.ToSlash(written)
	switch {
	case !isFilePath(dir) || slashed == "" || strings.ContainsAny(slashed, "\x00\\"):
		return "", false
	case isFilePath(slashed):
		return path.Clean(slashed), true
	case path.IsAbs(slashed) || filepath.VolumeName(written) != "":
		return "", false
	}
	return path.Join(dir, slashed), true
}

// kind is what exists at a full path.
func (s *surroundings) kind(full string) analysis.FileKind {
	s.mu.Lock()
	s.asked[strings.ToLower(full)] = true
	s.mu.Unlock()
	if s.opened.has[full] {
		return analysis.FileRegular
	}
	info, err := s.once.Stat(full)
	switch {
	case err != nil && disk.IsAbsent(err):
		return analysis.FileAbsent
	case err != nil:
		return analysis.FileUnknown
	case info.IsDir():
		return analysis.FileDirectory
	case info.Mode().IsRegular():
		return analysis.FileRegular
	}
	return analysis.FileUnknown
}

// spelling is how the disk spells a relative path, where that differs in the case
// of letters alone; empty otherwise. Of a name that could be several nothing is
// said.
func (s *surroundings) spelling(written string) string {
	full, ok := s.resolve(s.dir, written)
	if !ok || path.IsAbs(written) {
		return ""
	}
	s.mu.Lock()
	known, ok := s.spellings[written]
	s.asked[strings.ToLower(full)] = true
	s.mu.Unlock()
	if ok {
		return known
	}
	found := s.spell(written)
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok = s.spellings[written]; ok {
		return known
	}
	s.spellings[written] = found
	return found
}

func (s *surroundings) spell(written string) string {
	steps := strings.Split(written, "/")
	dir := s.dir
	for i, step := range steps {
		if step != "" && step != "." && step != ".." {
			entries, err := s.fsys.ReadDir(dir)
			if err != nil {
				return ""
			}
			var near []string
			for _, e := range entries {
				if disk.Alike(e.Name(), step) {
					near = append(near, e.Name())
				}
			}
			switch {
			case slices.Contains(near, step):
			case len(near) == 1:
				steps[i] = near[0]
			default:
				return ""
			}
		}
		dir = path.Join(dir, steps[i])
	}
	if found := strings.Join(steps, "/"); found != written {
		return found
	}
	return ""
}

// concern reports whether something was asked that a change at a path may answer
// otherwise.
func (s *surroundings) concern(changed string) bool {
	if s == nil {
		return false
	}
	changed = strings.ToLower(changed)
	s.mu.Lock()
	defer s.mu.Unlock()
	for asked := range maps.Keys(s.asked) {
		if inside(asked, changed) || inside(changed, asked) {
			return true
		}
	}
	return false
}
