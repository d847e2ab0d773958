package changes

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file makes up components.

var directories = []string{"pen", "lion-pen", "yard_wall", "Depot", "crane2", "wharf"}

// components declares one or two components of a new module in a directory, which at times has a component itself.
func (g *generator) components(dir string) {
	child := g.childModule(dir)
	for range 1 + g.IntN(2) {
		g.component(child)
	}
}

// freeDirectory is one that no module has.
func (g *generator) freeDirectory(dir string) string {
	for {
		name := path.Join(dir, g.directories[g.IntN(len(g.directories))])
		if !slices.ContainsFunc(g.modules, func(m *module) bool { return strings.EqualFold(m.dir, name) }) {
			return name
		}
	}
}

// newModule adds an empty module in a directory.
func (g *generator) newModule(dir string) *module {
	m := &module{dir: g.freeDirectory(dir)}
	g.modules = append(g.modules, m)
	return m
}

func (g *generator) childModule(dir string) *module {
	outside := g.here
	defer func() { g.here = outside }()
	m := g.newModule(dir)
	g.here = m
	for range 1 + g.IntN(3) {
		g.config(passableTypes[g.IntN(len(passableTypes))])
	}
	for range 1 + g.IntN(3) {
		g.resource()
	}
	if dir == "" && g.one(3) {
		g.components(m.dir)
		g.resource()
	}
	for range 1 + g.IntN(2) {
		g.output()
	}
	return m
}

// component declares a component of a module.
func (g *generator) component(child *module) *block {
	b := &block{kind: "component", name: g.name("comp"), label: "./" + path.Base(child.dir), child: child}
	for _, in := range child.blocks {
		if in.kind == "config" && (find(in.attrs, "default") == nil || g.one(2)) {
			b.attrs = append(b.attrs, &attr{name: in.name, value: g.value(in.exports[0].t, 1)})
		}
	}
	b.exports = child.exports()
	if g.one(3) {
		g.providers(b)
	}
	return g.add(b)
}

// providers passes a provider to a component, if one is in scope.
func (g *generator) providers(b *block) bool {
	provider := g.earlier(b, (*block).isProvider)
	if provider != nil {
		set(&b.options, "providers", list(&value{ref: provider}))
	}
	return provider != nil
}

// exports are the outputs of a module.
func (m *module) exports() []export {
	var all []export
	for _, b := range m.blocks {
		if b.kind == "output" {
			all = append(all, export{"." + b.name, find(b.attrs, "value").value.t})
		}
	}
	return all
}

// urnType is the type of a component in URNs.
func (m *module) urnType() string {
	var s strings.Builder
	isStart := true
	for _, r := range path.Base(m.dir) {
		switch {
		case r == '-' || r == '_' || r == '.':
			isStart = true
		case isStart:
			s.WriteRune(unicode.ToUpper(r))
			isStart = false
		default:
			s.WriteRune(r)
		}
	}
	return "components:index:" + s.String()
}

// input adds an input to a module, for which each component of it passes a value.
func (g *generator) input(m *module, t typesys.Type) *block {
	in := &block{kind: "config", name: g.name("conf"), label: passable[t], exports: []export{{"", t}}, file: "main.pp"}
	m.blocks = append([]*block{in}, m.blocks...)
	return in
}
