package changes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes values up.

// mostDepth is how deep values nest.
const mostDepth = 4

// base is a type without none and without the shape of inputs and outputs.
func base(t typesys.Type) typesys.Type { return typesys.Strip(typesys.PlainShape(t)) }

// passable are the types of values that pass through locals, configs and outputs, and how configs write them.
var passable = map[typesys.Type]string{
	typesys.String: "string", typesys.Int: "int", typesys.Bool: "bool", typesys.Number: "number",
	typesys.List(typesys.String): "list(string)", typesys.Map(typesys.String): "map(string)",
}

var passableTypes = []typesys.Type{
	typesys.String, typesys.String, typesys.Int, typesys.Bool, typesys.Number, typesys.List(typesys.String), typesys.Map(typesys.String),
}

// calls are operators and functions by the type of the result.
var calls = map[typesys.Type][]struct {
	format string
	args   []typesys.Type
}{
	typesys.String: {
		{`secret(%s)`, []typesys.Type{typesys.String}},
		{`secret(%s)`, []typesys.Type{typesys.String}},
		{`join("-", %s)`, []typesys.Type{typesys.List(typesys.String)}},
		{`%s ? %s : %s`, []typesys.Type{typesys.Bool, typesys.String, typesys.String}},
		{`toJSON({ a = %s, b = [%s] })`, []typesys.Type{typesys.String, typesys.Int}},
		{`toBase64(%s)`, []typesys.Type{typesys.String}},
		{`unsecret(%s)`, []typesys.Type{typesys.String}},
	},
	typesys.Int: {
		{`length(%s)`, []typesys.Type{typesys.List(typesys.String)}},
	},
	typesys.Bool: {
		{`!%s`, []typesys.Type{typesys.Bool}},
		{`%s == %s`, []typesys.Type{typesys.String, typesys.String}},
		{`%s > 20`, []typesys.Type{typesys.Int}},
	},
	typesys.List(typesys.String): {
		{`[for x in %s : "${x}-x"]`, []typesys.Type{typesys.List(typesys.String)}},
		{`split("-", %s)`, []typesys.Type{typesys.String}},
	},
	typesys.Map(typesys.String): {
		{`{ for k, v in %s : k => "${v}!" }`, []typesys.Type{typesys.Map(typesys.String)}},
	},
}

var words = []string{"ada", "bay", "cod", "dune", "eel", "fjord", "gale", "haze", "isle", "jib", "kelp", "lee", "mast", "nook", "oar", "pike"}

func (g *generator) word() string { return words[g.IntN(len(words))] }

// one is true once in n times.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

// value is a value of a type, which at times refers to others; nil if none can be made up.
func (g *generator) value(t typesys.Type, depth int) *value {
	if depth > mostDepth {
		return nil
	}
	t = base(t)
	if passable[t] != "" && !g.literalOnly && g.one(3) {
		if v := g.reference(t); v != nil {
			return v
		}
	}
	if len(calls[t]) > 0 && !g.literalOnly && g.one(10) {
		return g.call(t)
	}
	return g.literal(t, depth)
}

// call is an operator or a function with literals and references as arguments.
func (g *generator) call(t typesys.Type) *value {
	c := calls[t][g.IntN(len(calls[t]))]
	if g.isOpen && strings.HasPrefix(c.format, "secret") {
		return g.literal(t, mostDepth)
	}
	v := &value{t: t, text: c.format}
	for _, arg := range c.args {
		part := g.reference(arg)
		if part == nil || g.one(3) {
			part = g.plain(arg)
		}
		v.parts = append(v.parts, part)
		v.ofRange = v.ofRange || part.ofRange
	}
	return v
}

