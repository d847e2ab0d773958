package schemas

import (
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/workspace/filestate"
)

// This file remembers what a search looked at, so that it can be told at the cost of
// a few looks whether the same search could come to something else by now.
//
// Why not notifications of the system: see package lsp.

// Seen is what somebody looked at on the disk, each path as it was at the first
// look. A nil one remembers nothing. It is safe for concurrent use.
type Seen struct {
	// Eyes are what is looked with; nil is the disk of the machine. Whether something
	// has changed is always seen on that.
	Eyes Eyes

	mu     sync.Mutex // guards sights
	sights map[look]sight
}

// Eyes look at a disk. Paths are those of the system.
type Eyes interface {
	Stat(path string) (fs.FileInfo, error)
	ReadDir(dir string) ([]fs.DirEntry, error)
}

type disk struct{}

func (disk) Stat(path string) (fs.FileInfo, error)     { return os.Stat(path) }
func (disk) ReadDir(dir string) ([]fs.DirEntry, error) { return os.ReadDir(dir) }

func (s *Seen) eyes() Eyes {
	if s == nil || s.Eyes == nil {
		return disk{}
	}
	return s.Eyes
}

// look is one way to look at a path.
type look struct {
	path string
	kind lookKind
}

type lookKind uint8

const (
	atPath    lookKind = iota // what is there, and of a file its state
	atAge                     // what is there, and when it last changed
	atNames                   // the names in a folder
	atSchemas                 // those of them that schemas can have
)

// sight is what a look shows; sights can be compared.
type sight struct {
	mode  fs.FileMode
	stamp stamp
	names uint64 // a hash of the names in no order; zero if there are none
}

var nameSeed = maphash.MakeSeed()

// take looks.
func (l look) take() sight {
	if l.kind == atPath || l.kind == atAge {
		info, err := os.Stat(l.path)
		return l.sightOfInfo(info, err)
	}
	if info, err := os.Stat(l.path); err != nil || !info.IsDir() { // opening a pipe would wait for its writer
		return sight{}
	}
	f, err := os.Open(l.path)
	if err != nil {
		return sight{}
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	return l.sightOf(names)
}

func (l look) sightOfInfo(info fs.FileInfo, err error) sight {
	switch {
	case err != nil:
		return sight{}
	case l.kind == atAge:
		return sight{mode: info.Mode(), stamp: stamp{changed: filestate.ChangeTime(info), inode: filestate.Inode(info)}}
	case info.IsDir():
		return sight{mode: info.Mode()}
	}
	return sight{mode: info.Mode(), stamp: stampOf(info)}
}

// sightOf is the sight of the names in a folder.
func (l look) sightOf(names []string) sight {
	s := sight{mode: fs.ModeDir}
	for _, name := range names {
		if _, is := stem(name); is || l.kind == atNames {
			s.names += maphash.String(nameSeed, name)
		}
	}
	return s
}

func (s *Seen) note(l look, now sight) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sights == nil {
		s.sights = map[look]sight{}
	}
	if _, known := s.sights[l]; !known {
		s.sights[l] = now
	}
}

// Stat describes what a path leads to, and remembers it.
func (s *Seen) Stat(path string) (fs.FileInfo, error) { return s.stat(look{path, atPath}) }

// Which describes what a path leads to, and remembers which one that is, of folders
// too: a link that leads elsewhere by now is a change.
func (s *Seen) Which(path string) (fs.FileInfo, error) { return s.stat(look{path, atAge}) }

func (s *Seen) stat(l look) (fs.FileInfo, error) {
	info, err := s.eyes().Stat(l.path)
	s.note(l, l.sightOfInfo(info, err))
	return info, err
}

// ReadDir lists a folder, and remembers the names in it.
func (s *Seen) ReadDir(dir string) ([]fs.DirEntry, error) { return s.list(look{dir, atNames}) }

func (s *Seen) list(l look) ([]fs.DirEntry, error) {
	entries, err := s.eyes().ReadDir(l.path)
	now := sight{}
	if err == nil {
		names := make([]string, len(entries))
		for i, e := range entries {
			names[i] = e.Name()
		}
		now = l.sightOf(names)
	}
	s.note(l, now)
	return entries, err
}

// exists reports whether there is something at a path.
func (s *Seen) exists(path string) bool {
	_, err := s.Stat(path)
	return err == nil
}

// Folders visits the folders whose names were looked at with an empty name, and else
// the folder of a path and its name in it.
func (s *Seen) Folders(visit func(folder, name string)) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.sights {
		if l.kind == atPath || l.kind == atAge {
			visit(filepath.Dir(l.path), filepath.Base(l.path))
		} else {
			visit(l.path, "")
		}
	}
}

// Check looks again, at each path once. It is used by one goroutine.
type Check struct{ now map[look]sight }

// NewCheck is a check that has looked at nothing yet.
func NewCheck() *Check { return &Check{map[look]sight{}} }

// Changed reports whether something looks otherwise by now.
func (c *Check) Changed(s *Seen) bool {
	return s != nil && c.changed(s, func(look, sight) bool { return true })
}

func (c *Check) changed(s *Seen, counts func(look, sight) bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l, before := range s.sights {
		if !counts(l, before) {
			continue
		}
		now, looked := c.now[l]
		if !looked {
			now = l.take()
			c.now[l] = now
		}
		if now != before {
			return true
		}
	}
	return false
}

// States visits the paths of which more counted than what is there: files, whose state
// did, and folders of which it counted when they changed.
func (s *Seen) States(visit func(path string)) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for l, seen := range s.sights {
		if l.countsState(seen) {
			visit(l.path)
		}
	}
}

func (l look) countsState(seen sight) bool {
	return l.kind == atAge && seen.mode != 0 || l.kind == atPath && seen.mode.IsRegular() && seen != sight{}
}

// ChangedStates is [Check.Changed] for what [Seen.States] visits.
func (c *Check) ChangedStates(s *Seen) bool {
	return s != nil && c.changed(s, look.countsState)
}
