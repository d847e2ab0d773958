package disk

import (
	"path"
	"path/filepath"
	"strings"
)

// This file implements the one form of paths: absolute, clean, with slashes; and sets of paths.

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
