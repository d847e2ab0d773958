package workspace

import (
	"maps"
	"slices"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file looks whether the files that schemas were found by have changed, and has
// those packages looked for again whose search could come to something else.
//
// A question that is asked again hangs on the old one until it is answered, so that
// the old answer stands meanwhile and the next snapshot after the answer has the new
// one. A program that changes its places (its project file names another plugin, a
// schema folder has come) gets the new ones when all that it asked the old ones for
// has been answered.

// placement says which schemas serve the program of a directory.
type placement struct {
	*rememberedSchemas
	seen *disk.Seen // what was looked at to decide on that; nil if it is not known

	next atomic.Pointer[placement] // what was decided later
}

// newest is what was decided last.
func (p *placement) newest() *placement {
	for p.next.Load() != nil {
		p = p.next.Load()
	}
	return p
}

// arrived is what was decided last and can be used.
func (p *placement) arrived() *placement {
	found := p
	for ; p != nil; p = p.next.Load() {
		if p.rememberedSchemas == found.rememberedSchemas || p.complete() {
			found = p
		}
	}
	return found
}

// complete reports whether all questions have an answer.
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

// newest is the question as it was asked last.
func (l *lookup) newest() *lookup {
	for l.next.Load() != nil {
		l = l.next.Load()
	}
	return l
}

// arrived is the question as it was answered last.
func (l *lookup) arrived() *lookup {
	found := l
	for ; l != nil; l = l.next.Load() {
		if l.done.Load() {
			found = l
		}
	}
	return found
}

// LookAgain looks whether files that decide on schemas, or hold them, have changed,
// and has those packages looked for again in the background. It is for sessions that
// load in the background and were made with Places, and does nothing for others. It
// looks at the disk, so it is not for those who may not wait.
func (s *Session) LookAgain() {
	s.lookAgain(func(l *lookup, check *disk.Check) bool { return l.found.Stale(check) })
}

// TryAgain has all packages looked for again that have no schema, for instance since
// a setting has changed, and has plugins asked that failed before.
func (s *Session) TryAgain() {
	if s.forgive != nil {
		s.forgive()
	}
	s.lookAgain(func(l *lookup, check *disk.Check) bool {
		return l.availability.State != schema.Ready || l.found.Stale(check)
	})
}

func (s *Session) lookAgain(stale func(*lookup, *disk.Check) bool) {
	m := s.Snapshot().schemas
	if !m.watches || m.load == nil {
		return
	}
	check := disk.NewCheck(m.fsys)
	var all []*rememberedSchemas
	for dir, p := range m.placements() {
		last := p.newest()
		if check.Changed(last.seen) {
			last = s.placeAgain(dir, last)
		}
		if r := last.rememberedSchemas; !slices.Contains(all, r) { // what new places replace would only flicker
			all = append(all, r)
		}
	}
	for _, r := range all {
		r.askAgain(func(l *lookup) bool { return stale(l, check) })
	}
}

// askAgain asks those questions again whose answer is stale.
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

// placements are those of all programs, by directory.
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

// follow puts a decision after the last one for a directory, with the questions that
// must be answered before it can be used, of which it returns the new ones. The next
// snapshot is not made meanwhile: it would not know of the decision. A decision of a
// former era is dropped, as it may rest on what has been taken back, such as trust.
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

// asked are the packages that were asked for.
func (r *rememberedSchemas) asked() []schema.Ref {
	r.mu.Lock()
	defer r.mu.Unlock()
	var refs []schema.Ref
	for _, l := range r.found {
		refs = append(refs, l.ref)
	}
	return refs
}

// expect makes questions for packages that nobody has asked for yet.
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

// Watched are the folders in which a change can lead to other schemas, with the names
// that count there; without names all count. Those who cannot be told of changes, or
// not of all, use [Session.LookAgain] from time to time.
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
	for _, r := range m.all() {
		r.eachAnswer(func(l *lookup) { l.found.Seen.Folders(note) })
	}
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

// eachAnswer visits the newest answers.
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
