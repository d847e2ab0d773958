package workspace

import (
	"io/fs"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file searches for programs in small steps.

// StepSearch searches directories for programs. It covers what [Snapshot.Discover] covers,
// but reads only project files, and one directory per step, so that it can be
// interrupted. One goroutine uses it.
type StepSearch struct {
	dirLister
	pending []pendingDir // the last one is next
	entered map[string]bool
	found   map[string]bool
	dirs    []string
}

type pendingDir struct {
	dir   string
	above *ignoring
}

// SearchInSteps starts a search at and below directories.
func (s *Snapshot) SearchInSteps(roots ...string) *StepSearch {
	v := &StepSearch{dirLister: s.dirLister(), entered: map[string]bool{}, found: map[string]bool{}}
	alike := map[string][]string{} // by their folded names without links
	for _, root := range roots {
		root = disk.Clean(root)
		name := root
		if real, err := disk.RealPath(s.fsys, root); err == nil {
			name = disk.Folded(real)
		}
		if !slices.ContainsFunc(alike[name], func(other string) bool { return other == root || s.Identity(other).Is(s.Identity(root)) }) {
			alike[name] = append(alike[name], root)
			v.pending = append(v.pending, pendingDir{root, v.ignoringAbove(root)})
		}
	}
	slices.Reverse(v.pending)
	return v
}

// Step searches one more directory. It returns false when none is left.
func (s *StepSearch) Step() bool {
	if len(s.pending) == 0 {
		return false
	}
	last := len(s.pending) - 1
	next := s.pending[last]
	s.pending = s.pending[:last]
	if !s.entered[next.dir] {
		s.entered[next.dir] = true
		s.enter(next.dir, next.above)
	}
	return true
}

// Dirs are the directories found so far, each once, in order. The list only grows.
func (s *StepSearch) Dirs() []string { return slices.Clip(s.dirs) }

func (s *StepSearch) enter(dir string, above *ignoring) {
	l, _ := s.listed(dir, above) // an unreadable directory holds nothing
	hasFiles, inputs := programsAmong(dir, l.entries)
	if hasFiles {
		s.find(dir)
	}
	for _, file := range inputs {
		s.find(file)
	}
	isProject := func(e fs.DirEntry) bool { return stackfile.IsProjectFile(path.Join(dir, e.Name())) }
	if slices.ContainsFunc(l.entries, isProject) {
		if p := stackfile.ProjectIn(s.fsys, dir); p.IsPCL && p.Main != "" {
			s.find(p.ProgramDir())
		}
	}
	for _, e := range slices.Backward(l.entries) {
		if entered(e) {
			s.pending = append(s.pending, pendingDir{path.Join(dir, e.Name()), l.ignoring})
		}
	}
}

func (s *StepSearch) find(dir string) {
	if !s.found[dir] {
		s.found[dir] = true
		s.dirs = append(s.dirs, dir)
	}
}
