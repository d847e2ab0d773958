// This file implements the focus: which programs are checked, and in which order.

package publish

import (
	"iter"
	"slices"
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

// closed forgets a document.
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

func (f *focus) setScope(s Scope) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.scope = s
}

func (f *focus) setFolders(folders []string) {
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

// folderOf returns the innermost folder of the workspace that a directory is in.
func (f *focus) folderOf(dir string) (folder string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.inside.Innermost(dir)
}

// covers reports whether a directory is inside the roots.
func (f *focus) covers(dir string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.scope != ScopeOpen && f.inside.Covers(dir)
}
