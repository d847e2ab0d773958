package changes

import (
	"fmt"
	"slices"
	"strings"
)

// This file edits which resources there are and how they are called.

func (g *generator) addResource() bool {
	m, _ := chosen(g, g.modules)
	g.here = m
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
	m := g.moduleOf(b)
	m.blocks = slices.DeleteFunc(m.blocks, func(o *block) bool { return o == b })
	return true
}

// forget replaces references to a block by literals, and takes options away that refer to it.
func (g *generator) forget(b *block) {
	g.where(func(user *block) bool {
		user.options = slices.DeleteFunc(user.options, func(a *attr) bool {
			speaks := false
			a.value.each(func(v *value) { speaks = speaks || v.ref == b })
			return speaks
		})
		return false
	})
	for _, v := range g.references(b) {
		*v = *g.plain(v.t)
	}
}

func (g *generator) managed() (*block, bool) { return chosen(g, g.where((*block).isManaged)) }

// rename gives a resource another name, and keeps the old one as an alias or logical name, if it is told.
func (g *generator) rename(keeping string) bool {
	b, ok := g.managed()
	if !ok {
		return false
	}
	old := b.registered()
	b.name = g.name("new")
	switch {
	case keeping == "logical" && find(b.attrs, "__logicalName") == nil:
		b.attrs = append(b.attrs, &attr{name: "__logicalName", value: text("%q", old)})
	case keeping == "alias":
		b.options = append(b.options, &attr{name: "aliases", value: aliases(g.aliasOf(b, old))})
		return b.singular("aliases")
	}
	return keeping != "logical" || find(b.attrs, "__logicalName") != nil
}

// singular reports whether an option is there once.
func (b *block) singular(name string) bool {
	n := 0
	for _, a := range b.options {
		if a.name == name {
			n++
		}
	}
	return n == 1
}

