package workspace

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares rules with the schemas of packages.

// ruleNames remembers the findings in the files of a book when some packages are known. The zero value is ready.
type ruleNames struct {
	mu    sync.Mutex // guards known
	known map[string][]FileReport
}

// compared are the findings in each file, with the names in rules that packages do not have. It looks at packages that somebody has
// looked for already: a set of rules may be about many that no program uses. Programs with the same packages share the work.
func (b *ruleBook) compared(p *analysis.Program, lookedFor func(name string) bool) []FileReport {
	packages := packagesByName{}
	var key strings.Builder
	for _, name := range b.packages {
		if !lookedFor(name) {
			continue
		}
		if pkg := p.Package(name); pkg != nil {
			packages[name] = pkg
			fmt.Fprintf(&key, "%s %p\n", name, pkg)
		}
	}
	if len(packages) == 0 {
		return b.faults
	}
	b.names.mu.Lock()
	defer b.names.mu.Unlock()
	found, ok := b.names.known[key.String()]
	if !ok {
		found = slices.Clone(b.faults)
		for i, f := range b.files {
			if unknown := f.CheckNames(packages); len(unknown) > 0 {
				found[i].Found = found[i].Found.With(found[i].Source, unknown)
			}
		}
		if b.names.known == nil {
			b.names.known = map[string][]FileReport{}
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
		return pkg, schema.Availability{State: schema.Ready}
	}
	return nil, schema.Availability{State: schema.Missing}
}
