package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements paths as users write and see them: relative to the working
// directory, with slashes.

// paths are the paths that the arguments name; the working directory if there are
// none.
func (e environment) paths(args []string) ([]string, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	paths := make([]string, len(args))
	for i, written := range args {
		p, err := workspace.PathOf(e.dir, written)
		if err != nil {
			return nil, err
		}
		paths[i] = p
	}
	return paths, nil
}

// relative is a path as it is shown.
func (e environment) relative(path string) string {
	rel, err := filepath.Rel(e.dir, filepath.FromSlash(path))
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// inRepository is a path as a job of GitHub Actions names it: relative to the directory
// of the repository, wherever the command runs.
func (e environment) inRepository(path string) string {
	repository := e.variable("GITHUB_WORKSPACE")
	if repository == "" {
		return e.relative(path)
	}
	return environment{dir: repository}.relative(path)
}

// named is an error that speaks of paths in the form that the user knows.
func (e environment) named(err error, paths []string) error {
	text := err.Error()
	for _, p := range paths {
		if strings.Contains(text, p) {
			return errors.New(strings.Replace(text, p, e.relative(p), 1))
		}
	}
	return err
}
