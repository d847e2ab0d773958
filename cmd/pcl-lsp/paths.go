package main

import (
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements paths as users write and see them: relative to the working
// directory, with slashes.

// paths returns the paths that the arguments name; without arguments, the working
// directory.
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

// relative returns a path for display.
func (e environment) relative(path string) string { return workspace.NameOf(e.dir, path) }

// inRepository returns a path as GitHub Actions names it: relative to the directory of the
// repository, in whichever directory the command runs.
func (e environment) inRepository(path string) string {
	repository := e.variable("GITHUB_WORKSPACE")
	if repository == "" {
		return e.relative(path)
	}
	return workspace.NameOf(repository, path)
}

// named returns an error with paths in the form that the user knows.
func (e environment) named(err error, paths []string) error {
	text := err.Error()
	for _, p := range paths {
		if strings.Contains(text, p) {
			return reworded{err, strings.Replace(text, p, e.relative(p), 1)}
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

// withRelative shortens the paths in a text that are in the working directory.
func withRelative(env environment, text string) string {
	if env.dir == "" || env.dir == string(filepath.Separator) {
		return text
	}
	return strings.ReplaceAll(text, env.dir+string(filepath.Separator), "")
}

// shownPaths says how questions of package ask show paths.
func (e environment) shownPaths() ask.Paths {
	return ask.Paths{Path: e.relative, InText: func(text string) string { return withRelative(e, text) }}
}

// shown returns a path for display: relative if it is in the working directory.
func shown(env environment, path string) string {
	slashed := filepath.ToSlash(path)
	if rel := env.relative(slashed); path != "" && !strings.HasPrefix(rel, "../") {
		return rel
	}
	return slashed
}
