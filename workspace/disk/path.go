package disk

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"
)

// This file implements the one form of paths: absolute, clean, with slashes.

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

// Relative is a path as seen from a directory: with ".." for what is above. It is false for other
// paths that are not above or below it.
func Relative(dir, p string) (string, bool) {
	if Inside(p, dir) {
		return cmp.Or(strings.TrimPrefix(strings.TrimPrefix(p, dir), "/"), "."), true
	}
	up := ""
	for d := dir; path.Dir(d) != d; {
		d, up = path.Dir(d), up+"../"
		if d == p {
			return path.Clean(up), true
		}
		if path.Dir(p) == d {
			return up + path.Base(p), true
		}
	}
	return "", false
}
