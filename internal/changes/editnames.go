package changes

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file edits which resources, components and parents there are, and how they are called.

func (g *generator) addResource() bool {
	g.here, _ = chosen(g, g.modules)
	b := g.resource()
	if g.one(3) {
		g.childOf(b)
	}
	return true
}

func (g *generator) removeResource() bool {
	b, ok := chosen(g, g.where(func(b *block) bool { return b.isManaged() || b.isProvider() && g.one(3) }))
	return ok && g.remove(b)
}

// remove takes a block away, and gives other values to what refers to it.
func (g *generator) remove(b *block) bool {
	g.forget(b)
	b.in.drop(b)
	return true
}

// forget replaces references to a block by literals, and takes options away that refer to it.
func (g *generator) forget(b *block) {
	for _, user := range g.where(anyBlock) {
		user.dropOptions(b, "")
	}
	for _, v := range g.references(b) {
		*v = *g.plain(v.t)
	}
}

// renamed gives a block another name, and returns the name that it registered.
func (g *generator) renamed(b *block) (old string) {
	old = b.registered()
	b.name = g.name("new")
	return old
}

func (g *generator) rename(b *block) bool {
	g.renamed(b)
	return true
}

func (g *generator) renameWithLogicalName(b *block) bool {
	return set(&b.attrs, "__logicalName", text("%q", g.renamed(b)))
}

// renameWithAlias keeps the old name as an alias. A block that has aliases of its own would list them twice.
func (g *generator) renameWithAlias(b *block) bool {
	if has("aliases")(b) {
		return false
	}
	return b.alias(g.aliasOf(b, g.renamed(b)))
}

// aliasOf is an alias of a block with a name that it had, in one of several forms, of which not all match.
func (g *generator) aliasOf(b *block, old string) *value {
	registered := g.prefix(b) + old
	switch g.IntN(7) {
	case 2:
		return g.urn(b, old)
	case 3:
		if parent := b.parent(); parent != nil {
			return aliasUnder(registered, parent)
		}
	case 4:
		return text(`{ name = %q, noParent = true }`, registered)
	case 5:
		return text(`{ name = %q, type = %q }`, registered, b.label)
	case 6:
		return text(`{ name = %q }`, old)
	}
	return text(`{ name = %q }`, registered)
}

// aliasUnder is an alias with a name and a parent.
func aliasUnder(name string, parent *block) *value {
	return call(typesys.Type{}, `{ name = "`+name+`", parent = %s }`, &value{ref: parent})
}

// perhapsAlias ends an edit: it gives a block one of the aliases, each once in n times, or leaves those that it has.
func (g *generator) perhapsAlias(b *block, n int, aliases ...*value) bool {
	if i := g.IntN(n); i < len(aliases) {
		b.alias(aliases[i])
	}
	return true
}

// registered is the name that a block registers, without what components and ranges add.
func (b *block) registered() string {
	if logical := find(b.attrs, "__logicalName"); logical != nil {
		return strings.Trim(logical.value.text, `"`)
	}
	return b.name
}

// prefix is what components put before the registered names of a module; that of the first component of each.
func (g *generator) prefix(b *block) string {
	if user := g.userOf(b); user != nil {
		return g.prefix(user) + user.registered() + "-"
	}
	return ""
}

// userOf is the first component that a block is in; nil if there is none.
func (g *generator) userOf(b *block) *block {
	if users := g.where(func(o *block) bool { return o.child == b.in }); len(users) > 0 {
		return users[0]
	}
	return nil
}

// urn is the URN of a block with a name.
func (g *generator) urn(b *block, name string) *value {
	return text(`"urn:pulumi:test::proj::%s::%s"`, g.urnType(b), g.prefix(b)+name)
}

// urnType is the type of a resource or component in URNs, after those of its parents.
func (g *generator) urnType(b *block) string {
	if parent := cmp.Or(b.parent(), g.userOf(b)); parent != nil {
		return g.urnType(parent) + "$" + b.token()
	}
	return b.token()
}

// livingAlias gives a new or renamed resource an alias of one that is still there, or two resources the same alias.
func (g *generator) livingAlias(a *block) bool {
	old := a.registered()
	urn := g.urn(a, old)
	if g.one(4) { // it is found by its own URN, and the alias does not count
		return a.alias(urn)
	}
	g.here = a.in
	b := g.resource()
	b.alias(urn)
	if a.resource == b.resource && g.one(2) {
		b.alias(text(`{ name = %q }`, g.prefix(a)+old))
	}
	if g.one(2) {
		g.renamed(a)
		a.alias(urn)
	}
	return true
}

// swapNames exchanges the names of two resources of a module, at times with aliases.
func (g *generator) swapNames(a *block) bool {
	other := g.earlier(a, (*block).isManaged)
	if other == nil {
		return false
	}
	b := other.ref
	a.name, b.name = b.name, a.name
	if g.one(2) {
		a.alias(g.aliasOf(a, b.name))
		b.alias(g.aliasOf(b, a.name))
	}
	return true
}

// changeType gives a resource another type and the inputs that fit, at times with an alias of the old type.
func (g *generator) changeType(b *block) bool {
	r := g.resourceOf(g.packages[0])
	if r == b.resource {
		return false
	}
	old, urn := b.resource.Token, g.urn(b, b.registered())
	for _, v := range g.references(b) {
		if v.path != "" && v.path != ".id" {
			*v = *g.plain(v.t)
		}
	}
	b.attrs = g.plainly().fields(r.Inputs, 0, 4)
	b.label, b.resource, b.exports = r.Token, r, g.exportsOf(r)
	for _, name := range []string{"ignoreChanges", "replaceOnChanges", "hideDiffs", "additionalSecretOutputs", "provider"} {
		unset(&b.options, name)
	}
	return g.perhapsAlias(b, 3, text(`{ type = %q }`, old), urn) && b.attrs != nil
}

// changeRange changes the number or the names of the instances.
func (g *generator) changeRange(b *block) bool {
	g.here = b.in
	if !g.one(2) {
		return g.reform(b, g.anyRange())
	}
	v := g.plain(b.over.value.t)
	if v.t == typesys.Int {
		v = g.rangeValue(v.t, 4)
	}
	return b.over.become(v) && (v.text != "false" || !g.isUsed(b))
}

// reform gives a resource another range, or none.
func (g *generator) reform(b *block, over *ranged) bool {
	before := b.over
	b.over = over
	if over == nil || before == nil || over.value.t != before.value.t {
		b.each(func(v *value) {
			if v.ofRange {
				*v = *g.plain(v.t)
			}
		})
	}
	return before == nil || over == nil || over.value.String() != before.value.String()
}

// toggleRange takes a range away, or adds one.
func (g *generator) toggleRange(b *block) bool {
	g.here = b.in
	if b.over != nil {
		return g.reform(b, nil)
	}
	hasOption := func(o *block) bool {
		return slices.ContainsFunc(o.options, func(a *attr) bool { return a.value.refersTo(b) })
	}
	return len(g.where(hasOption)) == 0 && g.reform(b, g.anyRange()) // an option takes one resource
}

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
