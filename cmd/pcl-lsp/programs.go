package main

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file finds the programs that a command's arguments name.

// schemas returns what the schema flags need of the environment.
func (e environment) schemas() schemaflags.Environment {
	return schemaflags.Environment{Dir: e.dir, Home: e.home, Cache: e.cache, Variable: e.variable}
}

// discover finds the programs at or below the paths.
func (a *app) discover(ctx context.Context, schemas *schemaflags.Flags, args []string) (*workspace.Snapshot, *workspace.Discovery, error) {
	session, err := schemas.Session(ctx, a.env.schemas(), workspace.Options{})
	if err != nil {
		return nil, nil, err
	}
	paths, err := a.env.paths(args)
	if err != nil {
		return nil, nil, err
	}
	snapshot := session.Snapshot()
	found, err := snapshot.Discover(paths...)
	if err != nil {
		return nil, nil, a.env.named(err, paths)
	}
	return snapshot, found, nil
}
