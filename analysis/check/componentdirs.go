package check

import (
	"path"
	"slices"

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
func (p *Program) componentDir(source string) string { return path.Join(p.Dir, source) }

// inner is the program of another directory, nil when there is none.
func (p *Program) inner(dir string) *Program {
	if p.world.Component == nil {
		return nil
	}
	return p.world.Component(dir)
}

// ComponentDirs are the directories that the components of the program name.
func (p *Program) ComponentDirs() []string {
	var dirs []string
	for _, source := range p.componentSources() {
		if dir := p.componentDir(source); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// componentSources are the directories that components name, as they are written.
func (p *Program) componentSources() []string {
	if known := p.heads().sources.Load(); known != nil {
		return *known
	}
	var sources []string
	for e := range p.core.Items() {
		if it := e.Syntax; it.Kind == syntax.KindComponent && len(it.Labels) == 2 {
			sources = append(sources, it.Labels[1].Value)
		}
	}
	p.heads().sources.Store(&sources)
	return sources
}
