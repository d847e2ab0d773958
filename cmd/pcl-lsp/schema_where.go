package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements `pcl-lsp schema where`.

const schemaWhereHelp = `Lists every place that was considered for the schema of a package, and why it was used (+)
or not (-).

The kinds of places are: given (--schema, PCL_SCHEMA_PATH), workspace (schema folders),
project (plugins of Pulumi.yaml), path (plugins on the PATH), plugin (installed
providers), cache (Pulumi's schema cache), asked (answers of plugins).

Exit codes: 0 there is a schema; 2 wrong usage; 3 there is none.`

func (a *app) schemaWhereCommand() *cobra.Command {
	q := &schemaQuery{app: a}
	cmd := &cobra.Command{
		Use:   "where NAME[@VERSION]",
		Short: "Show where the schema of a package comes from",
		Long:  schemaWhereHelp,
		Example: `  pcl-lsp schema where aws
  pcl-lsp schema where aws@6.0.0 --in infra --format json`,
		Args: takes(1, 1, "name one package: pcl-lsp schema where NAME[@VERSION]"),
		RunE: func(cmd *cobra.Command, args []string) error { return q.where(cmd.Context(), args[0]) },
	}
	q.register(cmd)
	return cmd
}

func (q *schemaQuery) where(ctx context.Context, written string) error {
	found, err := q.find(ctx, written)
	if err != nil {
		return err
	}
	doc := struct {
		Version int              `json:"version"`
		Package decisionDocument `json:"package"`
	}{1, decided(q.env, found.Decision)}
	text := func(w io.Writer) error { return writeDecision(w, q.env, found.Decision) }
	switch err := report.Write(q.stdout, q.format, doc, nil, text); {
	case err != nil:
		return unwritten("the answer", err)
	case found.Schema == nil:
		return uncheckable(found.Missing(q.env.shownPaths()))
	}
	return nil
}

// decisionDocument is a decision as JSON. Schema list prints it too.
type decisionDocument struct {
	Name       string          `json:"name"`
	Wanted     string          `json:"wanted,omitempty"`
	Plugin     string          `json:"plugin,omitempty"`
	State      string          `json:"state"`
	Schema     string          `json:"version,omitempty"`
	File       string          `json:"file,omitempty"`
	Why        string          `json:"why,omitempty"`
	Problem    string          `json:"problem,omitempty"`
	Install    string          `json:"install,omitempty"`
	DeclaredIn string          `json:"declaredIn,omitempty"`
	Provider   *providerPart   `json:"provider,omitempty"`
	Considered []placeDocument `json:"considered"`
	Programs   []string        `json:"programs,omitempty"`
}

type providerPart struct {
	From       string `json:"from"`
	Version    string `json:"version,omitempty"`
	Dir        string `json:"dir"`
	Executable string `json:"executable,omitempty"`
}

type placeDocument struct {
	Kind    string `json:"kind"`
	Path    string `json:"path"`
	Version string `json:"version,omitempty"`
	Taken   bool   `json:"taken"`
	Why     string `json:"why"`
}

// decided returns a decision as JSON.
func decided(env environment, d schema.Decision) decisionDocument {
	doc := decisionDocument{
		Name: d.Ref.Name, Wanted: d.Ref.SchemaVersion(), State: d.State.String(), Schema: d.Availability.Version,
		File: shown(env, d.Path), Why: d.Why, Problem: withRelative(env, d.Reason), Install: d.Install, DeclaredIn: shown(env, d.DeclaredIn),
		Considered: []placeDocument{},
	}
	if plugin := d.Ref.PluginName(); plugin != d.Ref.Name {
		doc.Plugin = ask.Titled(plugin, d.Ref.Version)
	}
	if p := d.Provider; p.From != 0 {
		doc.Provider = &providerPart{p.From.String(), p.Version, shown(env, p.Dir), shown(env, p.Executable)}
	}
	for _, p := range d.Considered {
		doc.Considered = append(doc.Considered, placeDocument{p.Kind.String(), shown(env, p.Path), p.Version, p.Taken, withRelative(env, p.Why)})
	}
	return doc
}

// writeDecision prints the places that were considered.
func writeDecision(w io.Writer, env environment, d schema.Decision) error {
	out := &strings.Builder{}
	if d.State == schema.Ready {
		fmt.Fprintln(out, ask.Titled(d.Ref.Name, d.Availability.Version))
	} else {
		fmt.Fprintf(out, "%s: %s\n", ask.Titled(d.Ref.Name, d.Ref.SchemaVersion()), d.State)
	}
	table := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, p := range d.Considered {
		mark := "-"
		if p.Taken {
			mark = "+"
		}
		fmt.Fprintf(table, "  %s %s\t%s\t%s\t%s\n", mark, p.Kind, p.Version, shown(env, p.Path), withRelative(env, p.Why))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(d.Considered) == 0 && d.Ref.Name == schema.BuiltinPackage {
		fmt.Fprintln(out, "  + built in")
	} else if len(d.Considered) == 0 {
		fmt.Fprintln(out, "  no place has a schema for it")
	}
	_, err := io.WriteString(w, out.String())
	return err
}
