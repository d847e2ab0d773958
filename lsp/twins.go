// This file keeps directories that have two names, as symbolic links and file systems
// give them, from being reported twice.

package lsp

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

// twins remembers what directories are on disk, until some may have come or gone.
type twins struct {
	mu     sync.Mutex // guards the fields below
	listed uint64
	known  map[string]disk.Identity
}

// same reports whether two directories are one under two names.
func (t *twins) same(snapshot *workspace.Snapshot, f *focus, a, b string) bool {
	if a == b {
		return true
	}
	_, listed := f.roots()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil || t.listed != listed {
		t.known, t.listed = map[string]disk.Identity{}, listed
	}
	return t.identity(snapshot, a).Is(t.identity(snapshot, b))
}

// identity looks at a directory once; t.mu is held.
func (t *twins) identity(snapshot *workspace.Snapshot, dir string) disk.Identity {
	is, known := t.known[dir]
	if !known {
		is = snapshot.Identity(dir)
		t.known[dir] = is
	}
	return is
}

// openDirs are the directories of open documents that may be in a program, for the
// question which of them another directory may be. Only names that can be such are looked
// at on disk: one outside of the folders of the workspace, which a link may lead to, and
// the same in other letters. So a workspace with hundreds of open programs asks about
// none.
type openDirs struct {
	inside  map[string][]string // those in folders of the workspace, by their names as folded
	outside []string
}

// openDirs asks for no program: that of the edited document comes first.
func (s *server) openDirs(v *view) openDirs {
	open, seen := openDirs{inside: map[string][]string{}}, map[string]bool{}
	for _, name := range v.snapshot.Open() {
		dir := path.Dir(name)
		if !strings.HasSuffix(name, ".pp") || seen[dir] {
			continue
		}
		seen[dir] = true
		if s.focus.covers(dir) {
			open.inside[disk.Folded(dir)] = append(open.inside[disk.Folded(dir)], dir)
		} else {
			open.outside = append(open.outside, dir)
		}
	}
	slices.Sort(open.outside)
	return open
}

// another reports whether one of some open directories is this one; only those that are
// wanted, if that matters.
func (s *server) another(v *view, dir string, in iter.Seq[string], wanted func(other string) bool) bool {
	for other := range in {
		if (wanted == nil || wanted(other)) && s.twins.same(v.snapshot, &s.focus, other, dir) {
			return true
		}
	}
	return false
}

// likeInside are the open directories in the folders of the workspace that a directory may
// be.
func (o openDirs) likeInside(dir string, inside bool) iter.Seq[string] {
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

// shows reports whether a closed directory is one that is open.
func (s *server) shows(v *view, open openDirs, dir string) bool {
	return s.another(v, dir, open.likeInside(dir, s.focus.covers(dir)), nil) || s.another(v, dir, slices.Values(open.outside), nil)
}

// doubled reports whether the closed files of an open program are shown by another open
// one: the one in a folder of the workspace, or else the first by name.
func (s *server) doubled(v *view, program string, open openDirs) bool {
	first := func(other string) bool { return other < program }
	if s.focus.covers(program) {
		return s.another(v, program, open.likeInside(program, true), first)
	}
	return s.another(v, program, open.likeInside(program, false), nil) ||
		s.another(v, program, slices.Values(open.outside), first)
}

// opened keeps to the findings of open documents.
func opened(find func(context.Context, any, func([]findings)) (result, error)) func(context.Context, any, func([]findings)) (result, error) {
	keep := func(all []findings) (kept []findings) {
		for _, f := range all {
			if f.open() {
				kept = append(kept, f)
			}
		}
		return kept
	}
	return func(ctx context.Context, last any, early func([]findings)) (result, error) {
		r, err := find(ctx, last, func(all []findings) { early(keep(all)) })
		r.files = keep(r.files)
		return r, err
	}
}
