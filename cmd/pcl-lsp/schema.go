package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp schema` and what its commands have in common.

const schemaCommandHelp = `Says which package schemas programs are checked with, and what is in them.

` + schemaflags.Help

// schemaQuery is a command about the schema of one package.
type schemaQuery struct {
	*app
	schemas schemaflags.Flags
	format  string
	in      string
}

func (a *app) schemaCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Say which schemas programs are checked with, and show them",
		Long:  schemaCommandHelp,
		Example: `  pcl-lsp schema list infra
  pcl-lsp schema where aws@6.0.0
  pcl-lsp schema show random random:index/randomPet:RandomPet`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("schema wants to know what to do: pcl-lsp schema list, show or where")
			}
			return unknownCommand(cmd, args)
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // Args refuses everything
	}
	cmd.AddCommand(a.schemaListCommand(), a.schemaShowCommand(), a.schemaWhereCommand())
	return cmd
}

func (q *schemaQuery) register(cmd *cobra.Command) {
	q.schemas.Register(cmd.Flags())
	cmd.Flags().StringVar(&q.format, "format", "text", "how the answer is written: `text` or json")
	cmd.Flags().StringVar(&q.in, "in", ".", "the `DIR` of the program: its package blocks decide on versions, its place on schema folders")
}

func checkFormat(format string) error {
	if formats := []string{"text", "json"}; !slices.Contains(formats, format) {
		return fmt.Errorf("unknown format %q%s; there are %s", format, suggestion(format, formats), strings.Join(formats, ", "))
	}
	return nil
}

// chosenPackage is one package with the reason for it.
type chosenPackage struct {
	pkg      *schema.Package // nil if there is none
	decision schema.Decision
	names    []string // packages of which there is a schema
}

// find looks for the package that an argument names, as NAME or NAME@VERSION.
func (q *schemaQuery) find(ctx context.Context, written string) (*chosenPackage, error) {
	if err := checkFormat(q.format); err != nil {
		return nil, err
	}
	ref, err := packageArgument(written)
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
		ref = asDeclared(program, ref)
	}
	return lookedFor(snapshot.Schemas(dirs[0]), ref)
}

// packageArgument is the package that NAME or NAME@VERSION names.
func packageArgument(written string) (schema.Ref, error) {
	name, version, hasVersion := strings.Cut(written, "@")
	version = strings.TrimPrefix(version, "v")
	switch {
	case strings.Contains(name, ":"):
		return schema.Ref{}, fmt.Errorf("%s is a token; name its package first: %s", written, strings.SplitN(name, ":", 2)[0])
	case name == "" || hasVersion && !analysis.IsVersion(version):
		return schema.Ref{}, fmt.Errorf("%q is no package; write NAME or NAME@VERSION, such as aws@6.0.0", written)
	}
	return schema.Ref{Name: name, Plugin: name, Version: version}, nil
}

// asDeclared is the package as the program asks for it, unless another version was
// named.
func asDeclared(program *analysis.Program, ref schema.Ref) schema.Ref {
	for _, need := range program.PackageNeeds() {
		if need.Ref.Name == ref.Name && (ref.Version == "" || ref.Version == need.Ref.Version) {
			return need.Ref
		}
	}
	return ref
}

// lookedFor is what some schemas have for a package.
func lookedFor(schemas analysis.Schemas, ref schema.Ref) (*chosenPackage, error) {
	pkg, _ := schemas.Package(ref)
	d, ok := schemas.(analysis.Explainer).Explain(ref)
	if !ok {
		return nil, uncheckable(fmt.Errorf("the schemas of %s changed while they were read; try again", ref.Name))
	}
	found := &chosenPackage{pkg: pkg, decision: d}
	if lister, ok := schemas.(interface{ Names() []string }); ok {
		found.names = lister.Names()
	}
	return found, nil
}

// missing is the error that there is no schema, with what to do.
func (c *chosenPackage) missing(env environment) error {
	d := c.decision
	text := "package " + d.Ref.Name + ": " + withRelative(env, d.Reason)
	switch {
	case d.DeclaredIn != "":
		text += "; " + env.relative(filepath.ToSlash(d.DeclaredIn)) + " declares it: copy its package block into the program"
	case d.Install != "":
		text += "; `" + d.Install + "` installs its provider"
	}
	if near := typesys.Near(d.Ref.Name, c.names); near != "" && near != d.Ref.Name {
		text += "; did you mean " + near + "?"
	}
	return uncheckable(errors.New(text))
}

// withRelative shortens the paths in a text that lie in the working directory.
func withRelative(env environment, text string) string {
	if env.dir == "" || env.dir == string(filepath.Separator) {
		return text
	}
	return strings.ReplaceAll(text, env.dir+string(filepath.Separator), "")
}

// shown is the path of a file or directory for people: relative where it lies in
// the working directory.
func shown(env environment, path string) string {
	slashed := filepath.ToSlash(path)
	if rel := env.relative(slashed); path != "" && !strings.HasPrefix(rel, "../") {
		return rel
	}
	return slashed
}

// titled is a package with its version, if it has one.
func titled(name, version string) string { return strings.TrimSpace(name + " " + version) }
