package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements paths as users write and see them, relative to the working directory with slashes, and finds the
// programs at paths.

// paths returns the paths that arguments name.
func (e environment) paths(args []string) ([]string, error) { return ask.Dir(e.dir).Paths(args) }

// relative returns a path for display.
func (e environment) relative(path string) string { return ask.Dir(e.dir).Relative(path) }

// inRepository returns a path as GitHub Actions names it: relative to the directory of the
// repository, in whichever directory the command runs.
func (e environment) inRepository(path string) string {
	repository := e.variable("GITHUB_WORKSPACE")
	if repository == "" {
		return e.relative(path)
	}
	return workspace.NameOf(repository, path)
}

// shownPaths says how questions of package ask show paths.
func (e environment) shownPaths() ask.Paths {
	return ask.Paths{Path: e.relative, InText: ask.Dir(e.dir).InText}
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
		return nil, nil, ask.Dir(a.env.dir).Named(err, paths)
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
