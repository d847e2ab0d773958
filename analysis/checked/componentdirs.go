package checked

import (
	"path"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds the directories of components.

// ComponentDir is the directory that the source of a component item names; false
// for items that name none.
func (p *Program) ComponentDir(it *syntax.Item) (string, bool) {
	if it.Kind != syntax.KindComponent || len(it.Labels) != 2 {
		return "", false
	}
	return p.componentDir(it.Labels[1].Value), true
}

// componentDir is the directory that a source names.
func (p *Program) componentDir(source string) string {
	name, _ := p.directory(path.Join(p.Dir, source))
	return name
}

// directory is the name of the directory at a path, and its path without links.
func (p *Program) directory(at string) (name, real string) {
	if p.world.Directory == nil {
		return at, at
	}
	return p.world.Directory(at)
}

// real is the directory of the program without links.
func (p *Program) real() string {
	_, real := p.directory(p.Dir)
	return real
}

// Component is the program of another directory, nil when there is none.
func (p *Program) Component(dir string) *Program {
	if p.world.Component == nil {
		return nil
	}
	return p.world.Component(dir)
}

// ComponentDirs are the directories that the components of the program name, each once.
func (p *Program) ComponentDirs() []string {
	var dirs []string
	known := map[string]bool{}
	for _, source := range p.componentSources() {
		if dir := p.componentDir(source); !known[dir] {
			known[dir] = true
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// componentSources are the directories that components name, as they are written.
func (p *Program) componentSources() []string {
	if known := p.scopeData().sources.Load(); known != nil {
		return *known
	}
	var sources []string
	for e := range p.core.Items() {
		if it := e.Syntax; it.Kind == syntax.KindComponent && len(it.Labels) == 2 {
			sources = append(sources, it.Labels[1].Value)
		}
	}
	p.scopeData().sources.Store(&sources)
	return sources
}
