package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements `pcl-lsp schema show`.

func (a *app) schemaShowCommand() *cobra.Command {
	q := &schemaQuery{app: a}
	cmd := command("schema-show", takes(1, 2, "name a package: pcl-lsp schema show NAME[@VERSION] [TOKEN]"), q.show)
	q.register(cmd, "text", "json")
	return cmd
}

func (q *schemaQuery) show(ctx context.Context, args []string) error {
	found, err := q.find(ctx, args[0])
	switch {
	case err != nil:
		return err
	case found.Schema == nil:
		return uncheckable(found.Missing(q.env.shownPaths()))
	case len(args) == 2:
		return q.showMember(found.Schema, args[1])
	}
	document, text := report.Overview(found.Schema, ask.Dir(q.env.dir).Shown(found.Decision.Path), found.Decision.Why)
	return unwritten("the schema", report.Write(q.stdout, q.format, document, nil, text))
}

func (q *schemaQuery) showMember(pkg *schema.Package, written string) error {
	token := ask.FullToken(pkg, written)
	member := report.MemberOf(pkg, token)
	if member == nil {
		return ask.NoMember(pkg, token)
	}
	document, text := member.Describe(pkg)
	return unwritten("the schema", report.Write(q.stdout, q.format, document, nil, text))
}
