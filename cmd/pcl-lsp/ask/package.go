package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file finds packages, their modules and members, by what a user writes.

// Package is one package with the decision about its schema.
type Package struct {
	Schema   *schema.Package // nil if there is no schema
	Decision schema.Decision
	Names    []string // packages that have a schema
}

// ParsePackage parses NAME or NAME@VERSION.
func ParsePackage(written string) (schema.Ref, error) {
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

// Packages are those that a program in a directory can use.
type Packages struct {
	schemas analysis.Schemas
	program *analysis.Program // nil if there is none
}

// PackagesIn returns the packages for a directory.
func PackagesIn(s *workspace.Snapshot, dir string) Packages {
	return Packages{s.Schemas(dir), s.ProgramIn(dir)}
}

// Find finds a package as the program declares it, unless the reference has another version.
func (p Packages) Find(ref schema.Ref) (*Package, error) {
	if p.program == nil {
		return Find(p.schemas, ref)
	}
	for _, need := range p.program.PackageNeeds() {
		if need.Ref.Name == ref.Name && (ref.Version == "" || ref.Version == need.Ref.Version) {
			return Find(p.schemas, need.Ref)
		}
	}
	return Find(p.schemas, ref)
}

// Users returns the programs that use a package, of those that were found.
func Users(s *workspace.Snapshot, found *workspace.Discovery, name string) (users []*analysis.Program) {
	for _, t := range found.Targets {
		if p := s.ProgramIn(t.Dir); p != nil {
			if names, _ := p.PackageNames(); slices.Contains(names, name) {
				users = append(users, p)
			}
		}
	}
	return users
}

// Used returns the packages of programs, by name. Directories are called by name. Programs that use the same
// schema for the same reasons share an entry.
func Used(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target, name func(dir string) string) ([]report.PackageUse, error) {
	var used []report.PackageUse
	for _, t := range targets {
		for _, need := range snapshot.ProgramIn(t.Dir).PackageNeeds() {
			if ctx.Err() != nil {
				return nil, errors.New("interrupted; nothing was listed")
			}
			found, err := Find(snapshot.Schemas(t.Dir), need.Ref)
			if err != nil {
				return nil, err
			}
			used = withProgram(used, found.Decision, name(t.Dir))
		}
	}
	slices.SortStableFunc(used, func(a, b report.PackageUse) int {
		return cmp.Or(cmp.Compare(a.Decision.Ref.Name, b.Decision.Ref.Name), cmp.Compare(a.Decision.Ref.SchemaVersion(), b.Decision.Ref.SchemaVersion()))
	})
	return used, nil
}

func withProgram(used []report.PackageUse, d schema.Decision, program string) []report.PackageUse {
	for i := range used {
		u := &used[i]
		if analysis.EqualRefs(u.Decision.Ref, d.Ref) && u.Decision.Availability == d.Availability && slices.Equal(u.Decision.Considered, d.Considered) {
			u.Programs = append(u.Programs, program)
			return used
		}
	}
	return append(used, report.PackageUse{Decision: d, Programs: []string{program}})
}

// Known returns the names of the packages that have a schema.
func (p Packages) Known() []string { return namesIn(p.schemas) }

func namesIn(schemas analysis.Schemas) []string {
	if lister, ok := schemas.(interface{ Names() []string }); ok {
		return lister.Names()
	}
	return nil
}

// Paths says how paths are shown.
type Paths struct {
	Path   func(path string) string // one path
	InText func(text string) string // the paths in a text
}

// Find returns what the schemas of a program have for a package.
func Find(schemas analysis.Schemas, ref schema.Ref) (*Package, error) {
	pkg, _ := schemas.Package(ref)
	d, ok := schemas.(analysis.Explainer).Explain(ref)
	if !ok {
		return nil, fmt.Errorf("the schemas of %s changed while they were read; try again", ref.Name)
	}
	return &Package{Schema: pkg, Decision: d, Names: namesIn(schemas)}, nil
}

// Missing returns the error that there is no schema, with what to do.
func (c *Package) Missing(shown Paths) error {
	d := c.Decision
	text := "package " + d.Ref.Name + ": " + shown.InText(d.Reason)
	switch {
	case d.DeclaredIn != "":
		text += "; " + shown.Path(filepath.ToSlash(d.DeclaredIn)) + " declares it: copy its package block into the program"
	case d.Install != "":
		text += "; `" + d.Install + "` installs its provider"
	}
	if near := typesys.Near(d.Ref.Name, c.Names); near != "" && near != d.Ref.Name {
		text += "; did you mean " + near + "?"
	}
	return errors.New(text)
}

// FullToken adds the package to a token that is written without it.
func FullToken(pkg *schema.Package, written string) string {
	if t, ok := schema.ParseToken(written); ok && (t.Schema() == pkg.Name() || t.Package == pkg.Name()) || strings.Count(written, ":") > 1 {
		return written
	}
	if with := pkg.Name() + ":" + written; pkg.FindResource(with).Spelling != schema.NotFound || pkg.FindFunction(with).Spelling != schema.NotFound || !strings.Contains(written, ":") {
		return with
	}
	return written
}

// NoMember returns the error that a package has no such token. It suggests tokens with
// the nearest name, those in the same module first.
func NoMember(pkg *schema.Package, token string) error {
	wanted, _ := schema.ParseToken(token)
	byName := map[string][]string{}
	for _, tokens := range [][]string{pkg.ResourceTokens(), pkg.FunctionTokens(), pkg.TypeTokens()} {
		for _, t := range tokens {
			name := t[strings.LastIndexByte(t, ':')+1:]
			byName[name] = append(byName[name], pkg.Canonical(t))
		}
	}
	text := fmt.Sprintf("package %s has no %s", report.Titled(pkg.Name(), pkg.Version()), token)
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
