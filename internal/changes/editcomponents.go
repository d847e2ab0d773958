package changes

import (
	"path"
	"slices"
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
		if b.parent() == old {
			return false
		}
	}
	g.perhapsAlias(b, 4, text("%q", urn), text("{ noParent = true }"))
	return true
}

// renameParent renames a resource that others have as their parent, often with an alias, which they inherit.
func (g *generator) renameParent() bool {
	children := func(b *block) []*block {
		return g.where(func(o *block) bool { return o.isManaged() && o.parent() == b })
	}
	b, ok := chosen(g, g.where(func(b *block) bool { return b.isManaged() && len(children(b)) > 0 }))
	if !ok {
		return false
	}
	old := b.registered()
	b.name = g.name("new")
	unset(&b.attrs, "__logicalName")
	if !g.one(4) {
		b.alias(g.aliasOf(b, old))
	}
	for _, child := range children(b) {
		if logical := find(child.attrs, "__logicalName"); logical != nil && g.one(2) {
			logical.value = text("%q", strings.Replace(child.registered(), old, b.name, 1))
		}
	}
	return true
}

// intoComponent moves a resource into a new component.
func (g *generator) intoComponent(b *block) bool {
	m := g.moduleOf(b)
	g.here = m
	urn, old := g.urn(b, b.registered()), g.prefix(b)+b.registered()
	child := g.newModule(m.dir)
	user := &block{kind: "component", name: g.name("comp"), label: "./" + path.Base(child.dir), child: child, file: b.file}
	m.blocks[slices.Index(m.blocks, b)] = user
	child.blocks = []*block{b}
	b.file = "main.pp"
	g.passIn(b, user)
	g.passOut(b, user)
	g.perhapsAlias(b, 4, text(`{ name = %q, noParent = true }`, old), text("%q", urn), text(`{ name = %q }`, old))
	return true
}

// passIn makes inputs of a component of what a block in it refers to.
func (g *generator) passIn(b, user *block) {
	b.dropOptions(anyBlock)
	b.each(func(v *value) {
		if v.ref != nil {
			in := g.input(user.child, v.t)
			user.attrs = append(user.attrs, &attr{name: in.name, value: v.copied()})
			v.ref, v.path, v.isAll = in, "", false
		}
	})
}

// passOut makes outputs of a component of what others refer to in a block in it.
func (g *generator) passOut(b, user *block) {
	for _, o := range g.blocks() {
		o.options = slices.DeleteFunc(o.options, func(a *attr) bool {
			return a.name != "dependsOn" && a.value.refersTo(func(to *block) bool { return to == b })
		})
	}
	for _, v := range g.references(b) {
		if v.path == "" { // in dependsOn
			v.ref = user
			continue
		}
		out := &block{kind: "output", name: g.name("out"), file: "main.pp", attrs: []*attr{{name: "value", value: v.copied()}}}
		user.child.blocks = append(user.child.blocks, out)
		v.ref, v.path, v.isAll = user, "."+out.name, false
	}
}

// outOfComponent moves a resource out of a component, often with an alias.
func (g *generator) outOfComponent() bool {
	b, ok := chosen(g, g.where(func(b *block) bool { return b.isManaged() && g.moduleOf(b) != g.root() }))
	if !ok {
		return false
	}
	user := g.userOf(b)
	if user == nil {
		return false
	}
	urn, registered := g.urn(b, b.registered()), g.prefix(b)+b.registered()
	g.remove(b)
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
	b.dropOptions(anyBlock)
	m := g.moduleOf(user)
	m.blocks = slices.Insert(m.blocks, slices.Index(m.blocks, user)+1, b)
	g.perhapsAlias(b, 4, aliasUnder(registered, user), text("%q", urn), text(`{ name = %q }`, registered))
	return true
}

func isComponent(b *block) bool { return b.kind == "component" }

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
			a.value = g.other(a.value)
			return a.value != nil
		}
		b.attrs = append(b.attrs, &attr{name: in.name, value: g.plain(in.exports[0].t)})
		return true
	}
	return false
}

// renameComponent renames a component, at times with a logical name or with aliases of what is in it.
func (g *generator) renameComponent(b *block) bool {
	old := b.registered()
	aliases := map[*block]*value{}
	for _, in := range b.child.blocks {
		if in.isManaged() {
			aliases[in] = text("%q", g.urn(in, in.registered()))
		}
	}
	b.name = g.name("new")
	switch g.IntN(4) {
	case 0:
		b.attrs = append(b.attrs, &attr{name: "__logicalName", value: text("%q", old)})
	case 1:
		for in, alias := range aliases {
			in.alias(alias)
		}
	}
	return true
}

// toggleComponent takes a component away, or adds one.
func (g *generator) toggleComponent() bool {
	b, ok := chosen(g, g.where(isComponent))
	if ok && g.one(2) {
		return g.remove(b)
	}
	m, _ := chosen(g, g.modules)
	g.here = m
	if ok && g.one(2) {
		g.here = g.moduleOf(b)
		g.component(b.child)
		return true
	}
	if strings.Count(m.dir, "/") > 1 {
		return false
	}
	g.components(m.dir)
	return true
}

// renameDirectory moves a component's directory, or spells its name otherwise.
func (g *generator) renameDirectory() bool {
	if len(g.modules) < 2 {
		return false
	}
	m, _ := chosen(g, g.modules[1:])
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
	for _, b := range g.usersOf(m) {
		b.label = "./" + path.Base(m.dir)
	}
	return true
}
