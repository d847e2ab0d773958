package workspace

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file tells what the findings of a program depend on, for a caller that keeps them, and forgets
// programs, for a caller with more of them than memory.

// Reads are the files, directories and absent paths that were looked at for the program of a
// directory, its components and their schemas. It is false if the snapshot does not know. The
// session must record them, and the program must have been checked.
func (s *Snapshot) Reads(dir string) ([]*disk.Seen, bool) {
	var all []*disk.Seen
	known := map[string]bool{}
	for dirs := []string{disk.Clean(dir)}; len(dirs) > 0; dirs = dirs[1:] {
		if known[dirs[0]] {
			continue
		}
		known[dirs[0]] = true
		f := s.folder(dirs[0])
		if f == nil {
			continue // what can be no directory
		}
		state := f.read()
		if state.reads == nil {
			return nil, false
		}
		all = append(all, state.reads)
		all = append(all, s.schemas.seenFor(standsIn(dirs[0])))
		found, ok := state.asked.seen()
		if !ok {
			return nil, false
		}
		all = append(all, found...)
		dirs = append(dirs, state.used()...)
	}
	return all, true
}

// seenFor is what the decision about a directory looked at; nil if that is unknown.
func (m *schemaMemory) seenFor(dir string) *disk.Seen {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.byDir[dir]; p != nil {
		return p.seen
	}
	return nil
}

// seen is what the searches for the packages looked at. It is false if somebody else may find
// another package now.
func (a *askedSchemas) seen() ([]*disk.Seen, bool) {
	var all []*disk.Seen
	for _, l := range a.lookups() {
		seen, ok := l.complete(a.from)
		if !ok {
			return nil, false
		}
		all = append(all, seen)
	}
	return all, true
}

// complete is everything that decides on the result of a search. It is false if that is unknown.
func (l *lookup) complete(from analysis.Schemas) (*disk.Seen, bool) {
	f, ok := from.(finder)
	if !ok { // schemas that were given stay
		return nil, true
	}
	found := l.again.Load()
	if found == nil {
		found = &l.found
	}
	if found.IsIncomplete() { // it has learned more since
		again := f.Find(l.ref, schemas.Caller{})
		found = &again
		l.again.Store(found)
	}
	return found.Seen, found.Package == l.pkg && !found.IsIncomplete()
}

// Forget drops what was read of a directory. A snapshot that is asked about it again reads it again,
// and finds what is there then.
func (s *Snapshot) Forget(dir string) {
	dir = disk.Clean(dir)
	s.mu.Lock()
	delete(s.folders, dir)
	s.mu.Unlock()
	s.session.reports.forget(dir)
	s.schemas.forget(standsIn(dir))
}

// forget drops the report about a directory, and what rules say about it.
func (m *reportMemory) forget(dir string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.byDir, dir)
	delete(m.rules, dir)
}

// forget drops the decision about the program of a directory. What was found for it stays for other
// programs with the same places.
func (m *schemaMemory) forget(dir string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.byDir, dir)
}
