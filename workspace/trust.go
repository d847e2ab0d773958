package workspace

import (
	"path"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file decides which plugins come from the workspace, and so need trust.
//
// Plugins that the project names and those on the PATH always do, since a workspace can
// influence both. The Pulumi home belongs to the user, unless it lies in the workspace: then
// the author of the workspace may have put its plugins there. This holds for the default
// place too: variables decide where the home of a user is, and scripts of a workspace set
// variables.

// openFolders says whether the Pulumi home lies in the folders that are open in the editor.
type openFolders struct {
	folders []string
	brought bool
	seen    *disk.Seen
}

// homeBrought reports whether the Pulumi home lies in the workspace of the program in a
// directory.
func (s *SchemaPlaces) homeBrought(seen *disk.Seen, dir string) bool {
	if s.options.Home == "" {
		return false
	}
	return s.options.Workspace != nil && s.openFolders().brought || disk.IsPath(dir) && liesIn(seen, disk.Clean(s.options.Home), root(seen, dir))
}

// openFolders looks at the folders once for all programs: there may be hundreds of both.
func (s *SchemaPlaces) openFolders() *openFolders {
	folders := s.options.Workspace()
	if known := s.open.Load(); known != nil && slices.Equal(folders, known.folders) {
		return known
	}
	open := &openFolders{folders: folders, seen: disk.Watch(s.options.FS)}
	for _, folder := range folders {
		open.brought = open.brought || liesIn(open.seen, disk.Clean(s.options.Home), folder)
	}
	s.open.Store(open)
	return open
}

// changed reports whether something about the folders looks different now, and forgets them then.
func (s *SchemaPlaces) changed(check *disk.Check) bool {
	known := s.open.Load()
	return known != nil && check.Changed(known.seen) && s.open.CompareAndSwap(known, nil)
}

// root is the directory that a program is distributed in: its repository, or else its
// project, or else its own directory.
func root(seen *disk.Seen, dir string) string {
	for d := dir; ; d = path.Dir(d) {
		if _, err := seen.Stat(path.Join(d, ".git")); !disk.IsAbsent(err) {
			return d
		}
		if path.Dir(d) == d {
			break
		}
	}
	if p := stackfile.ProjectOf(seen, dir); p.Path != "" {
		return path.Dir(p.Path)
	}
	return dir
}

// liesIn reports whether a path lies in a folder, by its name or through links.
func liesIn(seen *disk.Seen, p, folder string) bool {
	if disk.Inside(p, folder) {
		return true
	}
	_, _ = seen.RealPath(folder) // it may become another one
	top := disk.IdentityOf(seen, folder)
	at, err := seen.RealPath(p)
	if err != nil {
		at = p
	}
	for ; ; at = path.Dir(at) {
		if disk.IdentityOf(seen, at).Is(top) {
			return true
		}
		if path.Dir(at) == at {
			return false
		}
	}
}
