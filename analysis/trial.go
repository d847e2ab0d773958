package analysis

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// With is the program as it would be with other versions of some of its files, in the
// same world. It costs what an edit costs; this program stays what it is.
func (p *Program) With(files ...*syntax.File) *Program {
	all := make([]*syntax.File, len(p.Files))
	for i, f := range p.Files {
		all[i] = f
		for _, other := range files {
			if other.Path == f.Path {
				all[i] = other
			}
		}
	}
	return NewProgram(p.Dir, all, p.world, p)
}
