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
	formatVar(cmd, &q.format, "text", "json")
	cmd.Flags().StringVar(&q.in, "in", ".", "the `DIR` of the program, whose package blocks select versions and whose location selects schema folders")
}

// find finds the package that an argument names, as NAME or NAME@VERSION.
func (q *schemaQuery) find(ctx context.Context, written string) (*ask.Package, error) {
	ref, err := ask.ParsePackage(written)
	if err != nil {
		return nil, err
	}
	snapshot, dirs, err := q.app.open(ctx, &q.schemas, workspace.Options{}, []string{q.in})
	if err != nil {
		return nil, err
	}
	found, err := ask.PackagesIn(snapshot, dirs[0]).Find(ref)
	if err != nil {
		return nil, uncheckable(err)
	}
	return found, nil
}
