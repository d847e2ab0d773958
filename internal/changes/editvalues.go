package changes

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file edits what inputs come from, and what changes nothing.

// isUsed reports a block that something refers to.
func (g *generator) isUsed(b *block) bool { return len(g.references(b)) > 0 }

// used prefers blocks that something refers to.
func (g *generator) used(is func(*block) bool) (*block, bool) {
	all := g.where(is)
	if b, ok := chosen(g, slices.DeleteFunc(slices.Clone(all), func(b *block) bool { return !g.isUsed(b) })); ok {
		return b, true
	}
	return chosen(g, all)
}

func (g *generator) editLocal() bool {
	b, ok := g.used(func(b *block) bool { return b.kind == "local" })
	if !ok {
		return false
	}
	v := b.attrs[0].value
	if len(v.parts) > 0 && !v.t.IsValid() { // the argument of a function
		v.parts[0] = g.other(v.parts[0])
		return true
	}
	return replaceBy(&b.attrs[0].value, g.other(v))
}

func isConfig(b *block) bool { return b.kind == "config" }

func (g *generator) editDefault() bool {
	b, ok := g.used(func(b *block) bool { return isConfig(b) && find(b.attrs, "default") != nil })
	if !ok {
		return false
	}
	a := find(b.attrs, "default")
	before := a.value.String()
	a.value = g.valueFor(b)
	return a.value.String() != before
}

// valueFor is a value for a config; one that is a range stays short, and keeps the instances that others refer to.
func (g *generator) valueFor(b *block) *value {
	t := b.exports[0].t
	if !strings.HasPrefix(b.name, "span") {
		return g.plain(t)
	}
	switch t {
	case typesys.Bool:
		return (&value{t: t}).is("true")
	case typesys.Int:
		return (&value{t: t}).is(strconv.Itoa(1 + g.IntN(4)))
	}
	return g.plain(t)
}

// stackConfig is a config of the program at the top.
func (g *generator) stackConfig() (*block, bool) {
	return g.used(func(b *block) bool { return isConfig(b) && g.moduleOf(b) == g.root() })
}

// editStack changes a value in the stack's configuration, adds one or takes one away.
func (g *generator) editStack() bool {
	b, ok := g.stackConfig()
	if !ok {
		return false
	}
	key := b.configKey()
	before, isSet := g.program.config[key]
	if isSet && find(b.attrs, "default") != nil && g.one(3) {
		delete(g.program.config, key)
		return true
	}
	g.program.config[key] = stackText(g.valueFor(b))
	return g.program.config[key] != before
}

// editSecretness makes values secret or no longer so.
func (g *generator) editSecretness() bool {
	if g.one(3) {
		b, ok := g.stackConfig()
		if !ok {
			return false
		}
		value, isSet := g.program.config[b.configKey()]
		delete(g.program.config, b.configKey())
		if !unset(&b.attrs, "secret") {
			b.attrs = append(b.attrs, &attr{name: "secret", value: text("true")})
		}
		if isSet {
			g.program.config[b.configKey()] = value
		}
		return true
	}
	p, ok := chosen(g, g.places(func(p place) bool { return (*p.slot).t.IsValid() && (*p.slot).text != "null" }))
	if !ok {
		return false
	}
	v := *p.slot
	if v.text == "secret(%s)" {
		*p.slot = v.parts[0]
		return true
	}
	*p.slot = &value{t: v.t, text: "secret(%s)", parts: []*value{v}}
	return true
}

// editDependencies changes what a resource depends on, and none of its values.
func (g *generator) editDependencies(b *block) bool {
	if unset(&b.options, "dependsOn") {
		return true
	}
	other := g.earlier(b, func(o *block) bool { return o.isManaged() || isComponent(o) })
	if other == nil {
		return false
	}
	set(&b.options, "dependsOn", list(&value{ref: other}))
	return true
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
