package checked

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds the schemas that a program means.

// schemaPackage is the package that a name means in this program: what a package
// block declares, or else the newest with the name.
func (p *Program) schemaPackage(name string) (*schema.Package, schema.Availability) {
	pkg, av := p.declaredPackage(name)
	if p.world.Mode.Properties {
		pkg = pkg.Relaxed()
	}
	return pkg, av
}

func (p *Program) declaredPackage(name string) (*schema.Package, schema.Availability) {
	if name == schema.BuiltinPackage {
		return schema.Builtin(), schema.Availability{State: schema.Ready}
	}
	if p.world.Schemas == nil {
		return nil, schema.Availability{State: schema.Missing, Reason: "no schemas are configured"}
	}
	pkg, av := p.world.Schemas.Package(p.packageRef(name))
	if av.State == schema.Missing {
		if ref, given := p.versionGiven(name); given {
			if other, found := p.world.Schemas.Package(ref); other != nil {
				return other, found
			}
		}
	}
	return pkg, av
}

// Package is the schema that a package name means in this program, nil when it
// cannot be had.
func (p *Program) Package(name string) *schema.Package {
	pkg, _ := p.schemaPackage(name)
	return pkg
}

// ResourceOf is the schema of what a resource or read block declares, by its type token
// alone: nothing is checked for it. It is nil where the block has no token or its schema
// cannot be had.
func (p *Program) ResourceOf(it *syntax.Item) *schema.Resource {
	token, ok := schema.ParseToken(check.ResourceTypeOf(it))
	if !ok {
		return nil
	}
	pkg := p.packageAnswer(token.Schema()).Package
	if pkg == nil {
		return nil
	}
	return pkg.Resource(it.Labels[1].Value)
}

// packageAnswers is an answer about a package, and those that were given before.
type packageAnswers struct {
	*check.PackageAnswer
	before *packageAnswers
}

// packageAnswer is schemaPackage, asked once.
func (p *Program) packageAnswer(name string) *check.PackageAnswer {
	for known := p.packages.Load(); known != nil; known = known.before {
		if known.Name == name {
			return known.PackageAnswer
		}
	}
	pkg, av := p.schemaPackage(name)
	answer := &packageAnswers{PackageAnswer: check.NewPackageAnswer(name, pkg, av)}
	for {
		answer.before = p.packages.Load()
		if p.packages.CompareAndSwap(answer.before, answer) {
			return answer.PackageAnswer
		}
	}
}

// readTypes reads the schemas of the types that resources of the program have. Neighbors begin
// with the same types, so workers who check them would wait for each other, or read them twice.
func (p *Program) readTypes() {
	var of []*syntax.Item
	seen := map[string]bool{}
	for e := range p.core.Items() {
		if token := check.ResourceTypeOf(e.Syntax); token != "" && !seen[token] {
			seen[token] = true
			of = append(of, e.Syntax)
		}
	}
	if each := p.world.Each; each != nil {
		each(len(of), func(i int) { p.ResourceOf(of[i]) })
	}
}
