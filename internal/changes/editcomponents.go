package changes

import (
	"path"
	"strings"
)

// This file edits parents, components and what is inside of them.

// changeParent adds a parent, takes it away or chooses another.
func (g *generator) changeParent(b *block) bool {
	urn := g.urn(b, b.registered())
	old := b.parent()
	if old != nil && g.one(2) {
		unset(&b.options, "parent")
	} else {
		g.childOf(b)
	}
	return g.perhapsAlias(b, 4, urn, text("{ noParent = true }")) && b.parent() != old
}

// renameParent renames a resource that others have as their parent, often with an alias, which they inherit.
func (g *generator) renameParent(b *block) bool {
	old := g.renamed(b)
	unset(&b.attrs, "__logicalName")
	if !g.one(4) {
		b.alias(g.aliasOf(b, old))
	}
	for _, child := range b.children() {
		if logical := find(child.attrs, "__logicalName"); logical != nil && g.one(2) {
			logical.value = text("%q", strings.Replace(child.registered(), old, b.name, 1))
		}
	}
	return true
}

// intoComponent moves a resource into a new component.
func (g *generator) intoComponent(b *block) bool {
	g.here = b.in
	urn, old := g.urn(b, b.registered()), g.prefix(b)+b.registered()
	user := g.newComponent(g.newModule(b.in.dir))
	user.file = b.file
	b.in.take(b.index(), user)
	user.child.take(0, b)
	b.file = "main.pp"
	g.passIn(b, user)
	g.passOut(b, user)
	return g.perhapsAlias(b, 4, text(`{ name = %q, noParent = true }`, old), urn, text(`{ name = %q }`, old))
}

// passIn makes inputs of a component of what a block in it refers to.
func (g *generator) passIn(b, user *block) {
	b.dropOptions(nil, "")
	b.each(func(v *value) {
		if v.ref != nil {
			in := g.newConfig("conf", v.t)
			user.child.take(0, in)
			set(&user.attrs, in.name, v.copied())
			v.ref, v.path, v.isAll = in, "", false
		}
	})
}

// passOut makes outputs of a component of what others refer to in a block in it.
func (g *generator) passOut(b, user *block) {
	for _, o := range g.where(anyBlock) {
		o.dropOptions(b, "dependsOn")
	}
	for _, v := range g.references(b) {
		if v.path == "" { // in dependsOn
			v.ref = user
			continue
		}
		out := g.newValue("output", "out", v.copied())
		user.child.take(len(user.child.blocks), out)
		v.ref, v.path, v.isAll = user, "."+out.name, false
	}
}

func isInside(b *block) bool { return b.isManaged() && b.in.dir != "" }

// outOfComponent moves a resource out of a component, often with an alias.
func (g *generator) outOfComponent(b *block) bool {
	user := g.userOf(b)
	if user == nil {
		return false
	}
	urn, registered := g.urn(b, b.registered()), g.prefix(b)+b.registered()
	g.forget(b)
	b.each(func(v *value) {
		if v.ref == nil {
			return
		}
		if a := find(user.attrs, v.ref.name); v.ref.kind == "config" && a != nil {
			*v = *a.value.copied()
		} else if v.path != "" || v.ref.kind == "config" {
			*v = *g.plain(v.t)
		}
	})
	b.dropOptions(nil, "")
	user.in.take(user.index()+1, b)
	return g.perhapsAlias(b, 4, aliasUnder(registered, user), urn, text(`{ name = %q }`, registered))
}

// editComponent changes, adds or removes an input of a component.
func (g *generator) editComponent(b *block) bool {
	for _, i := range g.Perm(len(b.child.blocks)) {
		in := b.child.blocks[i]
		if in.kind != "config" {
			continue
		}
		a := find(b.attrs, in.name)
		switch {
		case a != nil && find(in.attrs, "default") != nil && g.one(3):
			return unset(&b.attrs, a.name)
		case a != nil:
			return a.become(g.other(a.value))
		}
		return set(&b.attrs, in.name, g.plain(in.exports[0].t))
	}
	return false
}

// renameComponent renames a component, at times with a logical name or with aliases of what is in it.
func (g *generator) renameComponent(b *block) bool {
	switch g.IntN(4) {
	case 0:
		b.attrs = append(b.attrs, &attr{name: "__logicalName", value: text("%q", b.registered())})
	case 1:
		for _, in := range only(b.child.blocks, (*block).isManaged) {
			in.alias(g.urn(in, in.registered()))
		}
	}
	return g.rename(b)
}

// toggleComponent takes a component away, or adds one.
func (g *generator) toggleComponent() bool {
	b, ok := chosen(g, g.where(isA("component")))
	if ok && g.one(2) {
		return g.remove(b)
	}
	g.here, _ = chosen(g, g.modules)
	if ok && g.one(2) {
		g.here = b.in
		g.component(b.child)
		return true
	}
	if strings.Count(g.here.dir, "/") > 1 {
		return false
	}
	g.components(g.here.dir)
	return true
}

// renameDirectory moves a component's directory, or spells its name otherwise.
func (g *generator) renameDirectory() bool {
	m, ok := chosen(g, g.modules[1:])
	if !ok {
		return false
	}
	old := m.dir
	m.dir = g.freeDirectory(path.Dir(old))
	if g.one(4) {
		m.dir = old + "s"
	}
	for _, inner := range g.modules {
		if strings.HasPrefix(inner.dir, old+"/") {
			inner.dir = m.dir + strings.TrimPrefix(inner.dir, old)
		}
	}
	for _, b := range g.where(func(b *block) bool { return b.child == m }) {
		b.label = "./" + path.Base(m.dir)
	}
	return true
}