// literal is a value whose outermost part refers to nothing.
func (g *generator) literal(t typesys.Type, depth int) *value {
	v := &value{t: t}
	switch t.Kind() {
	case typesys.KindConst:
		return v.is(printer.Value(t.Value()))
	case typesys.KindEnum:
		values := t.Values()
		return v.is(printer.Value(values[g.IntN(len(values))]))
	case typesys.KindUnion:
		for _, elem := range t.Elems() {
			if made := g.literal(base(elem), depth); elem != typesys.None && made != nil {
				return made
			}
		}
		return nil
	case typesys.KindList, typesys.KindSet:
		v.isList, v.parts = true, g.some(t.Elem(), depth+1)
		if v.parts == nil {
			return nil
		}
		return v
	case typesys.KindMap:
		v.isMap = true
		for i, part := range g.some(t.Elem(), depth+1) {
			v.fields = append(v.fields, &attr{name: string(rune('a' + i)), value: part})
		}
		if v.fields == nil {
			return nil
		}
		return v
	case typesys.KindObject:
		object := schema.ObjectOf(t)
		if object == nil || object.IsResource {
			return nil
		}
		v.isMap = true
		var ok bool
		if v.fields, ok = g.fields(object.Properties(), depth+1, 2); !ok {
			return nil
		}
		return v
	}
	return g.scalar(v)
}

func (g *generator) scalar(v *value) *value {
	switch v.t {
	case typesys.Bool:
		return v.is(strconv.FormatBool(g.one(2)))
	case typesys.Int:
		return v.is(strconv.Itoa(1 + g.IntN(90)))
	case typesys.Number:
		return v.is(fmt.Sprintf("%d.5", g.IntN(90)))
	case typesys.String, typesys.ID:
		return v.is(fmt.Sprintf("%q", g.word()+strconv.Itoa(g.IntN(100))))
	case typesys.Dynamic:
		return v.is([]string{`"text"`, `5`, `true`, `["a", "b"]`, `{ a = 1, b = ["x"] }`}[g.IntN(5)])
	case typesys.Asset:
		return v.is(fmt.Sprintf("stringAsset(%q)", g.word()))
	case typesys.Archive:
		return v.is(fmt.Sprintf("assetArchive({ \"a.txt\" = stringAsset(%q) })", g.word()))
	}
	return nil
}

func (v *value) is(text string) *value {
	v.text = text
	return v
}

// some are one to three values of a type; nil if none can be made up.
func (g *generator) some(t typesys.Type, depth int) (all []*value) {
	for range 1 + g.IntN(3) {
		v := g.value(t, depth)
		if v == nil {
			return nil
		}
		all = append(all, v)
	}
	return all
}

// fields are values for properties: all required ones and one in n others.
func (g *generator) fields(props []*schema.Property, depth, n int) ([]*attr, bool) {
	var all []*attr
	for _, p := range props {
		if !p.Required && (g.isSparse || p.Secret && g.isOpen || !g.one(n)) {
			continue
		}
		var v *value
		if p.Discriminator == nil {
			v = g.value(p.Type, depth)
		}
		switch {
		case v != nil:
			all = append(all, &attr{p.Name, v, p})
		case p.Required:
			return nil, false
		}
	}
	return all, true
}

// reference refers to a value of a type that is in scope; nil if there is none.
func (g *generator) reference(t typesys.Type) *value {
	var all []*value
	for _, b := range g.here.blocks {
		if b == g.current {
			break // what comes later may depend on this block
		}
		for _, e := range b.exports {
			if base(e.t) == t {
				all = append(all, &value{t: t, ref: b, path: e.path})
			}
			if b.over != nil && typesys.List(base(e.t)) == t {
				all = append(all, &value{t: t, ref: b, path: e.path, isAll: true})
			}
		}
	}
	if g.current != nil && g.current.over != nil {
		all = append(all, g.current.over.variables(t)...)
	}
	v, ok := chosen(g, all)
	if ok && t == typesys.String && g.one(4) {
		return &value{t: t, text: `"` + g.word() + `-${%s}"`, parts: []*value{v}, ofRange: v.ofRange}
	}
	return v
}

// variables are what a range declares.
func (r *ranged) variables(t typesys.Type) []*value {
	v := &value{t: t, ofRange: true}
	switch {
	case (r.form == "list" || r.form == "map") && t == typesys.String, r.form == "number" && t == typesys.Int:
		return []*value{v.is("range.value"), v}
	case r.form == "list" && t == typesys.Int:
		return []*value{v.is("range.key"), v}
	}
	return nil
}

// other is a different literal of the same type.
func (g *generator) other(v *value) *value {
	defer g.literally()()
	for range 20 {
		if made := g.literal(v.t, mostDepth-2); made != nil && made.String() != v.String() {
			return made
		}
	}
	return nil
}
