package disk

import (
	"io/fs"
	"iter"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// This file records observations, and looks again.

// Seen is a file system that remembers what it showed. It is safe for concurrent use.
// A nil Seen has seen nothing and cannot be read from.
type Seen struct {
	base  FS
	since int64 // when recording began, in nanoseconds

	mu    sync.Mutex     // guards what follows; not held while the disk is looked at
	views map[Look]*View // one for all that is absent, which is most of what is looked for
	// contradictory says that two equal looks showed different things, so that nobody
	// knows which one counted.
	contradictory bool
}

// Watch records what is read from a file system.
func Watch(base FS) *Seen {
	return &Seen{base: base, since: time.Now().UnixNano(), views: map[Look]*View{}}
}

// Stat describes what exists at a path. It counts only what kind of thing that is.
func (s *Seen) Stat(path string) (fs.FileInfo, error) { return s.stat(Existence, path) }

// StatFile is [Seen.Stat] for callers to whom the state of a file counts too.
func (s *Seen) StatFile(path string) (fs.FileInfo, error) { return s.stat(FileStamp, path) }

// StatPath is [Seen.Stat] for callers to whom it counts which file or directory this is,
// and when it last changed. A link that leads elsewhere later is a change.
func (s *Seen) StatPath(path string) (fs.FileInfo, error) { return s.stat(PathStamp, path) }

// ReadDir lists a directory.
func (s *Seen) ReadDir(dir string) ([]fs.DirEntry, error) { return s.ReadNames(dir, "") }

// ReadNames is [Seen.ReadDir] for callers to whom only files with some endings count, as
// [Look] has them. It still lists all entries.
func (s *Seen) ReadNames(dir, endings string) ([]fs.DirEntry, error) {
	l := Look{filepath.ToSlash(dir), Names, endings}
	entries, err := readNames(s.base, l)
	s.note(l, l.viewOfNames(entries, err))
	return entries, err
}

// readNames lists a directory, and tells a file system that records which names count.
func readNames(fsys FS, l Look) ([]fs.DirEntry, error) {
	if s, ok := fsys.(*Seen); ok {
		return s.ReadNames(l.Path, l.Endings)
	}
	return fsys.ReadDir(l.Path)
}

// ReadFile reads a regular file.
func (s *Seen) ReadFile(path string) ([]byte, error) {
	l := Look{Path: filepath.ToSlash(path), Kind: Text}
	text, view, err := readText(s.base, l.Path)
	if !view.Stamp.DetectsChangesAfter(s.since) {
		view.Stamp = Stamp{}
	}
	s.note(l, view)
	return text, err
}

// RealPath resolves all links in a path.
func (s *Seen) RealPath(p string) (string, error) {
	l := Look{Path: filepath.ToSlash(p), Kind: Target}
	real, err := RealPath(s.base, l.Path)
	s.note(l, viewOfTarget(l.Path, real, err))
	return real, err
}

func (s *Seen) stat(kind Kind, path string) (fs.FileInfo, error) {
	l := Look{Path: filepath.ToSlash(path), Kind: kind}
	info, err := statAs(s.base, kind, l.Path)
	s.note(l, kind.viewAt(info, err))
	return info, err
}

// observed is a file system that wants to know what callers rely on.
type observed interface {
	stat(kind Kind, path string) (fs.FileInfo, error)
	below() FS
}

func statAs(fsys FS, kind Kind, path string) (fs.FileInfo, error) {
	if o, ok := fsys.(observed); ok {
		return o.stat(kind, path)
	}
	return fsys.Stat(path)
}

func (s *Seen) below() FS { return s.base }

// note records an observation. The first of equal looks counts.
func (s *Seen) note(l Look, v View) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, known := s.views[l]
	switch {
	case known:
		s.contradictory = s.contradictory || !before.sameAs(v, l.Kind)
	case v == (View{}):
		s.views[l] = &absent
	default:
		kept := v
		s.views[l] = &kept
	}
}

var absent View // never changes

// Folders visits the places that were looked at: directories whose names were read, with
// an empty name, and otherwise the directory of a path and its name there.
func (s *Seen) Folders(visit func(folder, name string)) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.views {
		if l.Kind == Names {
			visit(l.Path, "")
		} else {
			visit(path.Dir(l.Path), path.Base(l.Path))
		}
	}
}

func (s *Seen) copied() map[Look]*View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.views)
}

// Check tells whether what was seen is still so. It looks at each path once, however
// many results depend on it. One goroutine uses it.
type Check struct {
	fsys FS
	now  map[Look]View
}

// NewCheck is a check that has not looked yet. It looks past what [Seen] and [Once]
// remember.
func NewCheck(fsys FS) *Check {
	for o, ok := fsys.(observed); ok; o, ok = fsys.(observed) {
		fsys = o.below()
	}
	return &Check{fsys, map[Look]View{}}
}

// Changed reports whether something looks different now. Nothing that was seen has not
// changed.
func (c *Check) Changed(s *Seen) bool {
	for range c.changes(s) {
		return true
	}
	return false
}

// Changes are the looks that show something different now.
func (c *Check) Changes(s *Seen) []Look { return slices.Collect(c.changes(s)) }

func (c *Check) changes(s *Seen) iter.Seq[Look] {
	return func(yield func(Look) bool) {
		if s == nil {
			return
		}
		for l, before := range s.copied() {
			if !c.holds(l, *before) && !yield(l) {
				return
			}
		}
	}
}

func (c *Check) holds(l Look, before View) bool {
	now, looked := c.now[l]
	if !looked {
		if before.stampHolds(c.fsys, l) {
			now = before
		} else {
			now = l.take(c.fsys)
		}
		c.now[l] = now
	}
	return before.sameAs(now, l.Kind)
}
