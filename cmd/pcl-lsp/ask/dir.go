package ask

import (
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements paths as users write and see them, relative to the working directory with slashes.

// Dir is the working directory.
type Dir string

// Paths returns the paths that the arguments name; without arguments, the working
// directory.
func (d Dir) Paths(args []string) ([]string, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	paths := make([]string, len(args))
	for i, written := range args {
		p, err := workspace.PathOf(string(d), written)
		if err != nil {
			return nil, err
		}
		paths[i] = p
	}
	return paths, nil
}

// Relative returns a path for display.
func (d Dir) Relative(path string) string { return workspace.NameOf(string(d), path) }

// Named returns an error with paths in the form that the user knows.
func (d Dir) Named(err error, paths []string) error {
	text := err.Error()
	for _, p := range paths {
		if strings.Contains(text, p) {
			return reworded{err, strings.Replace(text, p, d.Relative(p), 1)}
		}
	}
	return err
}

// reworded is an error with another text.
type reworded struct {
	cause error
	text  string
}

func (r reworded) Error() string { return r.text }
func (r reworded) Unwrap() error { return r.cause }

// InText shortens the paths in a text that are in the working directory.
func (d Dir) InText(text string) string {
	if d == "" || string(d) == string(filepath.Separator) {
		return text
	}
	return strings.ReplaceAll(text, string(d)+string(filepath.Separator), "")
}

// Shown returns a path for display: relative if it is in the working directory.
func (d Dir) Shown(path string) string {
	slashed := filepath.ToSlash(path)
	if rel := d.Relative(slashed); path != "" && !strings.HasPrefix(rel, "../") {
		return rel
	}
	return slashed
}

// Native returns the native path of a file that an argument names.
func (d Dir) Native(file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(string(d), file)
}
