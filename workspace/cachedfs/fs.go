package cachedfs

import (
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/filestate"
)

// This file implements looking once.

// FS looks at each path of another file system once. It is a [workspace.FS], and safe
// for concurrent use.
type FS struct {
	base  workspace.FS
	since int64 // when it was made, in nanoseconds
	salt  [saltSize]byte

	mu      sync.Mutex // guards what follows; not held while the disk is looked at
	folders map[string]*folder
	things  map[string]thing
	texts   map[string]Sight
}

// thing is what is at a path.
type thing struct {
	info fs.FileInfo
	err  error
}

// New looks at a file system, of which nothing is known yet.
func New(base workspace.FS) *FS {
	return &FS{
		base: base, since: time.Now().UnixNano(), salt: newSalt(),
		folders: map[string]*folder{}, things: map[string]thing{}, texts: map[string]Sight{},
	}
}

// ReadDir lists a directory, sorted by name.
func (c *FS) ReadDir(dir string) ([]fs.DirEntry, error) {
	c.mu.Lock()
	known, missing := c.folders[dir], c.missing(dir)
	c.mu.Unlock()
	switch {
	case known != nil:
		return known.entries, known.err
	case missing:
		return nil, &fs.PathError{Op: "open", Path: dir, Err: fs.ErrNotExist}
	}
	entries, err := c.base.ReadDir(dir)
	found := newFolder(entries, err)
	c.mu.Lock()
	defer c.mu.Unlock()
	if known = c.folders[dir]; known == nil { // else somebody was faster: one answer for all
		c.folders[dir], known = found, found
	}
	return known.entries, known.err
}

// RealPath is the path that a path leads to when all links are followed. It is not
// remembered: when a link comes to lead elsewhere, what [FS.Stat] finds at its path is
// another file.
func (c *FS) RealPath(p string) (string, error) {
	if disk, ok := c.base.(workspace.Linked); ok {
		return disk.RealPath(p)
	}
	return p, nil
}

// Stat describes what a path leads to, through symbolic links.
func (c *FS) Stat(p string) (fs.FileInfo, error) {
	c.mu.Lock()
	known, looked := c.things[p]
	missing := !looked && c.missing(p)
	c.mu.Unlock()
	switch {
	case looked:
		return known.info, known.err
	case missing:
		return nil, &fs.PathError{Op: "stat", Path: p, Err: fs.ErrNotExist}
	}
	info, err := c.base.Stat(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, looked = c.things[p]; !looked {
		known = thing{info, err}
		c.things[p] = known
	}
	return known.info, known.err
}

// ReadFile reads a regular file. Texts are not kept: nobody reads one twice that
// counts, and they are large.
func (c *FS) ReadFile(p string) ([]byte, error) {
	info, statErr := c.base.Stat(p) // before the text: an older state at most is taken for a newer one, and then compared
	text, err := c.base.ReadFile(p)
	seen := Sight{Path: p, Kind: Text, State: Unreadable}
	switch {
	case err != nil:
		seen.Sum = c.sum([]byte(err.Error()))
	case statErr == nil:
		seen.Stamp = c.settled(filestate.Of(info))
		fallthrough
	default:
		seen.State, seen.Sum = Regular, c.sum(text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, read := c.texts[p]; read && (before.State != seen.State || before.Sum != seen.Sum) {
		seen.State = Unsteady
	}
	c.texts[p] = seen
	return text, err
}

// settled is a stamp that tells the state of a file from all later ones, or the zero
// stamp.
func (c *FS) settled(s filestate.Stamp) filestate.Stamp {
	if !s.SettledAt(c.since) {
		return filestate.Stamp{}
	}
	return s
}

// missing reports whether the names in a folder that was listed say that there is
// nothing at a path. The lock is held.
func (c *FS) missing(p string) bool {
	dir, name := path.Dir(p), path.Base(p)
	if dir == p || dir == "." {
		return false
	}
	switch f := c.folders[dir]; {
	case f == nil:
		return c.missing(dir)
	case f.err != nil:
		return workspace.IsAbsent(f.err)
	default:
		return f.lacks(name)
	}
}

// folder is what is known of a directory.
type folder struct {
	entries []fs.DirEntry
	err     error
	folded  map[string]bool // the names in lower case
	plain   bool            // the names are such that others do not mean the same
}

func newFolder(entries []fs.DirEntry, err error) *folder {
	f := &folder{entries: entries, err: err, folded: make(map[string]bool, len(entries)), plain: true}
	for _, e := range entries {
		f.folded[strings.ToLower(e.Name())] = true
		f.plain = f.plain && isASCII(e.Name())
	}
	return f
}

// lacks reports whether the directory certainly has no entry that a name means. File
// systems may not tell capital letters from small ones, write one letter in two ways,
// and have short forms of names: whatever could be one of these is looked for.
func (f *folder) lacks(name string) bool {
	return f.plain && isASCII(name) && !strings.Contains(name, "~") && strings.TrimRight(name, ". ") == name && !f.folded[strings.ToLower(name)]
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}
