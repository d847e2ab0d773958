package checked

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file shows what a program knows of packages.

// PackageState is the schema that a package name means in this program, and why
// there is none.
func (p *Program) PackageState(name string) (*schema.Package, schema.Availability) {
	return p.schemaPackage(name)
}

// PackageBlock is the item that declares a package; false when none does.
func (p *Program) PackageBlock(name string) (path string, it syntax.Placed, found bool) {
	block := p.heads().packages[name]
	if block == nil {
		return "", syntax.Placed{}, false
	}
	e := p.core.Item(block.id)
	return e.Path, p.core.Placed(e), true
}
