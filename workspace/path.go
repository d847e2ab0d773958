package workspace

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file names documents.

// PathOf is the path that a user or an editor wrote: absolute, or relative to the
// directory base.
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

// dirOf is the directory of the program that a document belongs to. A document that is
// no file is its own directory.
func dirOf(p string) string {
	if !disk.IsPath(p) {
		return p
	}
	return path.Dir(p)
}

// isProgramFile reports whether a file is part of a program, by its name.
func isProgramFile(p string) bool { return !disk.IsPath(p) || strings.HasSuffix(p, ".pp") }
