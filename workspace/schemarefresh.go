package workspace

import (
	"maps"
	"slices"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file refreshes schemas: it checks whether the files that a search looked at
// changed, and repeats searches whose result could differ.
//
// A repeated search is linked to the old one until it has a result. Until then the old
// result stays valid; the next snapshot afterwards has the new one. A program whose
// places change, for instance because its project file names another plugin, gets the new
// places once everything it asked the old ones for has a result.

// placement says which schemas serve the program of a directory.
type placement struct {
	*rememberedSchemas
	seen *disk.Seen // what the decision looked at; nil if that is unknown

	next atomic.Pointer[placement] // the next decision
}

// newest is the last decision.
func (p *placement) newest() *placement {
	for p.next.Load() != nil {
		p = p.next.Load()
	}
	return p
}

// arrived is the last decision that can be used.
func (p *placement) arrived() *placement {
	found := p
	for ; p != nil; p = p.next.Load() {
		if p.rememberedSchemas == found.rememberedSchemas || p.complete() {
			found = p
		}
	}
	return found
}

func (r *rememberedSchemas) complete() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.found {
		if !l.done.Load() {
			return false
		}
	}
	return true
}

// newest is the last search.
func (l *lookup) newest() *lookup {
	for l.next.Load() != nil {
		l = l.next.Load()
	}
	return l
}

// arrived is the last search with a result.
func (l *lookup) arrived() *lookup {
	found := l
	for ; l != nil; l = l.next.Load() {
		if l.done.Load() {
			found = l
		}
	}
	return found
}

// RefreshSchemas checks whether files that decide on schemas, or hold them, changed, and
// repeats those searches in the background. It reports whether programs have other
// schemas already: those that other programs were using. It does nothing unless the
// session was made with Places and loads in the background. It looks at the disk, so
// callers that must not wait cannot use it.
func (s *Session) RefreshSchemas() bool {
	return s.lookAgain(func(l *lookup, check *disk.Check) bool { return l.found.Stale(check) })
}

// RetrySchemas repeats the searches for all packages without a schema, for instance
// because a setting changed, and asks plugins again that failed. Its result is that of
// [Session.RefreshSchemas].
func (s *Session) RetrySchemas() bool {
	if s.places != nil && s.places.options.Forgive != nil {
		s.places.options.Forgive()
	}
	return s.lookAgain(func(l *lookup, check *disk.Check) bool {
		return l.availability.State != schema.Ready || l.found.Stale(check)
	})
}

func (s *Session) lookAgain(stale func(*lookup, *disk.Check) bool) (changed bool) {
	m := s.Snapshot().schemas
	if !m.watches || m.load == nil {
		return false
	}
	check := disk.NewCheck(m.fsys)
	moved := s.places != nil && s.places.changed(check)
	all := map[*rememberedSchemas]bool{}
	for dir, p := range m.placements() {
		last := p.newest()
		if moved || check.Changed(last.seen) {
			before := last.rememberedSchemas
			last = s.placeAgain(dir, last)
			changed = changed || last.rememberedSchemas != before && last.complete()
		}
		all[last.rememberedSchemas] = true // replaced places would only flicker
	}
	for r := range all {
		r.askAgain(func(l *lookup) bool { return stale(l, check) })
	}
	if changed { // no search will end, and tell so
		s.Apply(SchemasArrived{})
	}
	return changed
}

// askAgain repeats stale searches.
func (r *rememberedSchemas) askAgain(stale func(*lookup) bool) {
	r.mu.Lock()
	known := slices.Collect(maps.Values(r.found))
	r.mu.Unlock()
	for _, l := range known {
		last := l.newest()
		if !last.done.Load() || !stale(last) {
			continue
		}
		again := &lookup{ref: last.ref}
		if last.next.CompareAndSwap(nil, again) {
			r.begin(again)
		}
	}
}

// placements are the placements of all programs, by directory.
func (m *schemaMemory) placements() map[string]*placement {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.byDir)
}

// placeAgain decides again on the schemas for the program of a directory.
func (s *Session) placeAgain(dir string, old *placement) *placement {
	m := s.Snapshot().schemas
	from, seen := m.find(dir)
	next, begun := s.follow(dir, old, from, seen, m.era)
	for _, l := range begun {
		next.begin(l)
	}
	return next
}

// follow appends a decision to the last one for a directory, and returns the new searches
// that must have a result before the decision can be used. It excludes the making of the
// next snapshot, which would not know the decision. A decision of an earlier era is
// dropped: it may rest on something that was withdrawn, such as trust.
func (s *Session) follow(dir string, old *placement, from analysis.Schemas, seen *disk.Seen, era int) (*placement, []*lookup) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.Snapshot().schemas
	if m.era != era {
		return old, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.byDir[dir]; p != nil {
		old = p.newest()
	}
	next := &placement{rememberedSchemas: old.rememberedSchemas, seen: seen}
	var begun []*lookup
	if from != nil && from != old.from {
		next.rememberedSchemas = m.remembered(from)
		begun = next.expect(old.asked())
	}
	old.next.Store(next)
	return next, begun
}

// asked are the packages that were searched for.
func (r *rememberedSchemas) asked() []schema.Ref {
	r.mu.Lock()
	defer r.mu.Unlock()
	var refs []schema.Ref
	for _, l := range r.found {
		refs = append(refs, l.ref)
	}
	return refs
}

// expect adds searches for packages that nobody has asked for yet.
func (r *rememberedSchemas) expect(refs []schema.Ref) []*lookup {
	r.mu.Lock()
	defer r.mu.Unlock()
	var begun []*lookup
	for _, ref := range refs {
		if _, asked := r.found[refKey(ref)]; !asked {
			l := &lookup{ref: ref}
			r.found[refKey(ref)] = remembered{l, false}
			begun = append(begun, l)
		}
	}
	return begun
}

// Watched are the folders in which a change can lead to other schemas, or to another state of a
// stack, with the names that count there; no names mean all. Clients that cannot watch all of them call
// [Session.RefreshSchemas] periodically.
func (s *Session) Watched() map[string][]string {
	names := map[string]map[string]bool{}
	whole := map[string]bool{}
	note := func(folder, name string) {
		if names[folder] == nil {
			names[folder] = map[string]bool{}
		}
		if name == "" {
			whole[folder] = true
		} else {
			names[folder][name] = true
		}
	}
	m := s.Snapshot().schemas
	for _, p := range m.placements() {
		p.newest().seen.Folders(note)
	}
	if s.places != nil {
		if open := s.places.open.Load(); open != nil {
			open.seen.Folders(note)
		}
	}
	for r := range m.all() {
		r.eachAnswer(func(l *lookup) { l.found.Seen.Folders(note) })
	}
	s.Snapshot().states.Folders(note)
	watched := map[string][]string{}
	for folder, inside := range names {
		if whole[folder] {
			watched[folder] = nil
		} else {
			watched[folder] = slices.Sorted(maps.Keys(inside))
		}
	}
	return watched
}

// eachAnswer visits the newest results.
func (r *rememberedSchemas) eachAnswer(visit func(*lookup)) {
	r.mu.Lock()
	known := slices.Collect(maps.Values(r.found))
	r.mu.Unlock()
	for _, l := range known {
		if last := l.arrived(); last.done.Load() {
			visit(last)
		}
	}
}
