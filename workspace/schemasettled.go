package workspace

import (
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file is for commands that keep what a session came to.

// SchemasSettled reports whether searching again would find the same packages. That is
// not so if a schema changed meanwhile, or if a package refers to another one that is
// now found elsewhere. Whatever it looks at counts as looked at by the session.
func (s *Session) SchemasSettled() bool {
	m, settled := s.Snapshot().schemas, true
	check := disk.NewCheck(m.fsys)
	for _, p := range m.placements() {
		settled = settled && !check.Changed(p.newest().seen)
	}
	for r := range m.all() {
		r.eachAnswer(func(l *lookup) {
			if again, ok := r.from.(finder); ok && l.found.Stale(check) {
				found := again.Find(l.ref, schemas.Caller{})
				settled = settled && found.Package == l.pkg && !found.Stale(check)
			}
		})
	}
	return settled
}
