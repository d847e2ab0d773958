package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// This file implements `pcl-lsp schema diff`.

type schemaDiffCommand struct {
	*app
	query         schemaQuery
	usedIn        []string
	failOn, level string
}

func (a *app) schemaDiffCommand() *cobra.Command {
	c := &schemaDiffCommand{app: a, query: schemaQuery{app: a}}
	cmd := command("schema-diff", takes(2, 2, "name two schemas: pcl-lsp schema diff A B, as NAME@VERSION or files"),
		c.run)
	c.query.register(cmd, "text", "json", "markdown")
	flags := cmd.Flags()
	flags.StringArrayVar(&c.usedIn, "used-in", nil, "list only changes of what the programs at or below `PATH` use (repeatable)")
	flags.StringVar(&c.level, "level", "compatible", "list only changes of this `LEVEL` or a worse one: compatible, silent or breaking")
	flags.StringVar(&c.failOn, "fail-on", "", "exit with 1 if a change has this `LEVEL` or a worse one")
	return cmd
}

func (c *schemaDiffCommand) run(ctx context.Context, args []string) error {
	least, err := levelOf(c.level)
	if err != nil {
		return err
	}
	failing := schemadiff.Breaking + 1
	if c.failOn != "" {
		if failing, err = levelOf(c.failOn); err != nil {
			return err
		}
	}
	before, err := c.open(ctx, args[0])
	if err != nil {
		return err
	}
	after, err := c.open(ctx, args[1])
	switch {
	case err != nil:
		return err
	case before.Name() != after.Name():
		return fmt.Errorf("%s is package %s, and %s is package %s; name two versions of one package", args[0], before.Name(), args[1], after.Name())
	}
	diff, err := schemadiff.Compare(ctx, before, after)
	if err != nil {
		return uncheckable(fmt.Errorf("interrupted; nothing was compared"))
	}
	changes, err := c.concerned(ctx, before, diff.Changes)
	if err != nil {
		return err
	}
	shown := report.SchemaDiff{Package: before.Name(), Before: cmp.Or(before.Version(), args[0]), After: cmp.Or(after.Version(), args[1]), Changes: changes, Least: least}
	if err := report.Write(c.stdout, c.query.format, shown.Document(), shown.Markdown, shown.Text); err != nil {
		return unwritten("the comparison", err)
	}
	if slices.ContainsFunc(changes, func(change schemadiff.Change) bool { return change.Level >= failing }) {
		return failure{code: exitFindings}
	}
	return nil
}

func levelOf(word string) (schemadiff.Level, error) {
	if err := ask.OneOf("level", word, schemadiff.Levels[:]); err != nil {
		return 0, err
	}
	return schemadiff.Level(slices.Index(schemadiff.Levels[:], word)), nil
}

// concerned keeps the changes of what the programs of --used-in use.
func (c *schemaDiffCommand) concerned(ctx context.Context, before *schema.Package, changes []schemadiff.Change) ([]schemadiff.Change, error) {
	if len(c.usedIn) == 0 {
		return changes, nil
	}
	snapshot, found, err := c.discover(ctx, &c.query.schemas, workspace.Options{}, c.usedIn)
	if err != nil {
		return nil, err
	}
	concern, others := impact.NewConcern(before.Name()), 0
	for _, p := range ask.Users(snapshot, found, before.Name()) {
		if used := p.Package(before.Name()); used == nil || used.Version() != before.Version() {
			others++
			continue
		}
		if err := concern.Add(ctx, p); err != nil {
			return nil, uncheckable(errors.New("interrupted; nothing was compared"))
		}
	}
	title := report.Titled(before.Name(), before.Version())
	switch {
	case concern.IsEmpty():
		return nil, uncheckable(fmt.Errorf("no program in %s is checked with %s; `pcl-lsp schema list` shows the versions that programs use", strings.Join(c.usedIn, ", "), title))
	case others > 0:
		fmt.Fprintf(c.stderr, "pcl-lsp: not counted: %s not checked with %s; `pcl-lsp schema list` shows the versions that programs use\n", prose.Counted(others, "program"), title)
	}
	return slices.DeleteFunc(changes, func(change schemadiff.Change) bool { return !concern.Has(change) }), nil
}

// open opens a schema that is named as NAME@VERSION or by a file, which is then the one that is given.
func (c *schemaDiffCommand) open(ctx context.Context, written string) (*schema.Package, error) {
	q := c.query
	if strings.HasSuffix(written, ".json") || strings.HasSuffix(written, ".json.gz") {
		path := c.env.native(written)
		name, err := schemas.NameIn(path)
		if err != nil {
			return nil, uncheckable(fmt.Errorf("%s cannot be read as a package schema: %w", written, disk.WithoutPath(err)))
		}
		written, q.schemas.Paths = name, []string{path}
	}
	found, err := q.find(ctx, written)
	switch {
	case err != nil:
		return nil, err
	case found.Schema == nil:
		return nil, uncheckable(found.Missing(c.env.shownPaths()))
	}
	return found.Schema, nil
}
