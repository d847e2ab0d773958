package workspace_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements the disks that sequences of edits run on: one in memory, and
// the real one.

// editedDisk is a file system that a test changes. Every change is seen by whoever
// looks: no two states of a file have the same time.
type editedDisk interface {
	workspace.FS
	// write makes a file, and the directories above it; nothing happens where a
	// directory is in the way.
	write(path, text string)
	remove(path string)
	rename(from, to string)
	paths() []string // of files and directories, sorted
}

// memoryDisk is a disk in memory.
type memoryDisk struct {
	mu    sync.Mutex // guards what follows: requests may run beside a change
	tick  int64
	nodes map[string]memoryFile
}

type memoryFile struct {
	name string
	text string
	dir  bool
	time time.Time
}

func newMemoryDisk() *memoryDisk { return &memoryDisk{nodes: map[string]memoryFile{}} }

func (d *memoryDisk) put(p, text string, dir bool) {
	d.tick++
	d.nodes[p] = memoryFile{path.Base(p), text, dir, time.Unix(d.tick, 0)}
}

func (d *memoryDisk) write(p, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.nodes[p].dir || !d.makeAbove(p) {
		return
	}
	d.put(p, text, false)
}

// makeAbove makes the directories above a path; false if a file is in the way.
func (d *memoryDisk) makeAbove(p string) bool {
	for dir := path.Dir(p); dir != "/"; dir = path.Dir(dir) {
		if n, ok := d.nodes[dir]; ok && !n.dir {
			return false
		} else if !ok {
			d.put(dir, "", true)
		}
	}
	return true
}

func (d *memoryDisk) remove(p string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	maps.DeleteFunc(d.nodes, func(at string, _ memoryFile) bool { return at == p || strings.HasPrefix(at, p+"/") })
}

func (d *memoryDisk) rename(from, to string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, taken := d.nodes[to]; taken || strings.HasPrefix(to, from+"/") || !d.makeAbove(to) {
		return
	}
	for at, n := range maps.Clone(d.nodes) {
		if rest, below := strings.CutPrefix(at, from); below && (rest == "" || rest[0] == '/') {
			delete(d.nodes, at)
			n.name = path.Base(to + rest)
			d.nodes[to+rest] = n
		}
	}
}

func (d *memoryDisk) paths() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.nodes))
}

// node is what is at a path, with the error that the real disk gives.
func (d *memoryDisk) node(op, p string) (memoryFile, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n, ok := d.nodes[p]; ok {
		return n, nil
	}
	for dir := path.Dir(p); dir != "/" && dir != "."; dir = path.Dir(dir) {
		if n, ok := d.nodes[dir]; ok && !n.dir {
			return memoryFile{}, &fs.PathError{Op: op, Path: p, Err: syscall.ENOTDIR}
		}
	}
	if p == "/" {
		return memoryFile{name: "/", dir: true}, nil
	}
	return memoryFile{}, &fs.PathError{Op: op, Path: p, Err: fs.ErrNotExist}
}

func (d *memoryDisk) ReadDir(dir string) ([]fs.DirEntry, error) {
	n, err := d.node("open", dir)
	if err != nil {
		return nil, err
	}
	if !n.dir {
		return nil, &fs.PathError{Op: "readdir", Path: dir, Err: syscall.ENOTDIR}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var entries []fs.DirEntry
	for at, n := range d.nodes {
		if path.Dir(at) == dir {
			entries = append(entries, fs.FileInfoToDirEntry(n))
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (d *memoryDisk) ReadFile(p string) ([]byte, error) {
	n, err := d.node("open", p)
	if err == nil && n.dir {
		err = &fs.PathError{Op: "read", Path: p, Err: errors.New("is a directory")}
	}
	return []byte(n.text), err
}

func (d *memoryDisk) Stat(p string) (fs.FileInfo, error) {
	n, err := d.node("stat", p)
	if err != nil {
		return nil, err
	}
	return n, nil
}

func (f memoryFile) Name() string       { return f.name }
func (f memoryFile) Size() int64        { return int64(len(f.text)) }
func (f memoryFile) ModTime() time.Time { return f.time }
func (f memoryFile) IsDir() bool        { return f.dir }
func (f memoryFile) Sys() any           { return nil }
func (f memoryFile) Mode() fs.FileMode {
	if f.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// realDisk is a directory of the real disk.
type realDisk struct {
	workspace.Disk
	t    testing.TB
	root string
	tick int64
}

func (d *realDisk) write(p, text string) {
	p = filepath.FromSlash(p)
	if os.MkdirAll(filepath.Dir(p), 0o755) != nil || os.WriteFile(p, []byte(text), 0o644) != nil {
		return // something else is in the way
	}
	d.tick++
	when := time.Unix(1_000_000_000+d.tick, 0)
	if err := os.Chtimes(p, when, when); err != nil {
		d.t.Fatal(err)
	}
}

func (d *realDisk) remove(p string) {
	if err := os.RemoveAll(filepath.FromSlash(p)); err != nil && !errors.Is(err, syscall.ENOTDIR) {
		d.t.Fatal(err)
	}
}

func (d *realDisk) rename(from, to string) {
	to = filepath.FromSlash(to)
	if _, err := os.Lstat(to); err == nil {
		return
	}
	_ = os.MkdirAll(filepath.Dir(to), 0o755)
	_ = os.Rename(filepath.FromSlash(from), to) // which fails where there is nothing, or a directory would go into itself
}

func (d *realDisk) paths() []string {
	var found []string
	err := filepath.WalkDir(filepath.FromSlash(d.root), func(p string, _ fs.DirEntry, err error) error {
		found = append(found, filepath.ToSlash(p))
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.t.Fatal(err)
	}
	return found
}
