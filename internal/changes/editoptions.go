package changes

import "strings"

// This file edits providers and options. An option matters only when something else changes, so most of these edits come in two parts.

func (g *generator) editProvider() bool {
	b, ok := chosen(g, g.where((*block).isProvider))
	if !ok {
		if !g.one(4) {
			return false
		}
		key := g.packages[0].Name() + ":" + []string{"region", "endpoint"}[g.IntN(2)]
		g.program.config[key] = g.word()
		return true
	}
	in := b.resource.Inputs[g.IntN(len(b.resource.Inputs))]
	a := find(b.attrs, in.Name)
	switch {
	case a != nil && g.one(4):
		return unset(&b.attrs, a.name)
	case a != nil:
		return a.become(g.plain(a.value.t))
	}
	b.attrs = append(b.attrs, &attr{in.Name, g.plain(base(in.Type)), in})
	return true
}

// switchProvider renames a provider, or gives a resource or component another one.
func (g *generator) switchProvider() bool {
	if b, ok := chosen(g, g.where((*block).isProvider)); ok && g.one(3) {
		return g.perhapsAlias(b, 2, text(`{ name = %q }`, g.renamed(b)))
	}
	if b, ok := chosen(g, g.where(isA("component"))); ok && g.one(3) {
		return unset(&b.options, "providers") || g.providers(b)
	}
	return g.toggleOption("provider")
}

// pathOption gives a resource an option with the path of an input or a part of it, and changes that or another.
func pathOption(name string) func(*generator, place) bool {
	return func(g *generator, p place) bool {
		if has(name)(p.block) && g.one(3) {
			return unset(&p.block.options, name) && g.replace(p)
		}
		if g.one(3) {
			return g.option(p.block, name) && (g.one(5) || g.replace(p))
		}
		path := p.path
		if g.one(4) {
			path = path[:1]
		}
		set(&p.block.options, name, list(text("%s", strings.Join(path, ""))))
		return g.one(5) || g.replace(p)
	}
}

func (g *generator) withProtect(p place) bool {
	if !g.option(p.block, "protect") {
		return false
	}
	switch g.IntN(3) {
	case 1:
		return true
	case 2:
		if b, ok := chosen(g, g.where(func(b *block) bool { return has("protect")(b) && b != p.block })); ok {
			return g.remove(b)
		}
	}
	return g.replace(p)
}

func (g *generator) withRetain() bool {
	if b, ok := chosen(g, g.where(has("retainOnDelete"))); ok && g.one(2) {
		return g.remove(b)
	}
	p, ok := chosen(g, g.places(leaf(replacing)))
	return ok && g.option(p.block, "retainOnDelete") && (g.one(2) || g.replace(p))
}

// withDeleteFirst replaces a resource that is deleted first, or one that others depend on.
func (g *generator) withDeleteFirst() bool {
	p, ok := chosen(g, g.places(leaf(func(p place) bool { return p.replaces && g.isUsed(p.block) })))
	if !ok {
		p, ok = chosen(g, g.places(leaf(replacing)))
	}
	if ok && (!has("deleteBeforeReplace")(p.block) || g.one(2)) {
		g.option(p.block, "deleteBeforeReplace")
	}
	return ok && g.replace(p)
}

// withImport imports a new resource or one that there is, and at times changes it too.
func (g *generator) withImport() bool {
	if old, ok := chosen(g, g.where(has("import"))); ok && g.one(2) {
		return g.one(2) && unset(&old.options, "import") || g.option(old, "import")
	}
	if g.one(2) {
		g.here = g.modules[0]
		return g.option(g.resource(), "import")
	}
	p, ok := chosen(g, g.places(leaf(anywhere)))
	return ok && g.option(p.block, "import") && (g.one(2) || g.replace(p))
}

// withOthers replaces or removes a resource that another is replaced or deleted with.
func (g *generator) withOthers(p place) bool {
	later, ok := chosen(g, only(p.block.in.blocks[p.block.index()+1:], (*block).isManaged))
	if !ok {
		return false
	}
	if g.one(2) && p.block.over == nil {
		set(&later.options, "deletedWith", &value{ref: p.block})
	} else {
		set(&later.options, "replaceWith", list(&value{ref: p.block}))
	}
	return g.one(4) || g.replace(p)
}

func (g *generator) withTrigger() bool {
	b, ok := chosen(g, g.where(has("replacementTrigger")))
	switch {
	case !ok && !g.one(4):
		return false // programs that have one are more telling
	case !ok:
		b, ok = chosen(g, g.where((*block).isManaged))
	case g.one(4):
		return unset(&b.options, "replacementTrigger")
	}
	return ok && g.inside(b).option(b, "replacementTrigger")
}

// withVersion changes the version of the package, or that of one resource.
func (g *generator) withVersion() bool {
	if b, ok := chosen(g, g.where(isA("package"))); ok && g.one(2) {
		return set(&b.attrs, "baseProviderVersion", text(`"1.1.0"`))
	}
	return g.toggleOption("version")
}

// toggleOption gives a resource of the first package an option, or at times takes it away.
func (g *generator) toggleOption(name string) bool {
	b, ok := chosen(g, g.where(func(b *block) bool { return b.isManaged() && b.resource.Package == g.packages[0] }))
	return ok && (has(name)(b) && g.one(2) && unset(&b.options, name) || g.option(b, name))
}

// anyOption adds an option, takes it away or changes it.
func (g *generator) anyOption(b *block) bool {
	if len(b.options) > 0 && g.one(2) {
		return unset(&b.options, b.options[g.IntN(len(b.options))].name)
	}
	return g.option(b, g.optionName())
}
