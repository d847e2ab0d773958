package changes

import (
	"fmt"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file makes up programs whose resources have unusual names.

// Odd are programs with names that are hard to predict: components in components, logical names, ranges with unusual keys, and aliases that
// others inherit. Their resources have hardly any inputs.
var Odd = Family{write: (*generator).odd, names: []string{
	"resource renamed", "resource renamed, alias", "resource renamed, logical name", "alias of a living resource", "names swapped", "type changed",
	"range", "range added or removed", "parent", "parent renamed", "into a component", "out of a component", "component renamed",
	"component added or removed", "directory renamed", "layout",
}}

var (
	oddDirectories = []string{"lion-pen", "lion_pen", "lionPen", "Lion", "x.y", "a-b_c", "pen2", "ÜBER", "n--n", "_under", "UPPER"}
	oddNames       = []string{"with space", "sla/sh", "ünï", "a-b", "x.y", "0", "UPPER", "_", "res1", "comp-res", "a::b", "x$y", "emoji-🦁", "a,b"}
	oddRanges      = []struct{ form, text, one string }{
		{"map", `{ "with space" = 1, "x.y" = 2 }`, `["with space"]`},
		{"map", `{ "0" = "a", "1" = "b" }`, `["0"]`},
		{"map", `{ a-b = true, ünï = false }`, `["a-b"]`},
		{"map", `{ (join("-", ["k", "l"])) = 1 }`, `["k-l"]`},
		{"map", `{ for k in ["x", "y"] : "${k}/${k}" => k }`, `["x/x"]`},
		{"list", `[{ n = 1 }, { n = 2 }]`, `[0]`},
		{"list", `[3, 4, 5]`, `[0]`},
		{"list", `split(",", "p,q")`, `[0]`},
		{"list", `[for x in ["a", "b"] : "${x}!" if x != "c"]`, `[0]`},
		{"list", `[]`, `[0]`},
		{"number", `length(["a", "b"])`, `[0]`},
		{"number", `0`, `[0]`},
		{"number", `1`, `[0]`},
		{"bool", `false`, ``},
		{"bool", `1 == 1`, ``},
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
	if g.one(5) {
		set(&b.attrs, "__logicalName", text("%q", g.oddName()))
	}
	if b.over == nil && g.one(3) {
		odd := oddRanges[g.IntN(len(oddRanges))]
		b.over = &ranged{value: (&value{t: rangeTypes[odd.form]}).is(odd.text), form: odd.form, one: odd.one}
		b.exports = nil // there may be no instance
	}
	if g.one(4) {
		g.option(b, "aliases")
	}
}

func (g *generator) oddName() string {
	return oddNames[g.IntN(len(oddNames))] + []string{"", "", fmt.Sprint(g.IntN(9))}[g.IntN(3)]
}

// oddComponents declares components, and components in them, at most three deep.
func (g *generator) oddComponents(dir string, depth int) {
	outside := g.here
	child := g.newModule(dir)
	g.here = child
	g.config(typesys.String)
	for range 1 + g.IntN(2) {
		g.oddResource()
	}
	if depth < 2 && !g.one(3) {
		g.oddComponents(child.dir, depth+1)
	}
	g.oddResource()
	g.here = outside
	for range 1 + g.IntN(2) {
		b := g.component(child)
		if g.one(3) {
			set(&b.attrs, "__logicalName", text("%q", g.oddName()))
		}
		if parent := g.earlier(b, (*block).isSingle); parent != nil && g.one(4) {
			set(&b.options, "parent", &value{ref: parent})
		}
	}
}
