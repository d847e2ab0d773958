package analysis

import "github.com/pcl-lsp/pcl-lsp/analysis/syntax"

// This file makes programs that nobody has written yet: what a change would lead to can
// be looked at before it is proposed.

// Supposing is the program as it would be with other texts of its files, with other
// programs in some directories that it uses as components, and with another
// configuration of its stack. Files that are not given stay as they are.
func (p *Program) Supposing(texts map[string]string, components map[string]*Program, stack *Stack) *Program {
	files := make([]*syntax.File, len(p.Files))
	for i, f := range p.Files {
		files[i] = f
		if text, other := texts[f.Path]; other {
			files[i] = syntax.Parse(f.Path, text, f)
		}
	}
	world := p.world
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
	return NewProgram(p.Dir, files, world, p)
}
