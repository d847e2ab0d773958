package workspace

import (
	"io/fs"
	"os"
	"strings"
)

// This file tells whether two paths lead to one file: through symbolic links, or because
// the file system does not tell small letters from capital ones.

// SameFiles is implemented by a file system whose descriptions of files are not those of
// the operating system.
type SameFiles interface {
	// SameFile reports whether two descriptions are of one file.
	SameFile(a, b fs.FileInfo) bool
}

// Same reports whether two paths lead to the same file or directory.
func (s *Snapshot) Same(a, b string) bool {
	if a == b {
		return true
	}
	if !isFilePath(a) || !isFilePath(b) {
		return false
	}
	first, err := s.fsys.Stat(a)
	if err != nil {
		return false
	}
	second, err := s.fsys.Stat(b)
	if err != nil {
		return false
	}
	if own, ok := s.fsys.(SameFiles); ok {
		return own.SameFile(first, second)
	}
	return os.SameFile(first, second)
}

// openAs reports whether a file on disk is open under a name in other letters.
func (s *Snapshot) openAs(path string) bool {
	for other := range s.overlays {
		if len(other) == len(path) && other != path && strings.EqualFold(other, path) && s.Same(other, path) {
			return true
		}
	}
	return false
}
