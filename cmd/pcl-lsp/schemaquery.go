package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
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

// chosenPackage is one package with the decision about its schema.
type chosenPackage struct {
	pkg      *schema.Package // nil if there is no schema
	decision schema.Decision
	names    []string // packages that have a schema
}

// find finds the package that an argument names, as NAME or NAME@VERSION.
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

// packageArgument parses NAME or NAME@VERSION.
func packageArgument(written string) (schema.Ref, error) {
	name, version, hasVersion := strings.Cut(written, "@")
	version = strings.TrimPrefix(version, "v")
	switch {
	case strings.Contains(name, ":"):
		return schema.Ref{}, fmt.Errorf("%s is a token; name its package first: %s", written, strings.SplitN(name, ":", 2)[0])
	case name == "" || hasVersion && !analysis.IsVersion(version):
		return schema.Ref{}, fmt.Errorf("%q is not a package; write NAME or NAME@VERSION, such as aws@6.0.0", written)
	}
	return schema.Ref{Name: name, Plugin: name, Version: version}, nil
}

// asDeclared returns the package as the program declares it, unless the argument names
// another version.
func asDeclared(program *analysis.Program, ref schema.Ref) schema.Ref {
	for _, need := range program.PackageNeeds() {
		if need.Ref.Name == ref.Name && (ref.Version == "" || ref.Version == need.Ref.Version) {
			return need.Ref
		}
	}
	return ref
}

// lookedFor returns what the schemas of a program have for a package.
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

// missing returns the error that there is no schema, with what to do.
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

// titled returns a package name with its version, if known.
func titled(name, version string) string { return strings.TrimSpace(name + " " + version) }
