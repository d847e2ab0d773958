// This file keeps directories that have two names, as symbolic links and file systems
// give them, from being reported twice.

package lsp

import (
	"context"
	"path"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// twins remembers which directories are the same, until directories may have come or gone.
type twins struct {
	mu     sync.Mutex // guards the fields below
	listed uint64
	known  map[[2]string]bool
}

// same reports whether two directories are one under two names. Only names that can be
// such are looked at on disk: one outside of the folders of the workspace, which a link
// may lead to, and the same in other letters.
func (t *twins) same(snapshot *workspace.Snapshot, f *focus, a, b string) bool {
	if a == b || !strings.EqualFold(a, b) && f.covers(a) && f.covers(b) {
		return a == b
	}
	_, listed := f.roots()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil || t.listed != listed {
		t.known, t.listed = map[[2]string]bool{}, listed
	}
	same, known := t.known[[2]string{a, b}]
	if !known {
		same = snapshot.Same(a, b)
		t.known[[2]string{a, b}] = same
	}
	return same
}

// doubled reports whether the closed files of an open program are shown by another open
// one: the one in a folder of the workspace, or else the first by name.
func (s *server) doubled(v *view, program string, open map[string]bool) bool {
	for other := range open {
		inside := s.focus.covers(other)
		before := inside && !s.focus.covers(program) || inside == s.focus.covers(program) && other < program
		if other != program && before && s.twins.same(v.snapshot, &s.focus, other, program) {
			return true
		}
	}
	return false
}

// openDirs are the directories of open documents that may be in a program. No program is
// asked for: that of the edited document comes first.
func (v *view) openDirs() map[string]bool {
	dirs := map[string]bool{}
	for _, name := range v.snapshot.Open() {
		if strings.HasSuffix(name, ".pp") {
			dirs[path.Dir(name)] = true
		}
	}
	return dirs
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
