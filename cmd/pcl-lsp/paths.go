package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements paths as users write and see them, relative to the working directory with slashes, and finds the
// programs at paths.

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

// open opens a workspace, and returns the paths that the arguments name.
func (a *app) open(ctx context.Context, schemas *schemaflags.Flags, options workspace.Options, args []string) (*workspace.Snapshot, []string, error) {
	session, err := schemas.Session(ctx, a.env.schemas(), options)
	if err != nil {
		return nil, nil, err
	}
	paths, err := a.env.paths(args)
	if err != nil {
		return nil, nil, err
	}
	return session.Snapshot(), paths, nil
}

// discover finds the programs at or below the paths.
func (a *app) discover(ctx context.Context, schemas *schemaflags.Flags, options workspace.Options, args []string) (*workspace.Snapshot, *workspace.Discovery, error) {
	snapshot, paths, err := a.open(ctx, schemas, options, args)
	if err != nil {
		return nil, nil, err
	}
	found, err := snapshot.Discover(paths...)
	if err != nil {
		return nil, nil, a.env.named(err, paths)
	}
	return snapshot, found, nil
}

// program returns the program in the directory that the arguments name.
func (a *app) program(ctx context.Context, schemas *schemaflags.Flags, options workspace.Options, args []string) (*workspace.Snapshot, *analysis.Program, error) {
	snapshot, paths, err := a.open(ctx, schemas, options, args)
	if err != nil {
		return nil, nil, err
	}
	program := snapshot.ProgramIn(paths[0])
	if program == nil || len(program.Files) == 0 {
		return nil, nil, fmt.Errorf("no PCL program in %s: it contains no readable .pp file that is PCL; name the directory of a program", a.env.relative(paths[0]))
	}
	return snapshot, program, nil
}

// inScope removes programs that settings exclude as a whole.
func inScope(snapshot *workspace.Snapshot, found *workspace.Discovery) *workspace.Discovery {
	scope := &workspace.Discovery{}
	for _, t := range found.Targets {
		if !slices.ContainsFunc(checking.FilesOf(snapshot, t), func(file string) bool { return !snapshot.Excluded(file) }) {
			continue
		}
		scope.Targets = append(scope.Targets, t)
	}
	scope.Problems = append(scope.Problems, lists.Where(found.Problems, func(p workspace.Problem) bool {
		return !snapshot.Excluded(p.Path)
	})...)
	return scope
}
