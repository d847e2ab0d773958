package changes

import (
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file makes up programs for special purposes.

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

// Odd are programs with names that are hard to predict: components in components, logical names, ranges with unusual keys, and aliases that
// others inherit. Their resources have hardly any inputs.
var Odd = Family{write: (*generator).odd, Kinds: []string{
	"resource renamed", "resource renamed, alias", "resource renamed, logical name", "alias of a living resource", "names swapped", "type changed",
	"range", "range added or removed", "parent", "parent renamed", "into a component", "out of a component", "component renamed",
	"component added or removed", "directory renamed", "layout",
}}

var (
	oddDirectories = []string{"lion-pen", "lion_pen", "lionPen", "Lion", "x.y", "a-b_c", "pen2", "ÜBER", "n--n", "_under", "UPPER"}
	oddNames       = []string{"with space", "sla/sh", "ünï", "a-b", "x.y", "0", "UPPER", "_", "res1", "comp-res", "a::b", "x$y", "emoji-🦁", "a,b"}
	oddRanges      = []struct {
		t         typesys.Type
		text, one string
	}{
		{textMap, `{ "with space" = 1, "x.y" = 2 }`, `["with space"]`},
		{textMap, `{ "0" = "a", "1" = "b" }`, `["0"]`},
		{textMap, `{ a-b = true, ünï = false }`, `["a-b"]`},
		{textMap, `{ (join("-", ["k", "l"])) = 1 }`, `["k-l"]`},
		{textMap, `{ for k in ["x", "y"] : "${k}/${k}" => k }`, `["x/x"]`},
		{textList, `[{ n = 1 }, { n = 2 }]`, `[0]`},
		{textList, `[3, 4, 5]`, `[0]`},
		{textList, `split(",", "p,q")`, `[0]`},
		{textList, `[for x in ["a", "b"] : "${x}!" if x != "c"]`, `[0]`},
		{textList, `[]`, `[0]`},
		{typesys.Int, `length(["a", "b"])`, `[0]`},
		{typesys.Int, `0`, `[0]`},
		{typesys.Int, `1`, `[0]`},
		{typesys.Bool, `false`, ``},
		{typesys.Bool, `1 == 1`, ``},
	}
)

// odd writes a program with resources, components and ranges of unusual names.
func (g *generator) odd() {
	g.isSparse, g.directories = true, oddDirectories
	for range 2 + g.IntN(3) {
		g.oddResource()
	}
	g.oddComponents("", 0)
	g.oddResource()
	g.oddResource()
}

func (g *generator) oddResource() {
	b := g.resource()
	if g.one(3) {
		g.named(b)
	}
	g.oddlyNamed(b, 5)
	if b.over == nil && g.one(3) {
		odd := oddRanges[g.IntN(len(oddRanges))]
		b.over = newRange(&value{t: odd.t, text: odd.text}, odd.one)
		b.exports = nil // there may be no instance
	}
	if g.one(4) {
		g.option(b, "aliases")
	}
}

// oddlyNamed gives one block in n a logical name.
func (g *generator) oddlyNamed(b *block, n int) {
	if g.one(n) {
		name := oddNames[g.IntN(len(oddNames))] + []string{"", "", fmt.Sprint(g.IntN(9))}[g.IntN(3)]
		set(&b.attrs, "__logicalName", text("%q", name))
	}
}

// oddComponents declares components, and components in them, at most three deep.
func (g *generator) oddComponents(dir string, depth int) {
	child := g.newModule(dir)
	inner := g.within(child, nil)
	inner.config(typesys.String)
	for range 1 + g.IntN(2) {
		inner.oddResource()
	}
	if depth < 2 && !g.one(3) {
		inner.oddComponents(child.dir, depth+1)
	}
	inner.oddResource()
	for range 1 + g.IntN(2) {
		b := g.component(child)
		g.oddlyNamed(b, 3)
		if parent := g.earlier(b, (*block).isSingle); parent != nil && g.one(4) {
			set(&b.options, "parent", parent)
		}
	}
}
