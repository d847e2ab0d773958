package changes

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file edits inputs, what they come from, and options. An option matters only when something else changes, so most edits of options come in two parts.

// place is a value inside an input of a resource.
type place struct {
	*attr             // that has the value
	among    *[]*attr // all of which it is one
	block    *block
	path     []string // from the resource to the value
	replaces bool     // a change here replaces the resource
}

// places are the values in inputs of resources.
func (g *generator) places(is func(place) bool) []place {
	var all []place
	var visit func(p place)
	visit = func(p place) {
		if is(p) {
			all = append(all, p)
		}
		if p.value.isLeaf() {
			return
		}
		for i, part := range p.value.parts {
			replaces := p.replaces || part.input != nil && part.input.Replaces()
			visit(place{part, &p.value.parts, p.block, append(slices.Clip(p.path), p.value.step(i)), replaces})
		}
	}
	for _, b := range g.where((*block).isManaged) {
		for _, a := range b.attrs {
			if a.input != nil {
				visit(place{a, &b.attrs, b, []string{a.name}, a.input.Replaces()})
			}
		}
	}
	return all
}

// leaf narrows a condition to values without parts.
func leaf(is func(place) bool) func(place) bool {
	return func(p place) bool { return p.value.isLeaf() && p.value.t.IsValid() && is(p) }
}

func anywhere(place) bool         { return true }
func replacing(p place) bool      { return p.replaces }
func isTop(p place) bool          { return len(p.path) == 1 }
func isPassableType(p place) bool { return passable[p.value.t] != "" }
func isFilledList(p place) bool   { return p.value.isList && len(p.value.parts) > 0 }
func isFilledMap(p place) bool {
	return p.value.t.Kind() == typesys.KindMap && p.value.isMap && len(p.value.parts) > 0
}
func isOptional(p place) bool { return len(p.path) <= 2 && p.input != nil && !p.input.Required }

// isPassable reports a value that passes through a local. Values of a range do not.
func isPassable(p place) bool {
	is := isPassableType(p)
	p.value.each(func(v *value) { is = is && !v.ofRange })
	return is
}

// inside is a generator that writes a block of the program.
func (g *generator) inside(b *block) *generator { return g.within(b.in, b) }

// replace gives a place another literal, or at times a reference.
func (g *generator) replace(p place) bool {
	if g.one(4) {
		if v := g.inside(p.block).reference(p.value.t); v != nil {
			return p.become(v)
		}
	}
	return p.become(g.other(p.value))
}

// editPart changes, adds or removes an element or a key, or gives elements another order or a key another name.
func (g *generator) editPart(p place) bool {
	v, forms := p.value, 5
	if v.isMap {
		forms = 4
	}
	i := g.IntN(len(v.parts))
	switch g.IntN(forms) {
	case 0:
		v.parts = slices.Delete(v.parts, i, i+1)
		return true
	case 1:
		made := &attr{value: g.plain(base(v.t.Elem()))}
		if v.isMap {
			i, made.name = len(v.parts), g.name("key")
		}
		v.parts = slices.Insert(v.parts, i, made)
		return made.value != nil
	case 2:
		if v.isMap {
			v.parts[i].name = []string{"with space", "dotted.key", g.name("key"), "kubernetes.io/name"}[g.IntN(4)]
			return true
		}
		slices.Reverse(v.parts)
		return len(v.parts) > 1 && v.parts[0].value.String() != v.parts[len(v.parts)-1].value.String()
	}
	return v.parts[i].become(g.other(v.parts[i].value))
}

// removeInput takes an input away, or says null.
func (g *generator) removeInput(p place) bool {
	if g.one(6) {
		p.value = &value{t: p.value.t, text: "null"}
		return true
	}
	return unset(p.among, p.name)
}

// addInput adds an optional input.
func (g *generator) addInput(b *block) bool {
	for _, i := range g.Perm(len(b.resource.Inputs)) {
		in := b.resource.Inputs[i]
		if find(b.attrs, in.Name) != nil || in.Discriminator != nil {
			continue
		}
		v := g.plain(base(in.Type))
		if g.one(3) {
			v = cmp.Or(g.inside(b).reference(base(in.Type)), v)
		}
		if v != nil {
			b.attrs = append(b.attrs, &attr{in.Name, v, in})
			return true
		}
	}
	return false
}

