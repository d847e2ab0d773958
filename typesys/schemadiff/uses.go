package schemadiff

import (
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds by whom types are used.

// findUses notes the sides from which each type of a version can be reached.
func (c *comparison) findUses(v *version) {
	types := map[string]*member{}
	for _, m := range v.members[Types] {
		types[m.key(v.pkg)] = m
	}
	type visit struct {
		key string
		on  Sides
	}
	var open []visit
	reach := func(t typesys.Type, on Sides) {
		eachNamed(t, func(t typesys.Type) {
			if key := nameOf(t); c.used[key]&on != on {
				open = append(open, visit{key, on})
			}
		})
	}
	for _, section := range []Section{Configuration, Resources, Functions} {
		for _, m := range v.members[section] {
			m.each(func(side int, p *schema.Property) {
				on := Input
				if side == atOutput {
					on = Output
				}
				reach(p.Plain, on)
			})
		}
	}
	seen := map[visit]bool{}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		c.used[at.key] |= at.on
		if m := types[at.key]; m != nil {
			for _, p := range m.props[atInput] {
				eachNamed(p.Plain, func(t typesys.Type) { open = append(open, visit{nameOf(t), at.on}) })
			}
		}
	}
}

// eachNamed calls a function with the types in a type that have a token, and not with those inside of them.
func eachNamed(t typesys.Type, do func(typesys.Type)) {
	if nameOf(t) != "" {
		do(t)
		return
	}
	for _, e := range t.Elems() {
		eachNamed(e, do)
	}
	if e := t.Elem(); e.IsValid() && t.Kind() != typesys.KindConst {
		eachNamed(e, do)
	}
}