// aliasOf is an alias of a block with a name that it had, in one of several forms, of which not all match.
func (g *generator) aliasOf(b *block, old string) *value {
	registered := g.prefix(b) + old
	parent := find(b.options, "parent")
	switch g.IntN(7) {
	case 0, 1:
		return text(`{ name = %q }`, registered)
	case 2:
		return text("%q", g.urn(b, old))
	case 3:
		if parent != nil {
			return &value{text: `{ name = "` + registered + `", parent = %s }`, parts: []*value{parent.value.copied()}}
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

// registered is the name that a block registers, without what components and ranges add.
func (b *block) registered() string {
	if logical := find(b.attrs, "__logicalName"); logical != nil {
		return strings.Trim(logical.value.text, `"`)
	}
	return b.name
}

// prefix is what components put before the registered names of a module; that of the first component of each.
func (g *generator) prefix(b *block) string {
	prefix := ""
	for m := g.moduleOf(b); m != nil && m.dir != ""; {
		users := g.usersOf(m)
		if len(users) == 0 {
			break
		}
		prefix, m = users[0].registered()+"-"+prefix, g.moduleOf(users[0])
	}
	return prefix
}

// urn is the URN of a resource with a name.
func (g *generator) urn(b *block, name string) string {
	return fmt.Sprintf("urn:pulumi:test::proj::%s::%s", g.urnType(b), g.prefix(b)+name)
}

// urnType is the type of a resource or component in URNs, after those of its parents.
func (g *generator) urnType(b *block) string {
	own := ""
	if b.child != nil {
		own = b.child.urnType()
	} else {
		own = b.resource.Token
	}
	if parent := find(b.options, "parent"); parent != nil {
		return g.urnType(parent.value.ref) + "$" + own
	}
	if m := g.moduleOf(b); m.dir != "" {
		if users := g.usersOf(m); len(users) > 0 {
			return g.urnType(users[0]) + "$" + own
		}
	}
	return own
}

// livingAlias gives a new or renamed resource an alias of one that is still there, or two resources the same alias.
func (g *generator) livingAlias() bool {
	a, ok := g.managed()
	if !ok {
		return false
	}
	old := a.registered()
	urn := g.urn(a, old)
	if g.one(4) { // it is found by its own URN, and the alias does not count
		set(&a.options, "aliases", aliases(text("%q", urn)))
		return true
	}
	g.here = g.moduleOf(a)
	b := g.resource()
	if a.resource == b.resource && g.one(2) {
		set(&b.options, "aliases", aliases(text(`{ name = %q }`, g.prefix(a)+old)))
	} else {
		set(&b.options, "aliases", aliases(text("%q", urn)))
	}
	if g.one(2) {
		a.name = g.name("new")
		set(&a.options, "aliases", aliases(text("%q", urn)))
	}
	return true
}

// swapNames exchanges the names of two resources of a module, at times with aliases.
func (g *generator) swapNames() bool {
	a, ok := g.managed()
	if !ok {
		return false
	}
	b := g.earlier(a, (*block).isManaged)
	if b == nil {
		return false
	}
	a.name, b.name = b.name, a.name
	if g.one(2) {
		set(&a.options, "aliases", aliases(g.aliasOf(a, b.name)))
		set(&b.options, "aliases", aliases(g.aliasOf(b, a.name)))
	}
	return true
}

// changeType gives a resource another type and the inputs that fit, at times with an alias of the old type.
func (g *generator) changeType() bool {
	b, ok := g.managed()
	if !ok {
		return false
	}
	p := g.packages[0]
	tokens := resourceTokens(p)
	r := p.Resource(tokens[g.IntN(len(tokens))])
	if r == b.resource {
		return false
	}
	old := b.resource.Token
	urn := g.urn(b, b.registered())
	for _, v := range g.references(b) {
		if v.path != "" && v.path != ".id" {
			*v = *g.plain(v.t)
		}
	}
	outside := g.literalOnly
	g.literalOnly = true
	b.attrs, ok = g.fields(r.Inputs, 0, 4)
	g.literalOnly = outside
	b.label, b.resource, b.exports = r.Token, r, g.exportsOf(r)
	for _, name := range []string{"ignoreChanges", "replaceOnChanges", "hideDiffs", "additionalSecretOutputs", "provider"} {
		unset(&b.options, name)
	}
	switch g.IntN(3) {
	case 0:
		set(&b.options, "aliases", aliases(text(`{ type = %q }`, old)))
	case 1:
		set(&b.options, "aliases", aliases(text("%q", urn)))
	}
	return ok
}

// changeRange changes the number or the names of the instances.
func (g *generator) changeRange() bool {
	b, ok := chosen(g, g.where(func(b *block) bool { return b.isManaged() && b.over != nil }))
	if !ok {
		return false
	}
	g.here = g.moduleOf(b)
	before := b.over.value.String()
	if g.one(2) {
		v := g.plain(rangeTypes[b.over.form])
		if b.over.form == "number" {
			v = text("%d", 1+g.IntN(4))
		}
		b.over.value = v
		return v.String() != before && (v.text != "false" || !g.isUsed(b))
	}
	return g.reform(b, g.rangeOf([]string{"bool", "number", "list", "map"}[g.IntN(4)]))
}

// reform gives a resource another range, or none.
func (g *generator) reform(b *block, over *ranged) bool {
	before := b.over
	b.over = over
	if over == nil || before == nil || over.form != before.form {
		b.each(func(v *value) {
			if v.ofRange {
				*v = *g.plain(v.t)
			}
		})
	}
	return before == nil || over == nil || over.value.String() != before.value.String()
}

// toggleRange takes a range away, or adds one.
func (g *generator) toggleRange() bool {
	b, ok := g.managed()
	if !ok {
		return false
	}
	g.here = g.moduleOf(b)
	if b.over != nil {
		return g.reform(b, nil)
	}
	used := false // an option takes one resource
	g.where(func(o *block) bool {
		for _, a := range o.options {
			a.value.each(func(v *value) { used = used || v.ref == b })
		}
		return false
	})
	return !used && g.reform(b, g.rangeOf([]string{"bool", "number", "list", "map"}[g.IntN(4)]))
}
