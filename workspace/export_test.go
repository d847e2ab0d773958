package workspace

import (
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// NewSchemaPlaces finds schemas in files and folders, next to programs and in a Pulumi home.
func NewSchemaPlaces(given []string, home string) *SchemaPlaces {
	return SchemasAt(SchemaOptions{Given: given, Home: home})
}

// In returns the schemas for the program of a directory.
func (s *SchemaPlaces) In(dir string) analysis.Schemas {
	found, _ := s.inSeen(dir)
	return found
}

// Folders returns the schema folders next to a program and above it, the nearest first.
func (s *SchemaPlaces) Folders(dir string) []string {
	folders, _ := s.FoldersSeen(dir)
	return folders
}

// FoldersSeen also returns what was looked at.
func (s *SchemaPlaces) FoldersSeen(dir string) ([]string, *disk.Seen) {
	seen := disk.Watch(s.options.FS)
	return s.folders(seen, dir), seen
}

// Folders returns the directories that the session knows, sorted.
func (s *Snapshot) Folders() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.folders))
}

// LooksLikePCL reports whether the text of a .pp file is PCL.
func LooksLikePCL(text string) bool {
	v := sniff(syntax.Parse("", text, nil))
	return v == isPCL || v == isBegun
}

// What is known of states.
type StateQuestion = stateQuestion

var NewStateBook = newStateBook
