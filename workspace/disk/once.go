package disk

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
)

// This file looks at each path once.

// Once is a file system that looks at each path once, and does not look for a name that a
// listed directory lacks. It is safe for concurrent use.
type Once struct {
	base    FS
	since   int64     // when looking began, in nanoseconds
	earlier *Listings // of other processes; nil if none are to be kept either

	mu      sync.Mutex // guards what follows; not held while the disk is looked at
	folders map[string]*folder
	infos   map[string]described
	targets map[string]resolved
	records map[string]string // of the directories that were listed, for other processes; empty for one that is not to be kept
}

// resolved is the answer to RealPath.
type resolved struct {
	path string
	err  error
}

type described struct {
	info fs.FileInfo
	err  error
}

// LookOnce looks once at each path of a file system.
func LookOnce(base FS) *Once {
	return &Once{base: base, since: time.Now().UnixNano(), folders: map[string]*folder{}, infos: map[string]described{}, targets: map[string]resolved{}}
}

// ListOnce is [LookOnce] for a file system that lists only directories that have changed since earlier
// processes listed them.
func ListOnce(base FS, earlier *Listings) *Once {
	o := LookOnce(base)
	o.earlier, o.records = earlier, map[string]string{}
	return o
}

// ReadDir lists a directory, sorted by name.
func (o *Once) ReadDir(dir string) ([]fs.DirEntry, error) {
	o.mu.Lock()
	known, missing := o.folders[dir], o.missing(dir)
	o.mu.Unlock()
	switch {
	case known != nil:
		return known.entries, known.err
	case missing:
		return nil, &fs.PathError{Op: "open", Path: dir, Err: fs.ErrNotExist}
	}
	found := o.list(dir)
	o.mu.Lock()
	if known = o.folders[dir]; known == nil { // otherwise somebody was faster: all get one answer
		o.folders[dir], known = found, found
	}
	o.mu.Unlock()
	return known.entries, known.err
}

// list lists a directory, unless its stamp says that its names are known.
func (o *Once) list(dir string) *folder {
	if o.earlier == nil {
		return newFolder(o.base.ReadDir(dir))
	}
	var stamp Stamp
	if info, err := o.base.Stat(dir); err == nil { // before listing, as in viewOfText
		stamp = StampOf(info)
	}
	if entries, ok := o.earlier.in(dir, stamp); ok {
		return newFolder(entries, nil)
	}
	f := newFolder(o.base.ReadDir(dir))
	record := ""
	if f.err == nil {
		record = recordOf(stamp, o.since, f.entries)
	}
	o.mu.Lock()
	o.records[dir] = record
	o.mu.Unlock()
	return f
}

// Stat describes what exists at a path. It follows symbolic links.
func (o *Once) Stat(p string) (fs.FileInfo, error) { return o.stat(Existence, p) }

// ReadFile reads a regular file. Texts are not kept: they are large, and hardly any is
// read twice.
func (o *Once) ReadFile(p string) ([]byte, error) { return o.base.ReadFile(p) }

// RealPath resolves all links in a path.
func (o *Once) RealPath(p string) (string, error) {
	o.mu.Lock()
	known, looked := o.targets[p]
	missing := !looked && o.missing(p)
	o.mu.Unlock()
	if missing {
		return "", &fs.PathError{Op: "lstat", Path: p, Err: fs.ErrNotExist}
	}
	if !looked {
		real, err := o.resolve(p)
		o.mu.Lock()
		if known, looked = o.targets[p]; !looked {
			known = resolved{real, err}
			o.targets[p] = known
		}
		o.mu.Unlock()
	}
	return known.path, known.err
}

// resolve resolves links. A file that a listed directory says is no link is where the directory is.
func (o *Once) resolve(p string) (string, error) {
	dir, name := path.Split(p)
	o.mu.Lock()
	f := o.folders[path.Clean(dir)]
	o.mu.Unlock()
	if f != nil && f.err == nil {
		byName := func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) }
		if i, ok := slices.BinarySearchFunc(f.entries, name, byName); ok && f.entries[i].Type().IsRegular() {
			real, err := o.RealPath(path.Clean(dir))
			return Join(real, name), err
		}
	}
	return RealPath(o.base, p)
}

func (o *Once) below() FS { return o.base }

func (o *Once) stat(kind Kind, p string) (fs.FileInfo, error) {
	o.mu.Lock()
	known, looked := o.infos[p]
	missing := !looked && o.missing(p)
	o.mu.Unlock()
	if missing {
		return nil, &fs.PathError{Op: "stat", Path: p, Err: fs.ErrNotExist}
	}
	if !looked {
		info, err := statAs(o.base, kind, p)
		o.mu.Lock()
		if known, looked = o.infos[p]; !looked {
			known = described{info, err}
			o.infos[p] = known
		}
		o.mu.Unlock()
	}
	return known.info, known.err
}

// missing reports whether the names in a listed directory rule out that something
// exists at a path. The lock is held.
func (o *Once) missing(p string) bool {
	dir, name := path.Dir(p), path.Base(p)
	return dir != p && dir != "." && o.missingIn(dir, name)
}

// rulesOut is missing for a name in a directory.
func (o *Once) rulesOut(dir, name string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if name == "" {
		return o.missing(dir)
	}
	return o.missingIn(dir, name)
}

func (o *Once) missingIn(dir, name string) bool {
	switch f := o.folders[dir]; {
	case f == nil:
		return o.missing(dir)
	case f.err != nil:
		return IsAbsent(f.err)
	default:
		return f.lacks(name)
	}
}

// folder is a directory that was listed.
type folder struct {
	entries []fs.DirEntry
	err     error
	folded  map[string]bool // the names in lower case; nil for a few names
	ascii   bool            // all names are ASCII
}

// few is how many names are compared one by one.
const few = 8

func newFolder(entries []fs.DirEntry, err error) *folder {
	f := &folder{entries: entries, err: err, ascii: true}
	if len(entries) > few {
		f.folded = make(map[string]bool, len(entries))
	}
	for _, e := range entries {
		if f.folded != nil {
			f.folded[strings.ToLower(e.Name())] = true
		}
		f.ascii = f.ascii && isASCII(e.Name())
	}
	return f
}

// lacks reports whether a name certainly leads to nothing in the directory. File
// systems may ignore case, write one letter in two ways, and have short forms of names;
// names that may be concerned are looked for.
func (f *folder) lacks(name string) bool {
	return f.ascii && isASCII(name) && !strings.Contains(name, "~") && strings.TrimRight(name, ". ") == name && !f.has(name)
}

// has reports whether the directory has a name, in whatever case. All names are ASCII.
func (f *folder) has(name string) bool {
	if f.folded != nil {
		return f.folded[strings.ToLower(name)]
	}
	return slices.ContainsFunc(f.entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), name) })
}
