package upgrade

import (
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes the programs of each stage of an upgrade.

// generation are programs with some of their files rewritten, all checked with one version of the package.
type generation struct {
	pkg *schema.Package
	// files are the rewritten files by directory, and made the programs that somebody asked for.
	files map[string][]*syntax.File
	made  map[string]*analysis.Program
	// last are the programs of the generation before: what is the same in both is not checked again.
	last map[string]*analysis.Program
}

func newGeneration(pkg *schema.Package) *generation {
	return &generation{pkg, map[string][]*syntax.File{}, map[string]*analysis.Program{}, nil}
}

// with is the generation after this one: with rewritten files, and maybe another version.
func (g *generation) with(pkg *schema.Package, files []*syntax.File) *generation {
	next := newGeneration(pkg)
	next.last = g.made
	for dir, all := range g.files {
		next.files[dir] = slices.Clone(all)
	}
	for _, f := range files {
		dir := f.Path[:strings.LastIndexByte(f.Path, '/')]
		all := next.files[dir]
		if i := slices.IndexFunc(all, func(old *syntax.File) bool { return old.Path == f.Path }); i >= 0 {
			all[i] = f
		} else {
			next.files[dir] = append(all, f)
		}
	}
	return next
}

// program is what a program is in this generation.
func (g *generation) program(original *analysis.Program) *analysis.Program {
	if made := g.made[original.Dir]; made != nil {
		return made
	}
	made := original.Served(analysis.Serving{Package: g.pkg, Files: g.files[original.Dir], Component: g.program, ComponentsVary: true}, g.last[original.Dir])
	g.made[original.Dir] = made
	return made
}
