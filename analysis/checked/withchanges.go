package checked

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes programs that nobody has written yet: what a change would lead to can
// be looked at before it is proposed.

// With is the program as it would be with other versions of some of its files, in the
// same world. It costs what an edit costs; this program stays what it is.
func (p *Program) With(files ...*syntax.File) *Program {
	return p.WithChanges(files, nil, p.world.Stack)
}

// WithChanges is the program as it would be with new files and other versions of some of its files, with
// other programs in some directories that it uses as components, and with another
// configuration of its stack.
func (p *Program) WithChanges(files []*syntax.File, components map[string]*Program, stack *check.Stack) *Program {
	world := p.worldWith(components)
	world.Stack = stack
	return NewProgram(p.Dir, replaced(p.Files, files), world, p)
}

// replaced are files with new ones, which take the place of those with their paths.
func replaced(files, by []*syntax.File) []*syntax.File {
	all := slices.Clone(files)
	for _, next := range by {
		if i := slices.IndexFunc(all, func(f *syntax.File) bool { return f.Path == next.Path }); i >= 0 {
			all[i] = next
		} else {
			all = append(all, next)
		}
	}
	return all
}

// NewProgramIn is a new program in another directory of the same world, where other programs may be in
// some directories that it uses as components.
func (p *Program) NewProgramIn(dir string, files []*syntax.File, components map[string]*Program) *Program {
	world := p.worldWith(components)
	world.Stack = nil
	return NewProgram(dir, files, world, nil)
}

// worldWith is the world with other programs in some directories.
func (p *Program) worldWith(components map[string]*Program) World {
	world := *p.world
	if len(components) > 0 {
		world.ComponentsVersion = nil
		world.Component = func(dir string) *Program {
			if other := components[dir]; other != nil {
				return other
			}
			return p.Component(dir)
		}
	}
	return world
}

// PackageOverride says how programs would be with another version of a package.
type PackageOverride struct {
	// Package serves whatever the programs ask for under its name, here and in components.
	Package *schema.Package
	// Files take the place of those with their paths.
	Files []*syntax.File
	// Component returns the program that takes the place of a component. Its answers depend on the components as they are and on Package
	// alone, unless ComponentsVary.
	Component      func(now *Program) *Program
	ComponentsVary bool
	// Linter takes the place of that of the program, unless it is nil.
	Linter Linter
}

// WithPackage is the program as it would be with another version of a package. It takes over the results of prev, which may
// be nil, that are still valid.
func (p *Program) WithPackage(o PackageOverride, prev *Program) *Program {
	world := *p.world
	world.Schemas = overriddenSchemas{p.world.Schemas, o.Package}
	world.SchemasVersion = overriddenVersion{p.world.SchemasVersion, o.Package}.ifKnown()
	world.ComponentsVersion = overriddenVersion{p.world.ComponentsVersion, o.Package}.ifKnown()
	if o.ComponentsVary {
		world.ComponentsVersion = nil
	}
	world.Component = func(dir string) *Program {
		if now := p.Component(dir); now != nil {
			return o.Component(now)
		}
		return nil
	}
	if o.Linter != nil {
		world.Linter = o.Linter
	}
	return NewProgram(p.Dir, replaced(p.Files, o.Files), world, prev)
}

// overriddenSchemas are schemas of which one version of one package is chosen.
type overriddenSchemas struct {
	others Schemas
	pkg    *schema.Package
}

// overriddenVersion is a version of a world in which one version of a package is chosen.
type overriddenVersion struct {
	others any
	pkg    *schema.Package
}

// ifKnown is nil if nothing is known about the rest of the world.
func (v overriddenVersion) ifKnown() any {
	if v.others == nil {
		return nil
	}
	return v
}

// Package implements [Schemas].
func (s overriddenSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	switch {
	case ref.Name == s.pkg.Name():
		return s.pkg, schema.Availability{State: schema.Ready, Version: s.pkg.Version()}
	case s.others == nil:
		return nil, schema.Availability{}
	}
	return s.others.Package(ref)
}
