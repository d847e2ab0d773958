package disk

import (
	"io/fs"
	"os"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// This file tells whether two paths lead to one file: through symbolic links, or because
// the file system ignores the case of letters or how Unicode composes them.

// SameFiles is implemented by a file system whose file descriptions are not those of
// the operating system.
type SameFiles interface {
	// SameFile reports whether two descriptions are of one file.
	SameFile(a, b fs.FileInfo) bool
}

// Identity identifies a file or directory, whatever path leads to it. The zero value
// identifies nothing.
type Identity struct {
	info fs.FileInfo
	fsys FS
}

// IdentityOf looks at a path. It is the zero value if nothing can be seen there.
func IdentityOf(fsys FS, path string) Identity {
	info, err := fsys.Stat(path)
	if err != nil {
		return Identity{}
	}
	return Identity{info, fsys}
}

// Is reports whether two paths led to the same file or directory. It is false if either
// path led to nothing.
func (i Identity) Is(other Identity) bool {
	if i.info == nil || other.info == nil {
		return false
	}
	if own, ok := i.fsys.(SameFiles); ok {
		return own.SameFile(i.info, other.info)
	}
	return os.SameFile(i.info, other.info)
}

// Folded removes the differences that some file systems ignore: the case of letters, and
// how Unicode composes a letter. Two names that fold to the same text may belong to one
// file; only [Identity] can tell.
func Folded(name string) string {
	return strings.ToLower(strings.ToUpper(norm.NFC.String(name)))
}

// Alike reports whether two names are equal when [Folded]. It does not allocate for
// ASCII names.
func Alike(a, b string) bool {
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
