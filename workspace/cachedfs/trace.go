package cachedfs

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"io/fs"
	"slices"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/filestate"
)

// This file implements traces: what was seen, and whether it still is so.

// Kind is a way to look at a path.
type Kind uint8

const (
	Thing Kind = iota // what there is
	Names             // the names in a directory
	Text              // the text of a file
	File              // the state of a file or directory
)

// State is what there is at a path.
type State uint8

const (
	Absent     State = iota // nothing, or nothing that can be looked at
	Folder                  // a directory
	Regular                 // a file
	Large                   // a file that is too large to be read
	Other                   // something else, such as a pipe
	Unreadable              // what cannot be read as it was meant to
	Unsteady                // something that changed between two looks
)

// Sight is what one look showed.
type Sight struct {
	Path  string
	Kind  Kind
	State State
	Stamp filestate.Stamp // the zero value where it does not count
	Sum   [sha256.Size]byte
}

// Trace is what was seen in a run. It can be encoded.
type Trace struct {
	Salt   [saltSize]byte
	Sights []Sight // by path and kind
}

const saltSize = 16

func newSalt() (salt [saltSize]byte) {
	_, _ = rand.Read(salt[:]) // never fails
	return salt
}

// Trace is what was seen so far, and in which states files and directories are that
// others read. The second result is false if something has changed between two looks,
// or so lately that its next state may look the same.
func (c *FS) Trace(states []string) (Trace, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := Trace{Salt: c.salt}
	for p, f := range c.folders {
		t.Sights = append(t.Sights, c.sightOfNames(p, f.entries, f.err))
	}
	for p, found := range c.things {
		t.Sights = append(t.Sights, Sight{Path: p, Kind: Thing, State: stateOf(found.info, found.err)})
	}
	for _, seen := range c.texts {
		t.Sights = append(t.Sights, seen)
	}
	for _, p := range states {
		t.Sights = append(t.Sights, c.sightOfFile(p))
	}
	slices.SortFunc(t.Sights, func(a, b Sight) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind)) })
	t.Sights = slices.Compact(t.Sights)
	return t, !slices.ContainsFunc(t.Sights, func(seen Sight) bool { return seen.State == Unsteady })
}

// Holds reports whether everything still looks as it did. Each does independent work,
// as [workspace.Snapshot.Each] does.
func (t Trace) Holds(base workspace.FS, each func(n int, do func(i int))) bool {
	now := &FS{base: base, salt: t.Salt}
	var differs atomic.Bool
	const atOnce = 64
	each((len(t.Sights)+atOnce-1)/atOnce, func(i int) {
		for _, seen := range t.Sights[i*atOnce : min(len(t.Sights), (i+1)*atOnce)] {
			if differs.Load() {
				return
			}
			if !now.shows(seen) {
				differs.Store(true)
			}
		}
	})
	return !differs.Load()
}

// shows reports whether a path looks as it did.
func (c *FS) shows(seen Sight) bool {
	if seen.Kind == Names {
		entries, err := c.base.ReadDir(seen.Path)
		return c.sightOfNames(seen.Path, entries, err) == seen
	}
	info, statErr := c.base.Stat(seen.Path)
	stamped := seen.Stamp != filestate.Stamp{}
	switch {
	case stamped && statErr == nil && filestate.Of(info) == seen.Stamp:
		return true
	case seen.Kind == Thing || seen.Kind == File && (stamped || seen.State != Regular):
		return !stamped && stateOf(info, statErr) == seen.State
	}
	text, err := c.base.ReadFile(seen.Path)
	if err != nil {
		return seen.State == Unreadable && c.sum([]byte(err.Error())) == seen.Sum
	}
	return seen.State == Regular && c.sum(text) == seen.Sum
}

func (c *FS) sum(text []byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write(c.salt[:])
	h.Write(text)
	h.Sum(sum[:0])
	return sum
}

func (c *FS) sightOfNames(dir string, entries []fs.DirEntry, err error) Sight {
	seen := Sight{Path: dir, Kind: Names, State: Folder}
	if err != nil {
		seen.State = Unreadable
		if workspace.IsAbsent(err) {
			seen.State = Absent
		}
		seen.Sum = c.sum([]byte(err.Error()))
		return seen
	}
	var list []byte
	for _, e := range entries { // sorted by name
		list = append(append(list, e.Name()...), 0, byte(e.Type()>>24), byte(e.Type()>>16))
	}
	seen.Sum = c.sum(list)
	return seen
}

// sightOfFile is the state of a file that others read. One that changed lately is
// hashed, as its stamp may be that of its next state.
func (c *FS) sightOfFile(p string) Sight {
	info, err := c.base.Stat(p)
	seen := Sight{Path: p, Kind: File, State: stateOf(info, err)}
	if err != nil {
		return seen
	}
	if seen.Stamp = c.settled(filestate.Of(info)); seen.Stamp != (filestate.Stamp{}) {
		return seen
	}
	text, err := c.base.ReadFile(p)
	if err != nil {
		seen.State = Unsteady // there is nothing to compare it with
		return seen
	}
	seen.Sum = c.sum(text)
	return seen
}

func stateOf(info fs.FileInfo, err error) State {
	switch {
	case err != nil && workspace.IsAbsent(err):
		return Absent
	case err != nil:
		return Unreadable
	case info.IsDir():
		return Folder
	case !info.Mode().IsRegular():
		return Other
	case info.Size() > workspace.MaxFile:
		return Large
	}
	return Regular
}
