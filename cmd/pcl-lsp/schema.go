package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
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

// usedPackage is one package with the programs that use it.
type usedPackage struct {
	decision schema.Decision
	programs []string
}

func (a *app) schemaList(ctx context.Context, flags schemaflags.Flags, format string, args []string) error {
	snapshot, found, err := a.discover(ctx, &flags, workspace.Options{}, args)
	if err != nil {
		return err
	}
	used, err := a.usedPackages(ctx, snapshot, found.Targets)
	if err != nil {
		return err
	}
	text := textOf(packagesText(a.env, used, len(found.Targets)))
	if err := report.Write(a.stdout, format, a.packagesDocument(used), nil, text); err != nil {
		return unwritten("the list", err)
	}
	for _, p := range found.Problems {
		fmt.Fprintf(a.stderr, "pcl-lsp: not read: %s\n", withRelative(a.env, p.String()))
	}
	if len(found.Problems) > 0 {
		return failure{code: exitUnchecked}
	}
	return nil
}

// usedPackages returns the packages of the programs, by name. Programs that use the same
// schema for the same reasons share an entry.
func (a *app) usedPackages(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target) ([]usedPackage, error) {
	var used []usedPackage
	for _, t := range targets {
		for _, need := range snapshot.ProgramIn(t.Dir).PackageNeeds() {
			if ctx.Err() != nil {
				return nil, uncheckable(fmt.Errorf("interrupted; nothing was listed"))
			}
			found, err := ask.Find(snapshot.Schemas(t.Dir), need.Ref)
			if err != nil {
				return nil, uncheckable(err)
			}
			used = withProgram(used, found.Decision, a.env.relative(t.Dir))
		}
	}
	slices.SortStableFunc(used, func(a, b usedPackage) int {
		return cmp.Or(cmp.Compare(a.decision.Ref.Name, b.decision.Ref.Name), cmp.Compare(a.decision.Ref.SchemaVersion(), b.decision.Ref.SchemaVersion()))
	})
	return used, nil
}

func withProgram(used []usedPackage, d schema.Decision, program string) []usedPackage {
	for i := range used {
		u := &used[i]
		if analysis.EqualRefs(u.decision.Ref, d.Ref) && u.decision.Availability == d.Availability && slices.Equal(u.decision.Considered, d.Considered) {
			u.programs = append(u.programs, program)
			return used
		}
	}
	return append(used, usedPackage{d, []string{program}})
}

func (a *app) packagesDocument(used []usedPackage) any {
	doc := struct {
		Version  int                `json:"version"`
		Packages []decisionDocument `json:"packages"`
	}{1, []decisionDocument{}}
	for _, u := range used {
		d := decided(a.env, u.decision)
		d.Programs = u.programs
		doc.Packages = append(doc.Packages, d)
	}
	return doc
}

// maxPrograms limits how many programs are named for one package.
const maxPrograms = 5

func packagesText(env environment, used []usedPackage, programs int) string {
	out := &strings.Builder{}
	if len(used) == 0 {
		fmt.Fprintf(out, "no packages are used in %s\n", prose.Counted(programs, "program"))
	}
	for _, u := range used {
		d := u.decision
		if d.State == schema.Ready {
			fmt.Fprintf(out, "%s  %s\n    %s\n", ask.Titled(d.Ref.Name, d.Availability.Version), shown(env, d.Path), d.Why)
		} else {
			fmt.Fprintf(out, "%s: %s\n    %s\n", ask.Titled(d.Ref.Name, d.Ref.SchemaVersion()), d.State, withRelative(env, d.Reason))
		}
		switch {
		case d.DeclaredIn != "":
			fmt.Fprintf(out, "    declared in %s: copy its package block into the program\n", shown(env, d.DeclaredIn))
		case d.Install != "":
			fmt.Fprintf(out, "    to install its provider: %s\n", d.Install)
		}
		names := u.programs
		if len(names) > maxPrograms {
			names = append(slices.Clone(names[:maxPrograms]), fmt.Sprintf("%d more", len(u.programs)-maxPrograms))
		}
		fmt.Fprintf(out, "    used in %s\n", strings.Join(names, ", "))
	}
	return out.String()
}

func (a *app) schemaWhereCommand() *cobra.Command {
	q := &schemaQuery{app: a}
	cmd := command("schema-where", takes(1, 1, "name one package: pcl-lsp schema where NAME[@VERSION]"), func(ctx context.Context, args []string) error { return q.where(ctx, args[0]) })
	q.register(cmd, "text", "json")
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
	switch err := report.Write(q.stdout, q.format, doc, nil, textOf(decisionText(q.env, found.Decision))); {
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

func decisionText(env environment, d schema.Decision) string {
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
	table.Flush()
	if len(d.Considered) == 0 && d.Ref.Name == schema.BuiltinPackage {
		fmt.Fprintln(out, "  + built in")
	} else if len(d.Considered) == 0 {
		fmt.Fprintln(out, "  no place has a schema for it")
	}
	return out.String()
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
