package disk

import "strings"

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
