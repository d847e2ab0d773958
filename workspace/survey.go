package workspace

import (
	"io/fs"
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file finds where programs may be, bit by bit.

// Survey looks for directories that may hold programs, at and below some
// directories. It goes where [Snapshot.Discover] goes, but reads no file that is no
// project file, and one directory at a time, so that it can be left and taken up
// again. It is for one goroutine.
type Survey struct {
	fsys    disk.FS
	pending []string // to be looked into; the last one next
	entered map[string]bool
	found   map[string]bool
	dirs    []string
}

// Survey begins a search at and below directories.
func (s *Snapshot) Survey(roots ...string) *Survey {
	v := &Survey{fsys: s.fsys, entered: map[string]bool{}, found: map[string]bool{}}
	for i, root := range slices.Backward(roots) {
		if !slices.ContainsFunc(roots[:i], func(other string) bool {
			return disk.Clean(other) == disk.Clean(root) || s.Identity(disk.Clean(other)).Is(s.Identity(disk.Clean(root)))
		}) {
			v.pending = append(v.pending, disk.Clean(root))
		}
	}
	return v
}

// Step looks into one more directory. It reports false when there is none left.
func (s *Survey) Step() bool {
	if len(s.pending) == 0 {
		return false
	}
	last := len(s.pending) - 1
	dir := s.pending[last]
	s.pending = s.pending[:last]
	if !s.entered[dir] {
		s.entered[dir] = true
		s.enter(dir)
	}
	return true
}

// Dirs are the directories found so far, each once, in the order they were found. The
// list only grows.
func (s *Survey) Dirs() []string { return slices.Clip(s.dirs) }

func (s *Survey) enter(dir string) {
	entries, _ := s.fsys.ReadDir(dir) // what cannot be listed holds nothing
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return isProgramFile(path.Join(dir, e.Name())) }) {
		s.find(dir)
	}
	isProject := func(e fs.DirEntry) bool { return stackfile.IsProjectFile(path.Join(dir, e.Name())) }
	if slices.ContainsFunc(entries, isProject) {
		if p := stackfile.ProjectIn(s.fsys, dir); p.IsPCL && p.Main != "" {
			s.find(p.ProgramDir())
		}
	}
	for _, e := range slices.Backward(entries) {
		if entered(e) {
			s.pending = append(s.pending, path.Join(dir, e.Name()))
		}
	}
}

func (s *Survey) find(dir string) {
	if !s.found[dir] {
		s.found[dir] = true
		s.dirs = append(s.dirs, dir)
	}
}
