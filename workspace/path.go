package workspace

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file names documents, and lists the directories below a program.

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

// NameOf is the name of a path for people who work in a directory: relative to it, with slashes.
func NameOf(dir, path string) string {
	if dir != "" && disk.Inside(path, dir) && disk.Clean(path) == path { // nearly always, and without garbage
		rel, _ := disk.Relative(dir, path)
		return rel
	}
	rel, err := filepath.Rel(dir, filepath.FromSlash(path))
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// dirOf is the directory of the program that a document belongs to. A document that is
// no file is its own directory, and so is a file of inputs.
func dirOf(p string) string {
	if !disk.IsPath(p) || syntax.IsInputs(p) {
		return p
	}
	return path.Dir(p)
}

// DirOf is the directory by which the program of a file is known. A file of inputs is a
// program of its own, which has the path of the file.
func DirOf(p string) string { return dirOf(p) }

// standsIn is the directory in which the program of a directory stands.
func standsIn(dir string) string {
	if disk.IsPath(dir) && syntax.IsInputs(dir) {
		return path.Dir(dir)
	}
	return dir
}

// isProgramFile reports whether a file is part of a program, by its name.
func isProgramFile(p string) bool { return !disk.IsPath(p) || IsProgramFile(p) }

// IsProgramFile reports whether a file on disk may be part of a program, by its name.
func IsProgramFile(p string) bool { return strings.HasSuffix(p, ".pp") || syntax.IsInputs(p) }

// mostBelow is how many directories below a program are listed at most. What is in the others is not compared with it.
const mostBelow = 10_000

// listBelow are the directories with .pp files below one whose entries are known, sorted. Those that [Search] does not enter are left out, and so
// are links; but not what git ignores: the run reads that too.
func listBelow(seen *disk.Seen, dir string, entries []fs.DirEntry) (below []string) {
	var pending []string
	add := func(dir string, entries []fs.DirEntry) {
		for _, e := range entries {
			if entered(e) {
				pending = append(pending, path.Join(dir, e.Name()))
			}
		}
	}
	add(dir, entries)
	for i := 0; i < min(len(pending), mostBelow); i++ {
		entries, _ := seen.ReadNames(pending[i], ".pp") // the search says what cannot be read
		add(pending[i], entries)
		if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() && path.Ext(e.Name()) == ".pp" }) {
			below = append(below, pending[i])
		}
	}
	slices.Sort(below)
	return below
}

func entered(e fs.DirEntry) bool {
	return e.IsDir() && !strings.HasPrefix(e.Name(), ".") && e.Name() != "node_modules"
}
