package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp schema`.

func (a *app) schemaCommand() *cobra.Command {
	return group("schema", "choose a command: pcl-lsp schema list, show, where, diff or check",
		a.schemaListCommand(), a.schemaShowCommand(), a.schemaWhereCommand(), a.schemaDiffCommand(), a.schemaCheckCommand())
}

// schemaQuery is a command about the schema of one package.
type schemaQuery struct {
	*app
	schemas schemaflags.Flags
	format  string
	in      string
}

func (q *schemaQuery) register(cmd *cobra.Command, formats ...string) {
	q.schemas.Register(cmd.Flags())
	formatVar(cmd, &q.format, formats...)
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

func (a *app) schemaListCommand() *cobra.Command {
	var schemas schemaflags.Flags
	var format string
	cmd := command("schema-list", nil, func(ctx context.Context, args []string) error {
		return a.schemaList(ctx, schemas, format, args)
	})
	schemas.Register(cmd.Flags())
	formatVar(cmd, &format, "text", "json")
	return cmd
}

func (a *app) schemaList(ctx context.Context, flags schemaflags.Flags, format string, args []string) error {
	snapshot, found, err := a.discover(ctx, &flags, workspace.Options{}, args)
	if err != nil {
		return err
	}
	used, err := ask.Used(ctx, snapshot, found.Targets, a.env.relative)
	if err != nil {
		return uncheckable(err)
	}
	packages := report.Packages{Used: used, Programs: len(found.Targets), Shown: ask.Dir(a.env.dir).Shown, InText: ask.Dir(a.env.dir).InText}
	if err := report.Write(a.stdout, format, packages.Document(), nil, packages.Text); err != nil {
		return unwritten("the list", err)
	}
	for _, p := range found.Problems {
		fmt.Fprintf(a.stderr, "pcl-lsp: not read: %s\n", ask.Dir(a.env.dir).InText(p.String()))
	}
	if len(found.Problems) > 0 {
		return failure{code: exitUnchecked}
	}
	return nil
}

func (a *app) schemaWhereCommand() *cobra.Command {
	q := &schemaQuery{app: a}
	cmd := command("schema-where", takes(1, 1, "name one package: pcl-lsp schema where NAME[@VERSION]"),
		func(ctx context.Context, args []string) error { return q.where(ctx, args[0]) })
	q.register(cmd, "text", "json")
	return cmd
}

func (q *schemaQuery) where(ctx context.Context, written string) error {
	found, err := q.find(ctx, written)
	if err != nil {
		return err
	}
	packages := report.Packages{Shown: ask.Dir(q.env.dir).Shown, InText: ask.Dir(q.env.dir).InText}
	document, text := packages.Where(found.Decision)
	switch err := report.Write(q.stdout, q.format, document, nil, text); {
	case err != nil:
		return unwritten("the answer", err)
	case found.Schema == nil:
		return uncheckable(found.Missing(q.env.shownPaths()))
	}
	return nil
}

func (a *app) schemaCheckCommand() *cobra.Command {
	cmd, texts := a.checkCommand(), command("schema-check", nil, nil)
	check := cmd.RunE
	cmd.Use, cmd.Short, cmd.Long, cmd.Example = texts.Use, texts.Short, texts.Long, texts.Example
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New("name the files of package schemas")
		}
		for _, file := range args {
			if err := cmd.Flags().Set("schema", file); err != nil {
				return err
			}
		}
		return check(cmd, args)
	}
	return cmd
}
