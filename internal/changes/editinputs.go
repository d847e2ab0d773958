package changes

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file edits inputs.

// place is a value inside an input of a resource.
type place struct {
	block    *block
	slot     **value
	depth    int
	replaces bool // a change here replaces the resource
}

// places are the values in inputs of resources.
func (g *generator) places(is func(place) bool) []place {
	var all []place
	var visit func(p place)
	visit = func(p place) {
		if is(p) {
			all = append(all, p)
		}
		v := *p.slot
		if !v.isList && !v.isMap {
			return
		}
		for i := range v.parts {
			visit(place{p.block, &v.parts[i], p.depth + 1, p.replaces})
		}
		for _, f := range v.fields {
			visit(place{p.block, &f.value, p.depth + 1, p.replaces || f.input != nil && f.input.Replaces()})
		}
	}
	for _, b := range g.where((*block).isManaged) {
		for _, a := range b.attrs {
			if a.input != nil {
				visit(place{b, &a.value, 0, a.input.Replaces()})
			}
		}
	}
	return all
}

// chosen is a random member; the zero value if there is none.
func chosen[T any](g *generator, all []T) (one T, ok bool) {
	if len(all) == 0 {
		return one, false
	}
	return all[g.IntN(len(all))], true
}

// leaf narrows a condition to values without parts.
func leaf(is func(place) bool) func(place) bool {
	return func(p place) bool {
		v := *p.slot
		return !v.isList && !v.isMap && v.t.IsValid() && is(p)
	}
}

func anywhere(place) bool       { return true }
func replacing(p place) bool    { return p.replaces }
func isFilledList(p place) bool { return (*p.slot).isList && len((*p.slot).parts) > 0 }
func isFilledMap(p place) bool {
	v := *p.slot
	return v.isMap && v.t.Kind() == typesys.KindMap && len(v.fields) > 0
}

// isPassable reports a value that passes through a local. Values of a range do not.
func isPassable(p place) bool {
	is := passable[(*p.slot).t] != ""
	(*p.slot).each(func(v *value) { is = is && !v.ofRange })
	return is
}

// replace gives a place another literal, or at times a reference.
func (g *generator) replace(p place) bool {
	before := (*p.slot).String()
	if g.one(4) {
		if v := g.referenceIn(p.block, (*p.slot).t); v != nil {
			*p.slot = v
			return v.String() != before
		}
	}
	return replaceBy(p.slot, g.other(*p.slot))
}

// replaceBy gives a place a value, if there is one.
func replaceBy(slot **value, v *value) bool {
	if v != nil {
		*slot = v
	}
	return v != nil
}

// inside makes a block the one that is being written, until the function that it returns is called.
func (g *generator) inside(b *block) (leave func()) {
	here, current := g.here, g.current
	g.here, g.current = g.moduleOf(b), b
	return func() { g.here, g.current = here, current }
}

// referenceIn refers to something that a block may refer to.
func (g *generator) referenceIn(b *block, t typesys.Type) *value {
	defer g.inside(b)()
	return g.reference(t)
}

// editElement changes, adds, removes or moves elements.
func (g *generator) editElement(p place) bool {
	v := *p.slot
	i := g.IntN(len(v.parts))
	switch g.IntN(5) {
	case 0:
		v.parts = slices.Delete(v.parts, i, i+1)
		return true
	case 1:
		made := g.plain(base(v.t.Elem()))
		if made != nil {
			v.parts = slices.Insert(v.parts, i, made)
		}
		return made != nil
	case 2:
		slices.Reverse(v.parts)
		return len(v.parts) > 1 && v.parts[0].String() != v.parts[len(v.parts)-1].String()
	}
	return replaceBy(&v.parts[i], g.other(v.parts[i]))
}

// editKey changes, adds, removes or renames keys.
func (g *generator) editKey(p place) bool {
	v := *p.slot
	i := g.IntN(len(v.fields))
	switch g.IntN(4) {
	case 0:
		v.fields = slices.Delete(v.fields, i, i+1)
		return true
	case 1:
		made := g.plain(base(v.t.Elem()))
		if made != nil {
			v.fields = append(v.fields, &attr{name: g.name("key"), value: made})
		}
		return made != nil
	case 2:
		v.fields[i].name = []string{"with space", "dotted.key", g.name("key"), "kubernetes.io/name"}[g.IntN(4)]
		return true
	}
	return replaceBy(&v.fields[i].value, g.other(v.fields[i].value))
}

// removeInput takes an optional input away, at times one inside an object, or says null.
func (g *generator) removeInput() bool {
	type owner struct {
		attrs *[]*attr
		a     *attr
	}
	var all []owner
	for _, b := range g.where((*block).isManaged) {
		for _, a := range b.attrs {
			if a.input == nil {
				continue
			}
			if !a.input.Required {
				all = append(all, owner{&b.attrs, a})
			}
			for _, f := range a.value.fields {
				if f.input != nil && !f.input.Required && a.value.isMap {
					all = append(all, owner{&a.value.fields, f})
				}
			}
		}
	}
	o, ok := chosen(g, all)
	if !ok {
		return false
	}
	if g.one(6) {
		o.a.value = (&value{t: o.a.value.t}).is("null")
		return true
	}
	return unset(o.attrs, o.a.name)
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
			if other := g.referenceIn(b, base(in.Type)); other != nil {
				v = other
			}
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
	all := g.places(leaf(func(p place) bool { return passable[(*p.slot).t] != "" }))
	for range 8 {
		p, ok := chosen(g, all)
		if !ok {
			return false
		}
		v := g.referenceIn(p.block, (*p.slot).t)
		if v != nil && v.ref != nil && v.ref.kind == "resource" && v.String() != (*p.slot).String() {
			*p.slot = v
			return true
		}
	}
	return false
}

// throughLocal writes a value as a local, which changes nothing.
func (g *generator) throughLocal(p place) bool {
	v := *p.slot
	b := &block{kind: "local", name: g.name("loc"), file: "main.pp", attrs: []*attr{{name: "value", value: v}}}
	m := g.moduleOf(p.block)
	m.blocks = slices.Insert(m.blocks, slices.Index(m.blocks, p.block), b)
	*p.slot = &value{t: v.t, ref: b}
	return true
}
