package workspace

import (
	"errors"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file answers what exists at the paths that a program names.

// pathFacts are what is known about the paths that a program names. Edits keep them; any
// other change of the directory starts new ones. So opening or saving a document is
// enough to see a file that appeared without an event. A question costs one look at the
// disk, which opens nothing.
//
// Why edits keep them: every keystroke would look at all files that the program names.
//
// Invariant: path facts refer to no snapshot, as the program refers to them.
type pathFacts struct {
	fsys      disk.FS
	dir       string
	elsewhere []string   // other directories that relative paths may start at, in a component
	top       string     // the directory of the project, or that of the program
	inProject bool       // the program is in one
	opened    *openPaths // documents, which are files although they may not be saved

	once *disk.Seen // remembers what exists at a path

	mu        sync.Mutex        // guards what follows; not held while the disk is looked at
	spellings map[string]string // by the path as written
	asked     map[string]bool   // full paths in lower case
	named     map[string]named  // directories, by the full path
}

func newPathFacts(fsys disk.FS, opened *openPaths, dir string, p stackfile.Project) *pathFacts {
	facts := &pathFacts{
		fsys: fsys, dir: dir, top: dir, opened: opened,
		once: disk.Watch(disk.LookOnce(fsys)), spellings: map[string]string{}, asked: map[string]bool{}, named: map[string]named{},
	}
	if p.Path != "" {
		facts.inProject = true
		facts.elsewhere, facts.top = []string{p.ProgramDir()}, path.Dir(p.Path)
	} else {
		facts.elsewhere = above(dir)
	}
	return facts
}

// above are the directories above one, the nearest first. A component hardly lies deeper
// below the program that uses it.
func above(dir string) []string {
	var dirs []string
	for len(dirs) < 8 && disk.IsPath(dir) && path.Dir(dir) != dir {
		dir = path.Dir(dir)
		dirs = append(dirs, dir)
	}
	return dirs
}

// file is what exists at a path as written in the program. A relative path starts at the
// directory that the program runs in. A component runs in the directory of the program
// that uses it, which is assumed to be that of the project, or without a project one
// above. A file there or beside the component is not missing.
func (s *pathFacts) file(written string) analysis.File {
	full, ok := s.resolve(s.dir, written)
	if !ok || s.kind(s.dir) != analysis.FileDirectory {
		return analysis.File{} // nothing is known about a program that was never saved
	}
	found := analysis.File{Kind: s.kind(full), Outside: !disk.Inside(full, s.top) && !disk.Inside(full, s.dir)}
	found.Outside = found.Outside || found.Kind != analysis.FileAbsent && s.leadsOut(full)
	for _, dir := range s.elsewhere {
		if other, ok := s.resolve(dir, written); ok && found.Kind == analysis.FileAbsent && other != full {
			found.Kind = s.kind(other)
		}
	}
	return found
}

// leadsOut reports whether a path in the project leads out of it through a link. It is
// false without a project, whose extent is unknown then.
func (s *pathFacts) leadsOut(full string) bool {
	if !s.inProject {
		return false
	}
	real, err := s.once.RealPath(full)
	top, topErr := s.once.RealPath(s.top)
	return errors.Is(err, disk.ErrLeaves) || err == nil && topErr == nil && !disk.Inside(real, top)
}

// resolve is the full path for a written one. It is false for programs that are not on
// disk, and for paths that mean different things on different systems.
func (s *pathFacts) resolve(dir, written string) (string, bool) {
	slashed := filepath.ToSlash(written)
	switch {
	case !disk.IsPath(dir) || slashed == "" || strings.ContainsAny(slashed, "\x00\\"):
		return "", false
	case disk.IsPath(slashed):
		return path.Clean(slashed), true
	case path.IsAbs(slashed) || filepath.VolumeName(written) != "":
		return "", false
	}
	return path.Join(dir, slashed), true
}

func (s *pathFacts) kind(full string) analysis.FileKind {
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

// spelling is how the disk spells a relative path, if only the case of letters differs;
// empty otherwise, and if several names are possible.
func (s *pathFacts) spelling(written string) string {
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

func (s *pathFacts) spell(written string) string {
	steps := strings.Split(written, "/")
	dir := s.dir
	for i, step := range steps {
		if step != "" && step != "." && step != ".." && !s.spelledSo(dir, step) {
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

// spelledSo reports whether a name in a directory is certainly spelled like this: it exists, and with its letters in the
// other case it does not. Otherwise the directory must be listed, which takes long if each of many programs lists the
// directory that they are in.
func (s *pathFacts) spelledSo(dir, name string) bool {
	other := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, name)
	if len(other) != utf8.RuneCountInString(name) || other == name {
		return false // it may be written in several ways, or there is no other case
	}
	if _, err := s.fsys.Stat(path.Join(dir, name)); err != nil {
		return false
	}
	_, err := s.fsys.Stat(path.Join(dir, other))
	return err != nil && disk.IsAbsent(err)
}

// concern reports whether a change at paths, in lower case, may change an answer.
func (s *pathFacts) concern(changed disk.PathSet) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for asked := range s.asked {
		if changed.Covers(asked) || changed.AnyIn(asked) {
			return true
		}
	}
	return false
}

// changed are the paths with another answer now.
func (s *pathFacts) changed(check *disk.Check) []string {
	if s == nil {
		return nil
	}
	paths := lists.Map(check.Changes(s.once), func(l disk.Look) string { return l.Path })
	s.mu.Lock()
	spellings := maps.Clone(s.spellings)
	s.mu.Unlock()
	for written, spelled := range spellings {
		if s.spell(written) != spelled {
			paths = append(paths, path.Join(s.dir, written))
		}
	}
	return paths
}

// openPaths are the paths of the open documents. Snapshots with the same documents share
// one.
type openPaths struct {
	has    map[string]bool
	sorted []string

	once   sync.Once // makes what follows
	folded map[string][]string
	dirs   map[string][]string
}

// places are the documents by their folded names and by their directories: found out once, since
// each directory of a workspace is compared with them.
func (o *openPaths) places() (folded, dirs map[string][]string) {
	o.once.Do(func() {
		o.folded, o.dirs = map[string][]string{}, map[string][]string{}
		for _, p := range o.sorted {
			o.folded[disk.Folded(p)] = append(o.folded[disk.Folded(p)], p)
			o.dirs[dirOf(p)] = append(o.dirs[dirOf(p)], p)
		}
	})
	return o.folded, o.dirs
}
