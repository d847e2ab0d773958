package workspace

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// This file implements the path type of the package: absolute, clean, with
// slashes.

// PathOf is the path for what a user or an editor wrote: an absolute path, or one
// relative to the directory base.
func PathOf(base, written string) (string, error) {
	if strings.ContainsRune(written, 0) {
		return "", fmt.Errorf("path %q contains a zero byte", written)
	}
	if !filepath.IsAbs(written) {
		written = filepath.Join(base, written)
	}
	full, err := filepath.Abs(written)
	if err != nil {
		return "", fmt.Errorf("path %s: %w", written, err)
	}
	return filepath.ToSlash(full), nil
}

// cleaned brings a path that is meant to be one into the one form. Names of
// documents that are no files stay as they are.
func cleaned(p string) string {
	if slashed := filepath.ToSlash(p); isFilePath(slashed) {
		return path.Clean(slashed)
	}
	return p
}

// isFilePath reports whether a document's name is a path; untitled documents have
// names of other forms.
func isFilePath(p string) bool { return filepath.IsAbs(filepath.FromSlash(p)) }

// dirOf is the directory whose program a document belongs to. A document that is
// no file is its own directory.
func dirOf(p string) string {
	if !isFilePath(p) {
		return p
	}
	return path.Dir(p)
}

// isProgramFile reports whether a file counts as part of a program by its name.
func isProgramFile(p string) bool { return !isFilePath(p) || strings.HasSuffix(p, ".pp") }

// inside reports whether a path is a directory or something in it.
func inside(p, dir string) bool {
	return p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}
