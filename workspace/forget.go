package workspace

import "github.com/pcl-lsp/pcl-lsp/workspace/disk"

// This file forgets programs, for a caller with more of them than memory.

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
