package changes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes up values and options.

// mostDepth is how deep values nest.
const mostDepth = 4

// base is a type without none and without the shape of inputs and outputs.
func base(t typesys.Type) typesys.Type { return typesys.Strip(typesys.PlainShape(t)) }

var textList, textMap = typesys.List(typesys.String), typesys.Map(typesys.String)

// passable are the types of values that pass through locals, configs and outputs, and how configs write them.
var passable = map[typesys.Type]string{
	typesys.String: "string", typesys.Int: "int", typesys.Bool: "bool", typesys.Number: "number",
	textList: "list(string)", textMap: "map(string)",
}

var passableTypes = []typesys.Type{
	typesys.String, typesys.String, typesys.Int, typesys.Bool, typesys.Number, textList, textMap,
}

// operation is an operator or a function, with the types of its result and its arguments.
type operation struct {
	result typesys.Type
	format string
	args   []typesys.Type
}

var operations = []operation{
	{typesys.String, `secret(%s)`, []typesys.Type{typesys.String}},
	{typesys.String, `secret(%s)`, []typesys.Type{typesys.String}},
	{typesys.String, `join("-", %s)`, []typesys.Type{textList}},
	{typesys.String, `%s ? %s : %s`, []typesys.Type{typesys.Bool, typesys.String, typesys.String}},
	{typesys.String, `toJSON({ a = %s, b = [%s] })`, []typesys.Type{typesys.String, typesys.Int}},
	{typesys.String, `toBase64(%s)`, []typesys.Type{typesys.String}},
	{typesys.String, `unsecret(%s)`, []typesys.Type{typesys.String}},
	{typesys.Int, `length(%s)`, []typesys.Type{textList}},
	{typesys.Bool, `!%s`, []typesys.Type{typesys.Bool}},
	{typesys.Bool, `%s == %s`, []typesys.Type{typesys.String, typesys.String}},
	{typesys.Bool, `%s > 20`, []typesys.Type{typesys.Int}},
	{textList, `[for x in %s : "${x}-x"]`, []typesys.Type{textList}},
	{textList, `split("-", %s)`, []typesys.Type{typesys.String}},
	{textMap, `{ for k, v in %s : k => "${v}!" }`, []typesys.Type{textMap}},
}

// rangeVariables are what a range over a value of the first type declares of the second.
var rangeVariables = map[[2]typesys.Type]string{
	{typesys.Int, typesys.Int}: "range.value", {textList, typesys.String}: "range.value",
	{textMap, typesys.String}: "range.value", {textList, typesys.Int}: "range.key",
}

var words = []string{"ada", "bay", "cod", "dune", "eel", "fjord", "gale", "haze", "isle", "jib", "kelp", "lee", "mast", "nook", "oar", "pike"}

func (g *generator) word() string { return words[g.IntN(len(words))] }

// one is true once in n times.
func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

// chosen is a random member; the zero value if there is none.
func chosen[T any](random interface{ IntN(n int) int }, all []T) (one T, ok bool) {
	if len(all) == 0 {
		return one, false
	}
	return all[random.IntN(len(all))], true
}

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
	all := only(operations, func(o operation) bool { return o.result == t })
	if len(all) > 0 && !g.literalOnly && g.one(10) {
		return g.call(all[g.IntN(len(all))])
	}
	return g.literal(t, depth)
}

// call is an operation with literals and references as arguments.
func (g *generator) call(o operation) *value {
	if g.isOpen && strings.HasPrefix(o.format, "secret") {
		return g.literal(o.result, mostDepth)
	}
	var args []*value
	for _, t := range o.args {
		arg := g.reference(t)
		if arg == nil || g.one(3) {
			arg = g.plain(t)
		}
		args = append(args, arg)
	}
	return call(o.result, o.format, args...)
}

// plain is a literal without references anywhere.
func (g *generator) plain(t typesys.Type) *value { return g.plainly().literal(t, 0) }

// literal is a value whose outermost part refers to nothing.
func (g *generator) literal(t typesys.Type, depth int) *value {
	v := &value{t: t}
	switch t.Kind() {
	case typesys.KindConst:
		v.text = printer.Value(t.Value())
	case typesys.KindEnum:
		values := t.Values()
		v.text = printer.Value(values[g.IntN(len(values))])
	case typesys.KindUnion:
		for _, elem := range t.Elems() {
			if made := g.literal(base(elem), depth); elem != typesys.None && made != nil {
				return made
			}
		}
	case typesys.KindList, typesys.KindSet:
		v.isList, v.parts = true, g.some(t.Elem(), depth+1)
	case typesys.KindMap:
		v.isMap, v.parts = true, g.some(t.Elem(), depth+1)
		for i, part := range v.parts {
			part.name = string(rune('a' + i))
		}
	case typesys.KindObject:
		if object := schema.ObjectOf(t); object != nil && !object.IsResource {
			v.isMap, v.parts = true, g.fields(object.Properties(), depth+1, 2)
		}
	default:
		v.text = g.scalar(t)
	}
	if v.text == "" && v.parts == nil {
		return nil
	}
	return v
}

