package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements what the schema commands share.

// schemaQuery is a command about the schema of one package.
type schemaQuery struct {
	*app
	schemas schemaflags.Flags
	format  string
	in      string
}

func (q *schemaQuery) register(cmd *cobra.Command) {
	q.schemas.Register(cmd.Flags())
	cmd.Flags().StringVar(&q.format, "format", "text", "output format: `text` or json")
	cmd.Flags().StringVar(&q.in, "in", ".", "the `DIR` of the program, whose package blocks select versions and whose location selects schema folders")
}

func checkFormat(format string) error { return oneOf("format", format, []string{"text", "json"}) }

// find finds the package that an argument names, as NAME or NAME@VERSION.
func (q *schemaQuery) find(ctx context.Context, written string) (*ask.Package, error) {
	if err := checkFormat(q.format); err != nil {
		return nil, err
	}
	ref, err := ask.ParsePackage(written)
	if err != nil {
		return nil, err
	}
	session, err := q.schemas.Session(ctx, q.env.schemas(), workspace.Options{})
	if err != nil {
		return nil, err
	}
	dirs, err := q.env.paths([]string{q.in})
	if err != nil {
		return nil, err
	}
	snapshot := session.Snapshot()
	if program := snapshot.ProgramIn(dirs[0]); program != nil {
		ref = ask.Declared(program, ref)
	}
	found, err := ask.Find(snapshot.Schemas(dirs[0]), ref)
	if err != nil {
		return nil, uncheckable(err)
	}
	return found, nil
}
