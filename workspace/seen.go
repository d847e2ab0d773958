package workspace

import (
	"path/filepath"

	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file tells which states of files schemas were found by, for those who keep what
// was found. All other looks are those of [SchemaOptions.Eyes].

// SchemaStates are the files and folders whose states decided on schemas, for sessions
// with Places. It is false if one of them has changed since, or a package refers to
// others that another search would find elsewhere.
func (s *Session) SchemaStates() (paths []string, steady func() bool) {
	m, check := s.Snapshot().schemas, schemas.NewCheck()
	var all []*schemas.Seen
	var unsteady bool
	see := func(seen *schemas.Seen) {
		all = append(all, seen)
		seen.States(func(path string) { paths = append(paths, filepath.ToSlash(path)) })
	}
	for _, p := range m.placements() {
		see(p.newest().seen)
	}
	for _, r := range m.all() {
		r.eachAnswer(func(l *lookup) {
			see(l.found.Seen)
			if again, ok := r.from.(finder); ok && l.found.Stale(check) {
				// It turned out to refer to other packages, which this search looks for too.
				found := again.Find(l.ref, schemas.Caller{})
				see(found.Seen)
				unsteady = unsteady || found.Package != l.pkg || found.Stale(check)
			}
		})
	}
	return paths, func() bool {
		now := schemas.NewCheck()
		for _, seen := range all {
			if seen == nil || now.ChangedStates(seen) {
				return false
			}
		}
		return !unsteady
	}
}