// fromOutput lets an input come from an output of a resource.
func (g *generator) fromOutput() bool {
	all := g.places(leaf(isPassableType))
	for range 8 {
		p, ok := chosen(g, all)
		if !ok {
			return false
		}
		v := g.inside(p.block).reference(p.value.t)
		if v != nil && v.ref != nil && v.ref.kind == "resource" && v.String() != p.value.String() {
			p.value = v
			return true
		}
	}
	return false
}

// throughLocal writes a value as a local, which changes nothing.
func (g *generator) throughLocal(p place) bool {
	b := g.newValue("local", "loc", p.value)
	p.block.in.take(p.block.index(), b)
	p.value = &value{t: p.value.t, ref: b}
	return true
}

func (g *generator) editLocal(b *block) bool {
	a := b.attrs[0]
	if len(a.value.parts) > 0 && !a.value.t.IsValid() { // the argument of a function
		a = a.value.parts[0]
	}
	return a.become(g.other(a.value))
}

func hasDefault(b *block) bool { return b.kind == "config" && find(b.attrs, "default") != nil }

func (g *generator) editDefault(b *block) bool { return find(b.attrs, "default").become(g.valueFor(b)) }

// valueFor is a value for a config; one that is a range stays short, and keeps the instances that others refer to.
func (g *generator) valueFor(b *block) *value {
	if strings.HasPrefix(b.name, "span") {
		return g.rangeValue(b.exports[0].t, 4)
	}
	return g.plain(b.exports[0].t)
}

// isOfStack reports a config of the program at the top.
func isOfStack(b *block) bool { return b.kind == "config" && b.in.dir == "" }

// editStack changes a value in the stack's configuration, adds one or takes one away.
func (g *generator) editStack(b *block) bool {
	key := b.configKey()
	before, isSet := g.program.config[key]
	if isSet && hasDefault(b) && g.one(3) {
		delete(g.program.config, key)
		return true
	}
	g.program.config[key] = stackText(g.valueFor(b))
	return g.program.config[key] != before
}

// editSecretness makes values secret or no longer so.
func (g *generator) editSecretness() bool {
	if g.one(3) {
		return onUsed(isOfStack, (*generator).editSecretConfig)(g)
	}
	p, ok := chosen(g, g.places(func(p place) bool { return p.value.t.IsValid() && p.value.text != "null" }))
	if !ok {
		return false
	}
	if v := p.value; v.text == "secret(%s)" {
		p.value = v.parts[0].value
	} else { // when a range goes, only the argument gets another value
		p.value = &value{t: v.t, text: "secret(%s)", parts: unnamed([]*value{v})}
	}
	return true
}

// editSecretConfig makes a config secret or no longer so, which has its value under another key.
func (g *generator) editSecretConfig(b *block) bool {
	key := b.configKey()
	value, isSet := g.program.config[key]
	delete(g.program.config, key)
	if !unset(&b.attrs, "secret") {
		set(&b.attrs, "secret", text("true"))
	}
	if isSet {
		g.program.config[b.configKey()] = value
	}
	return true
}

// editDependencies changes what a resource depends on, and none of its values.
func (g *generator) editDependencies(b *block) bool {
	other := func(o *block) bool { return o.isManaged() || o.kind == "component" }
	return unset(&b.options, "dependsOn") || set(&b.options, "dependsOn", list(g.earlier(b, other)))
}

// editLayout changes the order of blocks and the files that they are in.
func (g *generator) editLayout() bool {
	for _, m := range g.modules {
		g.Shuffle(len(m.blocks), func(i, j int) { m.blocks[i], m.blocks[j] = m.blocks[j], m.blocks[i] })
		for _, b := range m.blocks {
			b.file = []string{"main.pp", "parts.pp"}[g.IntN(2)]
		}
		if len(m.blocks) > 0 {
			m.blocks[0].file = "main.pp"
		}
	}
	return true
}

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
