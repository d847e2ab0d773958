package workspace

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares rules with the schemas of the packages that programs use.

// ruleNames remembers what some packages do not have of the names in a book. The zero value is ready.
type ruleNames struct {
	mu    sync.Mutex // guards known
	known map[string][]analysis.Diagnostic
}

// unknownNames are the names in rules that the packages which a program uses do not have. Programs with the same packages share the work.
// Packages that the program does not use are not looked for: a set of rules may be about many.
func (b *ruleBook) unknownNames(p *analysis.Program) []analysis.Diagnostic {
	used, _ := p.PackageNames()
	packages := packagesByName{}
	var key strings.Builder
	for _, f := range b.files {
		for _, name := range f.Packages() {
			if pkg := packages[name]; pkg == nil && slices.Contains(used, name) && p.Package(name) != nil {
				packages[name] = p.Package(name)
				fmt.Fprintf(&key, "%s %p\n", name, packages[name])
			}
		}
	}
	b.names.mu.Lock()
	defer b.names.mu.Unlock()
	found, ok := b.names.known[key.String()]
	if !ok {
		for _, f := range b.files {
			found = append(found, f.CheckNames(packages)...)
		}
		if b.names.known == nil {
			b.names.known = map[string][]analysis.Diagnostic{}
		}
		b.names.known[key.String()] = found
	}
	return found
}

// packagesByName are the schemas of some packages.
type packagesByName map[string]*schema.Package

// Package finds a package.
func (p packagesByName) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	if pkg := p[ref.Name]; pkg != nil {
		return pkg, schema.Availability{}
	}
	return nil, schema.Availability{State: schema.Missing}
}
