package check

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// This file makes programs that nobody has written yet: what a change would lead to can
// be looked at before it is proposed.

// With is the program as it would be with other versions of some of its files, in the
// same world. It costs what an edit costs; this program stays what it is.
func (p *Program) With(files ...*syntax.File) *Program {
	return p.Supposing(files, nil, p.world.Stack)
}

// Supposing is the program as it would be with other versions of some of its files, with
// other programs in some directories that it uses as components, and with another
// configuration of its stack.
func (p *Program) Supposing(files []*syntax.File, components map[string]*Program, stack *Stack) *Program {
	all := make([]*syntax.File, len(p.Files))
	for i, f := range p.Files {
		all[i] = f
		for _, other := range files {
			if other.Path == f.Path {
				all[i] = other
			}
		}
	}
	world := *p.world
	world.Stack = stack
	if len(components) > 0 {
		world.ComponentsVersion = nil
		world.Component = func(dir string) *Program {
			if other := components[dir]; other != nil {
				return other
			}
			return p.inner(dir)
		}
	}
	return NewProgram(p.Dir, all, world, p)
}
