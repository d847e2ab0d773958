package schemadiff

import (
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds by whom types are used.

// sidesOfParts are the sides of the parts of declarations. What is not in it is on both.
var sidesOfParts = map[string]Sides{
	"inputProperties": Input, "stateInputs": Input, "listInputs": Input, "inputs": Input, "properties": Output, "outputs": Output,
}

// findUses notes the sides from which each type of a version can be reached. It reads what declarations mention, which is
// much faster than decoding all of them.
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
	for _, section := range []Section{Resources, Functions} {
		for _, m := range v.members[section] {
			for part, tokens := range m.mentions().Types {
				on, known := sidesOfParts[part]
				if !known {
					on = Output // what a function returns
				}
				for _, token := range tokens {
					open = append(open, visit{string(Types) + " " + token, on})
				}
			}
		}
	}
	for _, m := range append([]*member{v.provider()}, v.members[Configuration][""]) {
		m.each(func(side int, p *schema.Property) {
			on := Input
			if side == atOutput {
				on = Output
			}
			eachNamed(p.Plain, func(t typesys.Type) { open = append(open, visit{nameOf(t), on}) })
		})
	}
	seen, inner := map[visit]bool{}, map[string][]string{}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		c.used[at.key] |= at.on
		m := types[at.key]
		if m == nil {
			continue
		}
		if _, known := inner[at.key]; !known {
			inner[at.key] = m.mentions().Types["properties"]
		}
		for _, token := range inner[at.key] {
			open = append(open, visit{string(Types) + " " + token, at.on})
		}
	}
}

// provider is the provider of the package, which is no member of a list.
func (v *version) provider() *member { return v.members[Resources]["pulumi:providers:"+v.pkg.Name()] }

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
