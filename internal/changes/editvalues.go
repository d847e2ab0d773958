package changes

import "strings"

// This file edits what inputs come from, and what changes nothing.

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
