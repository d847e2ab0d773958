package workspace_test

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements a disk in memory that sequences of edits run on.

// editedDisk is a file system that a test changes. Every change of a text is seen by
// whoever looks: no two texts of a file have the same time. Nothing happens where
// something is in the way.
type editedDisk interface {
	disk.FS
	// Write makes a file, and the directories above it.
	Write(path, text string)
	Link(to, path string)          // makes a symbolic link
	Pipe(path string)              // makes what must not be read
	Huge(path string)              // makes a file that is larger than any program
	Deny(path string, denied bool) // makes something unreadable, or readable again
	Remove(path string)
	Rename(from, to string)
	Paths() []string // of files and directories, sorted; links are not followed
}

// memoryDisk is a disk in memory.
type memoryDisk struct {
	mu    sync.Mutex // guards what follows: requests may run beside a change
	tick  int64
	nodes map[string]memoryFile
}

type memoryFile struct {
	name   string
	text   string
	mode   fs.FileMode // of a directory, a link, a pipe; 0 for a regular file
	link   string      // where a link leads to
	size   int64       // what it says of itself, where that is not the length of the text
	denied bool        // it cannot be read
	time   time.Time
}

func newMemoryDisk() *memoryDisk { return &memoryDisk{nodes: map[string]memoryFile{}} }

func (d *memoryDisk) put(p string, n memoryFile) {
	d.tick++
	n.name, n.time = path.Base(p), time.Unix(d.tick, 0)
	d.nodes[p] = n
}

func (d *memoryDisk) Write(p, text string) { d.make(p, memoryFile{text: text}) }

func (d *memoryDisk) Link(to, p string) { d.make(p, memoryFile{mode: fs.ModeSymlink, link: to}) }

func (d *memoryDisk) Pipe(p string) { d.make(p, memoryFile{mode: fs.ModeNamedPipe}) }

func (d *memoryDisk) Huge(p string) { d.make(p, memoryFile{size: disk.MaxFile + 1}) }

// make makes a node and the directories above it, unless something is in the way.
func (d *memoryDisk) make(p string, n memoryFile) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if above, err := d.real("open", path.Dir(p)); err == nil {
		p = path.Join(above, path.Base(p)) // above leads through links
	}
	if d.nodes[p].IsDir() || !d.makeAbove(p) {
		return
	}
	d.put(p, n)
}

// makeAbove makes the directories above a path; false if something is in the way.
func (d *memoryDisk) makeAbove(p string) bool {
	for dir := path.Dir(p); dir != "/"; dir = path.Dir(dir) {
		if n, ok := d.nodes[dir]; ok && (!n.IsDir() || n.denied) {
			return false
		} else if !ok {
			d.put(dir, memoryFile{mode: fs.ModeDir})
		}
	}
	return true
}

func (d *memoryDisk) Deny(p string, denied bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n, ok := d.nodes[p]; ok {
		n.denied = denied // which changes no time
		d.nodes[p] = n
	}
}

func (d *memoryDisk) Remove(p string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	maps.DeleteFunc(d.nodes, func(at string, _ memoryFile) bool { return at == p || strings.HasPrefix(at, p+"/") })
}

func (d *memoryDisk) Rename(from, to string) {
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

func (d *memoryDisk) Paths() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.nodes))
}

// real is the path that a path leads to through links, with the error that the real
// disk gives.
func (d *memoryDisk) real(op, p string) (string, error) {
	at, err := d.follow(p, 0)
	if err != nil {
		return "", &fs.PathError{Op: op, Path: p, Err: err}
	}
	return at, nil
}

func (d *memoryDisk) follow(p string, links int) (string, error) {
	at := "/"
	names := strings.FieldsFunc(p, func(r rune) bool { return r == '/' })
	for i, name := range names {
		at = path.Join(at, name)
		n, ok := d.nodes[at]
		switch last := i == len(names)-1; {
		case !ok:
			return "", fs.ErrNotExist
		case n.link != "" && links > 8:
			return "", syscall.ELOOP
		case n.link != "":
			return d.follow(path.Join(n.link, path.Join(names[i+1:]...)), links+1)
		case !last && !n.IsDir():
			return "", syscall.ENOTDIR
		case !last && n.denied:
			return "", fs.ErrPermission
		}
	}
	return at, nil
}

// node is what a path leads to.
func (d *memoryDisk) node(op, p string) (memoryFile, string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	at, err := d.real(op, p)
	if at == "/" {
		return memoryFile{name: "/", mode: fs.ModeDir}, at, nil
	}
	n := d.nodes[at]
	if err == nil && n.denied && op != "stat" {
		err = &fs.PathError{Op: op, Path: p, Err: fs.ErrPermission}
	}
	return n, at, err
}

func (d *memoryDisk) ReadDir(dir string) ([]fs.DirEntry, error) {
	n, real, err := d.node("open", dir)
	if err != nil {
		return nil, err
	}
	if !n.IsDir() {
		return nil, &fs.PathError{Op: "readdir", Path: dir, Err: syscall.ENOTDIR}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var entries []fs.DirEntry
	for at, n := range d.nodes {
		if rest, below := strings.CutPrefix(at, strings.TrimSuffix(real, "/")); below && strings.LastIndexByte(rest, '/') == 0 {
			entries = append(entries, fs.FileInfoToDirEntry(n))
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

func (d *memoryDisk) ReadFile(p string) ([]byte, error) {
	n, _, err := d.node("open", p)
	if err == nil && (n.mode != 0 || n.size > disk.MaxFile) {
		err = &fs.PathError{Op: "read", Path: p, Err: errors.New("is not a file to be read")}
	}
	if err != nil {
		return nil, err
	}
	return []byte(n.text), nil
}

func (d *memoryDisk) Stat(p string) (fs.FileInfo, error) {
	n, _, err := d.node("stat", p)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// RealPath resolves all links in a path.
func (d *memoryDisk) RealPath(p string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.real("lstat", p)
}

func (f memoryFile) Name() string       { return f.name }
func (f memoryFile) Size() int64        { return max(f.size, int64(len(f.text))) }
func (f memoryFile) ModTime() time.Time { return f.time }
func (f memoryFile) IsDir() bool        { return f.mode.IsDir() }
func (f memoryFile) Sys() any           { return nil }
func (f memoryFile) Mode() fs.FileMode {
	if f.denied {
		return f.mode
	}
	return f.mode | 0o755
}
