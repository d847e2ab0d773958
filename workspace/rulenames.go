package workspace

import (
	"maps"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares rules with the schemas of packages.

// ruleNames remembers the findings in the files of a book when some packages are known. The zero value is ready.
type ruleNames struct {
	mu    sync.Mutex // guards known
	known []comparedNames
}

// comparedNames are the findings in each file, compared with some packages.
type comparedNames struct {
	packages packagesByName
	found    []FileReport
}

// mostCompared is how many comparisons of a book are remembered: programs of a workspace have few sets of packages.
const mostCompared = 16

// compared are the findings in each file, with the names in rules that packages do not have. It looks at packages that the program
// needs: a set of rules may be about many others. Programs with the same packages share the work.
func (b *ruleBook) compared(p *analysis.Program) []FileReport {
	packages := packagesByName{}
	needed := map[string]bool{schema.BuiltinPackage: true}
	for _, n := range p.PackageNeeds() {
		needed[n.Ref.Name] = true
	}
	for _, name := range b.packages {
		if !needed[name] {
			continue
		}
		if pkg := p.Package(name); pkg != nil {
			packages[name] = pkg
		}
	}
	if len(packages) == 0 {
		return b.faults
	}
	b.names.mu.Lock()
	defer b.names.mu.Unlock()
	for _, c := range b.names.known {
		if maps.Equal(c.packages, packages) {
			return c.found
		}
	}
	now := comparedNames{packages, slices.Clone(b.faults)}
	for i, f := range b.files {
		if unknown := f.CheckNames(packages); len(unknown) > 0 {
			now.found[i].Found = now.found[i].Found.With(now.found[i].Source, unknown)
		}
	}
	if len(b.names.known) == mostCompared {
		b.names.known = b.names.known[1:]
	}
	b.names.known = append(b.names.known, now)
	return now.found
}

// packagesByName are the schemas of some packages.
type packagesByName map[string]*schema.Package

// Package finds a package.
func (p packagesByName) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	if pkg := p[ref.Name]; pkg != nil {
		return pkg, schema.Availability{State: schema.Ready}
	}
	return nil, schema.Availability{State: schema.Missing}
}
