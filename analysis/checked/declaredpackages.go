package checked

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/packageblock"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file collects the package blocks of a program.

// packageBlock is what one package block declares.
type packageBlock struct {
	ref schema.Ref
	id  int32
}

// declarePackages collects the package blocks of the program. Two for one
// package are an error unless they stand in different files and say the same.
func (s *scopeData) declarePackages(p *Program) {
	for e := range p.core.Items() {
		ref, declares := packageblock.Ref(e.Syntax)
		if !declares {
			continue
		}
		block := &packageBlock{ref, e.ID}
		if earlier := s.packages[block.ref.Name]; earlier != nil {
			s.comparePackages(p, earlier, block)
			continue
		}
		s.packages[block.ref.Name] = block
	}
}

func (s *scopeData) comparePackages(p *Program, earlier, later *packageBlock) {
	first, second := p.core.Item(earlier.id), p.core.Item(later.id)
	related := diagnostic.HeaderOf(first).Near("first declared here")
	name := "package `" + later.ref.Name + "`"
	switch {
	case first.Path == second.Path:
		s.note(diagnostic.New(diagnostic.HeaderOf(second), codes.PackageDuplicate, name+" is already declared in this file; remove one block", related))
	case !packageblock.Equal(earlier.ref, later.ref):
		s.note(diagnostic.New(diagnostic.HeaderOf(second), codes.PackageConflict, name+" is declared differently in another file; make both declarations equal", related))
	}
}
