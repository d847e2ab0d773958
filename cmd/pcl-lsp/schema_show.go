package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys"
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
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || len(args) > 2 {
				return errors.New("name a package: pcl-lsp schema show NAME[@VERSION] [TOKEN]")
			}
			return nil
		},
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
	case found.pkg == nil:
		return found.missing(q.env)
	case len(args) == 2:
		return q.showMember(found.pkg, args[1])
	}
	doc := overview(found.pkg)
	doc.File, doc.Why = shown(q.env, found.decision.Path), found.decision.Why
	if q.format == "json" {
		return q.shown(report.WriteJSON(q.stdout, doc))
	}
	return q.shown(doc.write(q.stdout))
}

func (q *schemaQuery) shown(err error) error {
	if err != nil {
		return unwritten("the schema", err)
	}
	return nil
}

// packageDocument describes a package.
type packageDocument struct {
	FormatVersion int              `json:"formatVersion"`
	Name          string           `json:"name"`
	Version       string           `json:"version,omitempty"`
	Description   string           `json:"description,omitempty"`
	File          string           `json:"file,omitempty"`
	Why           string           `json:"why,omitempty"`
	Resources     int              `json:"resources"`
	Functions     int              `json:"functions"`
	Types         int              `json:"types"`
	Modules       []moduleDocument `json:"modules"`
}

type moduleDocument struct {
	Name      string `json:"name"`
	Resources int    `json:"resources"`
	Functions int    `json:"functions"`
	Types     int    `json:"types"`
}

func overview(pkg *schema.Package) packageDocument {
	doc := packageDocument{
		FormatVersion: 1, Name: pkg.Name(), Version: pkg.Version(), Description: pkg.Description(),
		Resources: len(pkg.ResourceTokens()), Functions: len(pkg.FunctionTokens()), Types: len(pkg.TypeTokens()),
	}
	modules := map[string]*moduleDocument{}
	each := func(tokens []string, count func(*moduleDocument)) {
		for _, token := range tokens {
			name := moduleOf(pkg, token)
			if modules[name] == nil {
				modules[name] = &moduleDocument{Name: name}
			}
			count(modules[name])
		}
	}
	each(pkg.ResourceTokens(), func(m *moduleDocument) { m.Resources++ })
	each(pkg.FunctionTokens(), func(m *moduleDocument) { m.Functions++ })
	each(pkg.TypeTokens(), func(m *moduleDocument) { m.Types++ })
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		doc.Modules = append(doc.Modules, *modules[name])
	}
	return doc
}

// moduleOf returns the short module of a token.
func moduleOf(pkg *schema.Package, token string) string {
	t, ok := schema.ParseToken(pkg.Canonical(token))
	if !ok {
		return "index"
	}
	return t.Module
}

func (d packageDocument) write(w io.Writer) error {
	out := &lines{w: report.NewPlain(w)}
	out.printf("package %s", titled(d.Name, d.Version))
	out.prose(d.Description)
	if d.File != "" {
		out.printf("  %s", d.File)
	}
	out.printf("  %s", d.Why)
	out.printf("")
	out.printf("%s, %s, %s", counted(d.Resources, "resource"), counted(d.Functions, "function"), counted(d.Types, "type"))
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
				has = append(has, counted(part.n, part.thing))
			}
		}
		out.printf("  %-*s  %s", width, m.Name, strings.Join(has, ", "))
	}
	return out.err
}

// showMember prints what a token denotes.
func (q *schemaQuery) showMember(pkg *schema.Package, written string) error {
	token := fullToken(pkg, written)
	doc := member(pkg, token)
	switch {
	case doc == nil:
		return noMember(pkg, token)
	case q.format == "json":
		return q.shown(report.WriteJSON(q.stdout, doc))
	}
	return q.shown(doc.write(q.stdout))
}

// fullToken adds the package to a token that is written without it.
func fullToken(pkg *schema.Package, written string) string {
	if t, ok := schema.ParseToken(written); ok && (t.Schema() == pkg.Name() || t.Package == pkg.Name()) || strings.Count(written, ":") > 1 {
		return written
	}
	if with := pkg.Name() + ":" + written; pkg.FindResource(with).Spelling != schema.NotFound || pkg.FindFunction(with).Spelling != schema.NotFound || !strings.Contains(written, ":") {
		return with
	}
	return written
}

// noMember returns the error that a package has no such token. It suggests tokens with
// the nearest name, those in the same module first.
func noMember(pkg *schema.Package, token string) error {
	wanted, _ := schema.ParseToken(token)
	byName := map[string][]string{}
	for _, tokens := range [][]string{pkg.ResourceTokens(), pkg.FunctionTokens(), pkg.TypeTokens()} {
		for _, t := range tokens {
			name := t[strings.LastIndexByte(t, ':')+1:]
			byName[name] = append(byName[name], pkg.Canonical(t))
		}
	}
	text := fmt.Sprintf("package %s has no %s", titled(pkg.Name(), pkg.Version()), token)
	near := byName[typesys.Near(wanted.Member, slices.Collect(maps.Keys(byName)))]
	if len(near) == 0 {
		return errors.New(text + "; `pcl-lsp schema show " + pkg.Name() + "` lists its modules")
	}
	slices.SortFunc(near, func(a, b string) int {
		return cmp.Or(-cmp.Compare(likeness(a, wanted), likeness(b, wanted)), cmp.Compare(a, b))
	})
	near = slices.Compact(near)
	return errors.New(text + "; did you mean " + strings.Join(near[:min(3, len(near))], ", ") + "?")
}

// likeness measures how much of its module a token shares with another.
func likeness(token string, wanted schema.Token) int {
	t, _ := schema.ParseToken(token)
	switch {
	case t.Module == wanted.Module:
		return 2
	case wanted.Module != "" && strings.HasPrefix(wanted.Module, t.Module):
		return 1
	}
	return 0
}
