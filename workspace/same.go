package workspace

import (
	"io/fs"
	"os"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// This file tells whether two paths lead to one file: through symbolic links, or because
// the file system does not tell small letters from capital ones, or a letter with its
// accent from the letter and the accent.

// SameFiles is implemented by a file system whose descriptions of files are not those of
// the operating system.
type SameFiles interface {
	// SameFile reports whether two descriptions are of one file.
	SameFile(a, b fs.FileInfo) bool
}

// Identity is what a file or directory is, however it is named. The zero value is that of
// nothing.
type Identity struct {
	info fs.FileInfo
	fsys FS
}

// Identity looks at what a path leads to.
func (s *Snapshot) Identity(path string) Identity {
	if !isFilePath(path) {
		return Identity{}
	}
	info, err := s.fsys.Stat(path)
	if err != nil {
		return Identity{}
	}
	return Identity{info, s.fsys}
}

// Is reports whether two paths led to the same file or directory; nothing is not the same
// as nothing.
func (i Identity) Is(other Identity) bool {
	if i.info == nil || other.info == nil {
		return false
	}
	if own, ok := i.fsys.(SameFiles); ok {
		return own.SameFile(i.info, other.info)
	}
	return os.SameFile(i.info, other.info)
}

// Folded is a name without what some file systems do not tell apart: small letters from
// capital ones, and the ways in which Unicode composes a letter. Two names that are equal
// then may be of one file; only a look at the disk can tell.
func Folded(name string) string {
	return strings.ToLower(strings.ToUpper(norm.NFC.String(name)))
}

// alike reports whether two names are equal when [Folded]. Among names in
// ASCII it allocates nothing.
func alike(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	return !(isASCII(a) && isASCII(b)) && Folded(a) == Folded(b)
}

func isASCII(name string) bool {
	for i := range len(name) {
		if name[i] >= 0x80 {
			return false
		}
	}
	return true
}

// openAs reports whether a file on disk is open under a name in other letters.
func (s *Snapshot) openAs(path string) bool {
	for other := range s.overlays {
		if other != path && alike(other, path) && s.Identity(other).Is(s.Identity(path)) {
			return true
		}
	}
	return false
}
