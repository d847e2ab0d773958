package disk

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// This file implements the one form of paths: absolute, clean, with slashes; and sets of paths. It tells whether two paths lead to one file: through
// symbolic links, or because the file system ignores the case of letters or how Unicode composes them.

// Clean brings a path into the one form. Names that are no paths, such as those of
// documents that were never saved, stay as they are.
func Clean(p string) string {
	if slashed := filepath.ToSlash(p); IsPath(slashed) {
		return path.Clean(slashed)
	}
	return p
}

// IsPath reports whether the name of a document is a path.
func IsPath(p string) bool { return filepath.IsAbs(filepath.FromSlash(p)) }

// Join is the path of a name in a directory, both of which are clean.
func Join(dir, name string) string { return strings.TrimSuffix(dir, "/") + "/" + name }

// Inside reports whether a path is a directory or something in it.
func Inside(p, dir string) bool {
	dir = strings.TrimSuffix(dir, "/")
	return strings.HasPrefix(p, dir) && (len(p) == len(dir) || p[len(dir)] == '/')
}

// PathSet is a set of paths, which knows at once which of them are in a directory and which of them a path is in.
type PathSet struct {
	has   map[string]bool
	above map[string]bool // the directories that the paths are in, and the paths themselves
}

// PathSetOf is a set of clean paths.
func PathSetOf(paths ...string) PathSet {
	s := PathSet{map[string]bool{}, map[string]bool{}}
	for _, p := range paths {
		s.has[strings.TrimSuffix(p, "/")] = true
		for at := range upwards(p) {
			if s.above[at] {
				break
			}
			s.above[at] = true
		}
	}
	return s
}

// AnyIn reports whether one of the paths is a directory or something in it.
func (s PathSet) AnyIn(dir string) bool { return s.above[strings.TrimSuffix(dir, "/")] }

// Covers reports whether a path is one of them or in one.
func (s PathSet) Covers(p string) bool {
	_, ok := s.Innermost(p)
	return ok
}

// Innermost is the longest of the paths that is a path or has it in it, without a slash at its end.
func (s PathSet) Innermost(p string) (found string, ok bool) {
	for at := range upwards(p) {
		if s.has[at] {
			return at, true
		}
	}
	return "", false
}

// upwards are a path and the directories above it, without slashes at their ends.
func upwards(p string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		at := strings.TrimSuffix(p, "/")
		for yield(at) {
			slash := strings.LastIndexByte(at, '/')
			if slash < 0 {
				return
			}
			at = at[:slash]
		}
	}
}

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
