package changes

import (
	"fmt"
	"slices"
	"strings"
)

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
		before := a.value.String()
		a.value = g.plain(a.value.t)
		return a.value.String() != before
	}
	b.attrs = append(b.attrs, &attr{in.Name, g.plain(base(in.Type)), in})
	return true
}

// switchProvider renames a provider, or gives a resource or component another one.
func (g *generator) switchProvider() bool {
	if b, ok := chosen(g, g.where((*block).isProvider)); ok && g.one(3) {
		old := b.name
		b.name = g.name("new")
		g.perhapsAlias(b, 2, text(`{ name = %q }`, old))
		return true
	}
	if b, ok := chosen(g, g.where(isComponent)); ok && g.one(3) {
		return unset(&b.options, "providers") || g.providers(b)
	}
	return g.toggleOption("provider")
}

// targeted is a value without parts to change.
func (g *generator) targeted(is func(place) bool) (place, bool) { return chosen(g, g.places(leaf(is))) }

// pathOption gives a resource an option with the path of an input or a part of it, and changes that or another.
func pathOption(name string) func(*generator, place) bool {
	return func(g *generator, p place) bool {
		if find(p.block.options, name) != nil && g.one(3) {
			unset(&p.block.options, name)
			return g.replace(p)
		}
		if g.one(3) {
			if !g.option(p.block, name) {
				return false
			}
		} else {
			path := g.pathOf(p)
			if g.one(4) {
				path = path[:1]
			}
			set(&p.block.options, name, list(text("%s", strings.Join(path, ""))))
		}
		return g.one(5) || g.replace(p)
	}
}

// pathOf are the steps from a resource to a place.
func (g *generator) pathOf(p place) []string {
	for _, a := range p.block.attrs {
		if path, ok := steps(&a.value, p.slot, a.name); ok {
			return path
		}
	}
	return nil
}

func steps(from, to **value, name string) ([]string, bool) {
	if from == to {
		return []string{name}, true
	}
	v := *from
	if v.isList {
		for i := range v.parts {
			if path, ok := steps(&v.parts[i], to, fmt.Sprintf("[%d]", i)); ok {
				return append([]string{name}, path...), true
			}
		}
	}
	for _, f := range v.fields {
		if path, ok := steps(&f.value, to, "."+f.name); ok {
			return append([]string{name}, path...), true
		}
	}
	return nil, false
}

func (g *generator) withProtect(p place) bool {
	if !g.option(p.block, "protect") {
		return false
	}
	switch g.IntN(3) {
	case 0:
		return g.replace(p)
	case 1:
		return true
	}
	if b, ok := chosen(g, g.where(func(b *block) bool { return find(b.options, "protect") != nil && b != p.block })); ok {
		return g.remove(b)
	}
	return g.replace(p)
}

func (g *generator) withRetain() bool {
	if b, ok := chosen(g, g.where(has("retainOnDelete"))); ok && g.one(2) {
		return g.remove(b)
	}
	p, ok := g.targeted(replacing)
	return ok && g.option(p.block, "retainOnDelete") && (g.one(2) || g.replace(p))
}

// has is the condition that a block has an option.
func has(option string) func(*block) bool {
	return func(b *block) bool { return find(b.options, option) != nil }
}

// withDeleteFirst replaces a resource that is deleted first, or one that others depend on.
func (g *generator) withDeleteFirst() bool {
	p, ok := g.targeted(func(p place) bool { return p.replaces && g.isUsed(p.block) })
	if !ok {
		p, ok = g.targeted(replacing)
	}
	if ok && (!has("deleteBeforeReplace")(p.block) || g.one(2)) {
		g.option(p.block, "deleteBeforeReplace")
	}
	return ok && g.replace(p)
}

// withImport imports a new resource or one that there is, and at times changes it too.
func (g *generator) withImport() bool {
	if old, ok := chosen(g, g.where(has("import"))); ok && g.one(2) {
		if g.one(2) {
			return unset(&old.options, "import")
		}
		return g.option(old, "import")
	}
	if g.one(2) {
		g.here = g.root()
		return g.option(g.resource(), "import")
	}
	p, ok := g.targeted(anywhere)
	return ok && g.option(p.block, "import") && (g.one(2) || g.replace(p))
}

// withOthers replaces or removes a resource that another is replaced or deleted with.
func (g *generator) withOthers(p place) bool {
	later, ok := chosen(g, g.where(func(b *block) bool {
		return b.isManaged() && b != p.block && g.earlierThan(p.block, b)
	}))
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

// earlierThan reports whether a block comes first in its module.
func (g *generator) earlierThan(a, b *block) bool {
	blocks := g.moduleOf(b).blocks
	i := slices.Index(blocks, a)
	return i >= 0 && i < slices.Index(blocks, b)
}

func (g *generator) withTrigger() bool {
	b, ok := chosen(g, g.where(has("replacementTrigger")))
	switch {
	case !ok && g.one(4):
		b, ok = chosen(g, g.where((*block).isManaged))
		return ok && g.triggerIn(b)
	case !ok:
		return false // programs that have one are more telling
	case g.one(4):
		return unset(&b.options, "replacementTrigger")
	}
	return g.triggerIn(b)
}

func (g *generator) triggerIn(b *block) bool {
	defer g.inside(b)()
	return g.option(b, "replacementTrigger")
}

// withVersion changes the version of the package, or that of one resource.
func (g *generator) withVersion() bool {
	if b, ok := chosen(g, g.where(func(b *block) bool { return b.kind == "package" })); ok && g.one(2) {
		set(&b.attrs, "baseProviderVersion", text(`"1.1.0"`))
		return true
	}
	return g.toggleOption("version")
}

// toggleOption gives a resource of the first package an option, or at times takes it away.
func (g *generator) toggleOption(name string) bool {
	b, ok := chosen(g, g.where(func(b *block) bool { return b.isManaged() && b.resource.Package == g.packages[0] }))
	if ok && has(name)(b) && g.one(2) {
		return unset(&b.options, name)
	}
	return ok && g.option(b, name)
}

// anyOption adds an option, takes it away or changes it.
func (g *generator) anyOption(b *block) bool {
	if len(b.options) > 0 && g.one(2) {
		return unset(&b.options, b.options[g.IntN(len(b.options))].name)
	}
	return g.option(b, optionNames[g.IntN(len(optionNames))])
}
