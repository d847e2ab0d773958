// This file implements the focus: which programs are checked, and in which order. A directory with two names, through
// a symbolic link or a file system that ignores case, is reported once.

package publish

import (
	"context"
	"iter"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// Scope says which programs are checked.
type Scope string

const (
	// ScopeWorkspace covers the programs of open documents and those in the workspace folders. It is the default, since users of other languages expect it:
	// editing a component shows what breaks in programs that are not open.
	ScopeWorkspace Scope = "workspace"
	// ScopeOpen covers only the programs of open documents.
	ScopeOpen Scope = "open"
)

// focus decides which programs to check, and in which order, as far as that does not depend on texts.
type focus struct {
	mu         sync.Mutex // guards the fields below
	recent     []string   // documents, the last edited one first; the list itself never changes
	folders    []string   // of the workspace
	inside     disk.PathSet
	scope      Scope
	generation uint64 // changes when directories may have come or gone
}

// edited puts a document first.
func (f *focus) edited(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.recent) > 0 && f.recent[0] == path {
		return
	}
	f.recent = append([]string{path}, f.without(path)...)
}

func (f *focus) closed(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.recent = f.without(path)
}

// without returns a new list of the documents except one.
func (f *focus) without(path string) []string {
	return slices.DeleteFunc(slices.Clone(f.recent), func(other string) bool { return other == path })
}

// relist notes that directories may have come or gone.
func (f *focus) relist() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.generation++
}

// SetScope sets which programs are checked.
func (f *focus) SetScope(s Scope) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.scope = s
}

// SetFolders sets the folders of the workspace. The caller must not change the slice afterwards.
func (f *focus) SetFolders(folders []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.folders, f.inside = folders, disk.PathSetOf(folders...)
	f.generation++
}

// order yields the open documents, the last edited one first.
func (f *focus) order(snapshot *workspace.Snapshot) iter.Seq[string] {
	f.mu.Lock()
	recent := f.recent
	f.mu.Unlock()
	return func(yield func(string) bool) {
		for _, path := range recent { // opening a document counts as editing it
			if _, _, open, _ := snapshot.File(path); open && !yield(path) {
				return
			}
		}
	}
}

// roots are directories to search for programs.
type roots struct {
	folders    []string
	generation uint64 // of the directories below them
}

// roots returns the directories to search in the current scope.
func (f *focus) roots() roots {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.scope == ScopeOpen {
		return roots{nil, f.generation}
	}
	return roots{f.folders, f.generation}
}

// workspace returns the folders of the workspace, whatever the scope.
func (f *focus) workspace() roots {
	f.mu.Lock()
	defer f.mu.Unlock()
	return roots{f.folders, f.generation}
}

// FolderOf returns the innermost folder of the workspace that a directory is in, whatever the scope.
func (f *focus) FolderOf(dir string) (folder string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.inside.Innermost(dir)
}

// Covers reports whether the program in a directory is checked even if none of its documents is open.
func (f *focus) Covers(dir string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.scope != ScopeOpen && f.inside.Covers(dir)
}

// aliases remembers the identity of directories on disk until some may have come or gone.
type aliases struct {
	mu         sync.Mutex // guards the fields below
	generation uint64
	known      map[string]disk.Identity
}

// same reports whether two names stand for one directory.
func (a *aliases) same(snapshot *workspace.Snapshot, generation uint64, x, y string) bool {
	if x == y {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil || a.generation != generation {
		a.known, a.generation = map[string]disk.Identity{}, generation
	}
	return a.identity(snapshot, x).Is(a.identity(snapshot, y))
}

// identity looks up a directory on disk once. The caller holds mu.
func (a *aliases) identity(snapshot *workspace.Snapshot, dir string) disk.Identity {
	is, known := a.known[dir]
	if !known {
		is = snapshot.Identity(dir)
		a.known[dir] = is
	}
	return is
}

// openDirs are the directories of open documents that may be part of a program. Only two kinds of directories can be aliases: those outside the workspace
// folders, which a link may lead to, and those whose names differ only by folding. So a workspace with hundreds of open programs needs no disk access.
type openDirs struct {
	inside  map[string][]string // those in workspace folders, by their folded names
	outside []string
}

// openCache is the last result of openDirs and what it was made of. The zero value is ready to use. It is safe for concurrent use.
//
// Why: each keystroke needs it twice, and the documents are the same nearly always.
type openCache struct {
	mu   sync.Mutex // guards the fields below
	open []string
	in   []string // the folders of the workspace
	dirs openDirs
}

// openDirs does not create any program, since the program of the edited document comes first.
func (p *Publisher) openDirs(v View) openDirs {
	c, open, in := &p.open, v.Snapshot.Open(), p.focus.roots().folders
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dirs.inside == nil || !sameList(c.open, open) || !sameList(c.in, in) {
		c.open, c.in, c.dirs = open, in, p.sortOpen(open)
	}
	return c.dirs
}

// sameList reports whether two lists are one in memory.
func sameList(a, b []string) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func (p *Publisher) sortOpen(documents []string) openDirs {
	open, seen := openDirs{inside: map[string][]string{}}, map[string]bool{}
	for _, name := range documents {
		dir := path.Dir(name)
		if !strings.HasSuffix(name, ".pp") || seen[dir] {
			continue
		}
		seen[dir] = true
		if p.Covers(dir) {
			open.inside[disk.Folded(dir)] = append(open.inside[disk.Folded(dir)], dir)
		} else {
			open.outside = append(open.outside, dir)
		}
	}
	slices.Sort(open.outside)
	return open
}

// candidates yields the open directories in workspace folders that may be an alias of a directory.
func (o openDirs) candidates(dir string, inside bool) iter.Seq[string] {
	if inside {
		return slices.Values(o.inside[disk.Folded(dir)])
	}
	return func(yield func(string) bool) {
		for _, dirs := range o.inside {
			for _, dir := range dirs {
				if !yield(dir) {
					return
				}
			}
		}
	}
}

// anyAlias reports whether one of some directories is an alias of this one. A nil filter accepts all.
func (p *Publisher) anyAlias(v View, dir string, in iter.Seq[string], filter func(other string) bool) bool {
	generation := p.focus.roots().generation
	for other := range in {
		if (filter == nil || filter(other)) && p.aliases.same(v.Snapshot, generation, other, dir) {
			return true
		}
	}
	return false
}

func (p *Publisher) isOpenAlias(v View, open openDirs, dir string) bool {
	return p.anyAlias(v, dir, open.candidates(dir, p.Covers(dir)), nil) || p.anyAlias(v, dir, slices.Values(open.outside), nil)
}

// isAliased reports whether another open program shows the closed files of this one: the alias in a workspace folder, otherwise the first alias by name.
func (p *Publisher) isAliased(v View, program string, open openDirs) bool {
	first := func(other string) bool { return other < program }
	if p.Covers(program) {
		return p.anyAlias(v, program, open.candidates(program, true), first)
	}
	return p.anyAlias(v, program, open.candidates(program, false), nil) ||
		p.anyAlias(v, program, slices.Values(open.outside), first)
}

// openOnly keeps only the findings of open documents.
func openOnly(of find) find {
	return func(ctx context.Context, _ *listing, early func(*listing, bool)) (*listing, error) {
		l, err := of(ctx, nil, func(l *listing, current bool) { early(l.open(), current) })
		if err != nil {
			return nil, err
		}
		return l.open(), nil
	}
}
