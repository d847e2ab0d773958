package changes

import (
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file makes up programs to refactor.

// Arranged are programs with all that refactorings rearrange: ranges of each form, most of them written out, resources with the names of
// instances, parents, and components that are used once or twice, with the same inside. Nothing edits them.
var Arranged = Family{write: (*generator).arranged}

func (g *generator) arranged() {
	g.isOpen, g.isSparse = true, g.one(2)
	g.topConfigs(2)
	g.locals(1 + g.IntN(2))
	g.arrange()
	if g.one(3) {
		g.provider()
	}
	for range 1 + g.IntN(2) {
		g.components("")
	}
	for _, m := range slices.Clone(g.modules[1:]) {
		if g.one(2) {
			g.within(m, nil).arrange()
		}
	}
	g.ranged(g.resource())
	g.named(g.resource())
	g.outputs(2)
}

// arrange adds a resource, a range, instances that are resources of their own, and a child, some of them.
func (g *generator) arrange() {
	g.resource()
	if !g.one(3) {
		b := g.resource()
		g.ranged(b)
		if g.one(2) && b.over.value.isMap { // with the keys of a list
			for i, part := range b.over.value.parts {
				part.name = fmt.Sprint(i)
			}
			b.over.one = `["0"]`
		}
	}
	if g.one(2) {
		g.twins()
	}
	if !g.one(3) {
		g.named(g.resource())
	}
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
	twin := *b
	twin.attrs, twin.options, twin.in = copies(b.attrs), copies(b.options), nil
	for _, a := range twin.attrs {
		if a.value.t == typesys.String && len(a.value.parts) == 0 && a.value.ref == nil {
			a.value = g.plain(typesys.String)
		}
	}
	b.name, twin.name = b.name+"-"+keys[0], b.name+"-"+keys[1]
	g.here.take(b.index()+1, &twin)
}
