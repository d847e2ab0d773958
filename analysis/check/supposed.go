package check

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file makes programs that nobody has written yet: what a change would lead to can
// be looked at before it is proposed.

// With is the program as it would be with other versions of some of its files, in the
// same world. It costs what an edit costs; this program stays what it is.
func (p *Program) With(files ...*syntax.File) *Program {
	return p.Supposing(files, nil, p.world.Stack)
}

// Supposing is the program as it would be with new files and other versions of some of its files, with
// other programs in some directories that it uses as components, and with another
// configuration of its stack.
func (p *Program) Supposing(files []*syntax.File, components map[string]*Program, stack *Stack) *Program {
	all := slices.Clone(p.Files)
	for _, next := range files {
		if i := slices.IndexFunc(all, func(f *syntax.File) bool { return f.Path == next.Path }); i >= 0 {
			all[i] = next
		} else {
			all = append(all, next)
		}
	}
	world := p.supposedWorld(components)
	world.Stack = stack
	return NewProgram(p.Dir, all, world, p)
}

// Beside is a new program in another directory of the same world, where other programs may be in
// some directories that it uses as components.
func (p *Program) Beside(dir string, files []*syntax.File, components map[string]*Program) *Program {
	world := p.supposedWorld(components)
	world.Stack = nil
	return NewProgram(dir, files, world, nil)
}

// supposedWorld is the world with other programs in some directories.
func (p *Program) supposedWorld(components map[string]*Program) World {
	world := *p.world
	if len(components) > 0 {
		world.ComponentsVersion = nil
		world.Component = func(dir string) *Program {
			if other := components[dir]; other != nil {
				return other
			}
			return p.inner(dir)
		}
	}
	return world
}
