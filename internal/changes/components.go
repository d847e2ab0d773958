package changes

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file makes up components.

var directories = []string{"pen", "lion-pen", "yard_wall", "Depot", "crane2", "wharf"}

// components declares one or two components of a new module in a directory, which at times has a component itself.
func (g *generator) components(dir string) {
	child := g.newModule(dir)
	inner := g.within(child, nil)
	for range 1 + g.IntN(3) {
		inner.config(g.passableType())
	}
	inner.resources(1 + g.IntN(3))
	if dir == "" && g.one(3) {
		inner.components(child.dir)
		inner.resource()
	}
	inner.outputs(1 + g.IntN(2))
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

// newComponent is a component of a module, without inputs, that is in no module yet.
func (g *generator) newComponent(child *module) *block {
	return &block{kind: "component", name: g.name("comp"), label: "./" + path.Base(child.dir), child: child}
}

// component declares a component of a module.
func (g *generator) component(child *module) *block {
	b := g.newComponent(child)
	for _, in := range child.blocks {
		switch {
		case in.kind == "config" && (find(in.attrs, "default") == nil || g.one(2)):
			set(&b.attrs, in.name, g.value(in.exports[0].t, 1))
		case in.kind == "output":
			b.exports = append(b.exports, export{"." + in.name, in.attrs[0].value.t})
		}
	}
	if g.one(3) {
		g.providers(b)
	}
	return g.add(b)
}

// providers passes a provider to a component, if one is in scope.
func (g *generator) providers(b *block) bool {
	return set(&b.options, "providers", list(g.earlier(b, (*block).isProvider)))
}

// token is the type of a resource or component.
func (b *block) token() string {
	if b.child == nil {
		return b.resource.Token
	}
	name := "components:index:"
	isSeparator := func(r rune) bool { return strings.ContainsRune("-_.", r) }
	for _, word := range strings.FieldsFunc(path.Base(b.child.dir), isSeparator) {
		first, size := utf8.DecodeRuneInString(word)
		name += string(unicode.ToUpper(first)) + word[size:]
	}
	return name
}