// scalar is the text of a value without parts; empty if none can be made up.
func (g *generator) scalar(t typesys.Type) string {
	switch t {
	case typesys.Bool:
		return strconv.FormatBool(g.one(2))
	case typesys.Int:
		return strconv.Itoa(1 + g.IntN(90))
	case typesys.Number:
		return fmt.Sprintf("%d.5", g.IntN(90))
	case typesys.String, typesys.ID:
		return fmt.Sprintf("%q", g.word()+strconv.Itoa(g.IntN(100)))
	case typesys.Dynamic:
		return []string{`"text"`, `5`, `true`, `["a", "b"]`, `{ a = 1, b = ["x"] }`}[g.IntN(5)]
	case typesys.Asset:
		return fmt.Sprintf("stringAsset(%q)", g.word())
	case typesys.Archive:
		return fmt.Sprintf("assetArchive({ \"a.txt\" = stringAsset(%q) })", g.word())
	}
	return ""
}

// some are one to three values of a type; nil if none can be made up.
func (g *generator) some(t typesys.Type, depth int) []*attr {
	var all []*value
	for range 1 + g.IntN(3) {
		v := g.value(t, depth)
		if v == nil {
			return nil
		}
		all = append(all, v)
	}
	return unnamed(all)
}

// fields are values for properties: all required ones and one in n others; nil if none can be made up for one of the
// required.
func (g *generator) fields(props []*schema.Property, depth, n int) []*attr {
	all := []*attr{}
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
			return nil
		}
	}
	return all
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
		if text := rangeVariables[[2]typesys.Type{g.current.over.value.t, t}]; text != "" {
			v := &value{t: t, text: text, ofRange: true}
			all = append(all, v, v)
		}
	}
	v, ok := chosen(g, all)
	if ok && t == typesys.String && g.one(4) {
		return call(t, `"`+g.word()+`-${%s}"`, v)
	}
	return v
}

// other is a different literal of the same type.
func (g *generator) other(v *value) *value {
	for range 20 {
		if made := g.plainly().literal(v.t, mostDepth-2); made != nil && made.String() != v.String() {
			return made
		}
	}
	return nil
}

// optionNames are the options that a resource gets at random, those with references last.
var optionNames = []string{
	"ignoreChanges", "protect", "retainOnDelete", "deleteBeforeReplace", "replaceOnChanges", "hideDiffs", "additionalSecretOutputs", "customTimeouts",
	"version", "import", "replacementTrigger", "aliases", "parent", "provider", "dependsOn", "deletedWith", "replaceWith",
}

func (g *generator) optionName() string { return optionNames[g.IntN(len(optionNames))] }

// option gives a resource an option, with another value than it has. It reports whether there is one.
func (g *generator) option(b *block, name string) bool {
	if b.resource.IsComponent && name == "provider" {
		return false
	}
	v := g.optionValue(b, name)
	if v == nil || name == "provider" && b.resource.Package != g.packages[0] {
		return false
	}
	if old := find(b.options, name); old != nil && old.value.String() == v.String() {
		return false
	}
	return set(&b.options, name, v)
}

// optionValue is a value of an option; nil if none can be made up.
func (g *generator) optionValue(b *block, name string) *value {
	switch name {
	case "protect", "retainOnDelete", "deleteBeforeReplace":
		old := find(b.options, name)
		return text("%t", old == nil || old.value.text != "true")
	case "ignoreChanges", "replaceOnChanges":
		return g.inputPaths(b, true)
	case "hideDiffs", "additionalSecretOutputs":
		return g.inputPaths(b, false)
	case "customTimeouts":
		return text(`{ create = "%dm" }`, 1+g.IntN(9))
	case "version":
		return text(`"1.%d.0"`, g.IntN(2))
	case "import":
		if b.over == nil { // several resources would be imported from one
			return text(`"id-%d"`, g.IntN(50))
		}
	case "replacementTrigger":
		return g.value(typesys.String, 1)
	case "aliases":
		return g.oddAlias(b)
	case "dependsOn", "replaceWith":
		return list(g.earlier(b, (*block).isManaged))
	case "provider":
		return g.earlier(b, (*block).isProvider)
	case "parent", "deletedWith":
		return g.earlier(b, (*block).isSingle)
	}
	return nil
}

// inputPaths are one or two inputs of a resource, at times a part of one.
func (g *generator) inputPaths(b *block, isDeep bool) *value {
	if len(b.resource.Inputs) == 0 {
		return nil
	}
	paths := list()
	for range 1 + g.IntN(2) {
		path := b.resource.Inputs[g.IntN(len(b.resource.Inputs))].Name
		if len(b.attrs) > 0 && !g.one(4) {
			a := b.attrs[g.IntN(len(b.attrs))]
			path = a.name
			if isDeep && g.one(2) {
				path += g.part(a.value)
			}
		}
		if len(paths.parts) == 0 || paths.parts[0].value.text != path {
			paths.parts = append(paths.parts, &attr{value: text("%s", path)})
		}
	}
	return paths
}

// part is the path of a part of a value.
func (g *generator) part(v *value) string {
	if v.isLeaf() || len(v.parts) == 0 {
		return ""
	}
	i := g.IntN(len(v.parts))
	return v.step(i) + g.part(v.parts[i].value)
}

// oddAlias is an alias that matches nothing, in one of all forms.
func (g *generator) oddAlias(b *block) *value {
	switch g.IntN(5) {
	case 0:
		return list(text(`{ name = "old%d" }`, g.IntN(9)))
	case 1:
		return list(text(`{ name = "old%d", noParent = true }`, g.IntN(9)))
	case 2:
		return list(text(`"urn:pulumi:test::proj::%s::old%d"`, b.resource.Token, g.IntN(9)))
	case 3:
		return list(text(`{ type = "fleet:index/old:Old" }`))
	}
	if parent := g.earlier(b, (*block).isSingle); parent != nil {
		return list(call(typesys.Type{}, `{ parent = %s }`, parent))
	}
	return nil
}
