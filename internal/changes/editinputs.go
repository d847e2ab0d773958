package changes

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file edits inputs.

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
