package changes

import (
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file makes up programs to refactor.

// Arranged are programs with all that refactorings rearrange: ranges of each form, most of them written out, resources with the names of
// instances, parents, and components that are used once or twice, with the same inside.
var Arranged = Family{write: (*generator).arranged}

func (g *generator) arranged() {
	g.isOpen, g.isSparse = true, g.one(2)
	g.topConfig()
	g.topConfig()
	for range 1 + g.IntN(2) {
		g.local()
	}
	g.arrange()
	if g.one(3) {
		g.provider()
	}
	for range 1 + g.IntN(2) {
		g.components("")
	}
	for _, m := range slices.Clone(g.modules[1:]) {
		if g.one(2) {
			g.here = m
			g.arrange()
			g.here = g.root()
		}
	}
	g.ranged(g.resource())
	g.named(g.resource())
	g.output()
	g.output()
}

// arrange adds a resource, a range, instances that are resources of their own, and a child, some of them.
func (g *generator) arrange() {
	g.resource()
	if !g.one(3) {
		b := g.resource()
		g.ranged(b)
		if g.one(2) {
			b.count()
		}
	}
	if g.one(2) {
		g.twins()
	}
	if !g.one(3) {
		g.named(g.resource())
	}
}

// count gives a map the keys of a list.
func (b *block) count() {
	if b.over.form != "map" || b.over.value.ref != nil {
		return
	}
	for i, f := range b.over.value.fields {
		f.name = fmt.Sprint(i)
	}
	b.over.one = `["0"]`
}

// twins adds two resources with the names of instances of one range. They differ by a text at most.
func (g *generator) twins() {
	b := g.resource()
	for b.over != nil || b.resource.IsComponent {
		b = g.resource()
	}
	unset(&b.options, "aliases")
	unset(&b.options, "import")
	keys := [][2]string{{"0", "1"}, {"a", "b"}}[g.IntN(2)]
	twin := &block{kind: b.kind, label: b.label, resource: b.resource, exports: b.exports, file: b.file}
	twin.attrs, twin.options = copies(b.attrs), copies(b.options)
	for _, a := range twin.attrs {
		if a.value.t == typesys.String && len(a.value.parts) == 0 && a.value.ref == nil {
			a.value = g.plain(typesys.String)
		}
	}
	b.name, twin.name = b.name+"-"+keys[0], b.name+"-"+keys[1]
	at := slices.Index(g.here.blocks, b) + 1
	g.here.blocks = slices.Insert(g.here.blocks, at, twin)
}
