package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements `pcl-lsp schema show`.

const schemaShowHelp = `Shows a package: its version, the size of its contents, and its modules. With a token, it
shows that resource, function or type: inputs with their types, outputs, methods and
deprecations. pulumi:providers:NAME is the provider of a package.

Types are written as in findings. A type that ends in ? is optional.

Exit codes: 0 success; 2 wrong usage or unknown token; 3 no schema.`

func (a *app) schemaShowCommand() *cobra.Command {
	q := &schemaQuery{app: a}
	cmd := &cobra.Command{
		Use:   "show NAME[@VERSION] [TOKEN]",
		Short: "Show a package, or one of its resources, functions and types",
		Long:  schemaShowHelp,
		Example: `  pcl-lsp schema show random
  pcl-lsp schema show aws@6.0.0 aws:s3/bucket:Bucket
  pcl-lsp schema show eks eks:index:Cluster --format json | jq '.inputs[].name'`,
		Args: takes(1, 2, "name a package: pcl-lsp schema show NAME[@VERSION] [TOKEN]"),
		RunE: func(cmd *cobra.Command, args []string) error { return q.show(cmd.Context(), args) },
	}
	q.register(cmd)
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
	doc := overview(found.Schema)
	doc.File, doc.Why = shown(q.env, found.Decision.Path), found.Decision.Why
	return unwritten("the schema", report.Write(q.stdout, q.format, doc, nil, doc.write))
}

// packageDocument describes a package.
type packageDocument struct {
	FormatVersion int          `json:"formatVersion"`
	Name          string       `json:"name"`
	Version       string       `json:"version,omitempty"`
	Description   string       `json:"description,omitempty"`
	File          string       `json:"file,omitempty"`
	Why           string       `json:"why,omitempty"`
	Resources     int          `json:"resources"`
	Functions     int          `json:"functions"`
	Types         int          `json:"types"`
	Modules       []ask.Module `json:"modules"`
}

func overview(pkg *schema.Package) packageDocument {
	return packageDocument{
		FormatVersion: 1, Name: pkg.Name(), Version: pkg.Version(), Description: pkg.Description(),
		Resources: len(pkg.ResourceTokens()), Functions: len(pkg.FunctionTokens()), Types: len(pkg.TypeTokens()), Modules: ask.Modules(pkg),
	}
}

func (d packageDocument) write(w io.Writer) error {
	out := &lines{w: w}
	out.printf("package %s", ask.Titled(d.Name, d.Version))
	out.prose(d.Description)
	if d.File != "" {
		out.printf("  %s", d.File)
	}
	out.printf("  %s", d.Why)
	out.printf("")
	out.printf("%s, %s, %s", prose.Counted(d.Resources, "resource"), prose.Counted(d.Functions, "function"), prose.Counted(d.Types, "type"))
	if len(d.Modules) > 0 {
		out.printf("\nmodules:")
	}
	width := 0
	for _, m := range d.Modules {
		width = max(width, len(m.Name))
	}
	for _, m := range d.Modules {
		var has []string
		for _, part := range []struct {
			n     int
			thing string
		}{{m.Resources, "resource"}, {m.Functions, "function"}, {m.Types, "type"}} {
			if part.n > 0 {
				has = append(has, prose.Counted(part.n, part.thing))
			}
		}
		out.printf("  %-*s  %s", width, m.Name, strings.Join(has, ", "))
	}
	return out.err
}

// showMember prints what a token denotes.
func (q *schemaQuery) showMember(pkg *schema.Package, written string) error {
	token := ask.FullToken(pkg, written)
	doc := member(pkg, token)
	if doc == nil {
		return ask.NoMember(pkg, token)
	}
	return unwritten("the schema", report.Write(q.stdout, q.format, doc, nil, doc.write))
}
