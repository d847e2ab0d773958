package changes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes up programs.

// generator makes up one program and edits it.
type generator struct {
	*rand.Rand
	packages []*schema.Package // the first is the one that most resources are of
	*program
	here        *module // that is being written
	current     *block  // that is being written
	literalOnly bool    // no references and functions
	isSparse    bool    // only inputs that are required
	isOpen      bool    // no secrets but those that edits make
	directories []string
}

func newGenerator(packages []*schema.Package, seed uint64, write func(*generator)) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), packages: packages, program: &program{config: map[string]string{}}, directories: directories}
	g.here = &module{}
	g.modules = []*module{g.here}
	write(g)
	return g
}

func (g *generator) name(kind string) string {
	g.names++
	return fmt.Sprintf("%s%d", kind, g.names)
}

// add appends a block to the module.
func (g *generator) add(b *block) *block {
	b.file = "main.pp"
	if g.here.dir == "" && g.one(4) {
		b.file = "more.pp"
	}
	g.here.blocks = append(g.here.blocks, b)
	return b
}

// top writes the program at the top: at times with everything, so that a good part of the programs has ranges, components and parents at once.
func (g *generator) top() {
	everything := g.one(2)
	g.isOpen = !g.one(4) // the plan of a resource with a secret that only a state knows cannot be told
	if g.one(2) {
		g.packageBlock()
	}
	for range 1 + g.IntN(4) {
		g.topConfig()
	}
	for range g.IntN(3) {
		g.local()
	}
	if g.one(3) {
		g.provider()
	}
	for range 1 + g.IntN(3) {
		g.resource()
	}
	if everything || g.one(3) {
		g.components("")
	}
	for range 1 + g.IntN(3) {
		g.resource()
	}
	if everything {
		g.ranged(g.resource())
		g.named(g.resource())
	}
	for range g.IntN(3) {
		g.output()
	}
}

func (g *generator) packageBlock() {
	p := g.packages[0]
	g.add(&block{kind: "package", name: p.Name(), attrs: []*attr{
		{name: "baseProviderName", value: text("%q", p.Name())}, {name: "baseProviderVersion", value: text("%q", p.Version())},
	}})
}

func text(format string, args ...any) *value {
	return &value{t: typesys.String, text: fmt.Sprintf(format, args...)}
}

// topConfig has a default, a value of the stack, or both.
func (g *generator) topConfig() {
	t := passableTypes[g.IntN(len(passableTypes))]
	b := g.config(t)
	if find(b.attrs, "default") == nil || g.one(3) {
		g.program.config[b.configKey()] = stackText(g.plain(t))
	}
}

// configKey is the key of a config for the stack's configuration.
func (b *block) configKey() string {
	if find(b.attrs, "secret") != nil {
		return "secret:" + b.name
	}
	return b.name
}

// literally makes values without references and functions, until the function that it returns is called.
func (g *generator) literally() (end func()) {
	outside := g.literalOnly
	g.literalOnly = true
	return func() { g.literalOnly = outside }
}

// plain is a literal without references anywhere.
func (g *generator) plain(t typesys.Type) *value {
	defer g.literally()()
	return g.literal(t, 0)
}

// literalFields are [generator.fields] without references anywhere.
func (g *generator) literalFields(props []*schema.Property, depth, n int) ([]*attr, bool) {
	defer g.literally()()
	return g.fields(props, depth, n)
}

// stackText is a value as the configuration of a stack has it.
func stackText(v *value) string {
	switch {
	case v.isList:
		var items []string
		for _, part := range v.parts {
			items = append(items, part.String())
		}
		return "[" + strings.Join(items, ",") + "]"
	case v.isMap:
		var items []string
		for _, f := range v.fields {
			items = append(items, fmt.Sprintf("%q:%s", f.name, f.value))
		}
		return "{" + strings.Join(items, ",") + "}"
	}
	return strings.Trim(v.text, `"`)
}

// config declares an input of the program or component.
func (g *generator) config(t typesys.Type) *block {
	b := &block{kind: "config", name: g.name("conf"), label: passable[t], exports: []export{{"", t}}}
	if g.one(2) {
		b.attrs = append(b.attrs, &attr{name: "default", value: g.plain(t)})
	}
	if g.here.dir == "" && t == typesys.String && !g.isOpen && g.one(3) {
		b.attrs = append(b.attrs, &attr{name: "secret", value: text("true")})
	}
	return g.add(b)
}

// local declares a local: a value, or the answer of a function.
func (g *generator) local() *block {
	t := passableTypes[g.IntN(len(passableTypes))]
	b := &block{kind: "local", name: g.name("loc"), exports: []export{{"", t}}}
	v := g.value(t, 0)
	if g.one(6) {
		b.exports = []export{{".value", typesys.String}, {".names", typesys.List(typesys.String)}, {".count", typesys.Int}}
		v = &value{text: `invoke("fleet:index:lookup", { name = %s })`, parts: []*value{g.plain(typesys.String)}}
	}
	b.attrs = []*attr{{name: "value", value: v}}
	return g.add(b)
}

// provider declares a provider of the first package.
func (g *generator) provider() *block {
	r := g.packages[0].Resource("pulumi:providers:" + g.packages[0].Name())
	b := &block{kind: "resource", name: g.name("prov"), label: "pulumi:providers:" + g.packages[0].Name(), resource: r}
	b.attrs, _ = g.literalFields(r.Inputs, 1, 2)
	return g.add(b)
}

// resource declares a resource of a random type.
func (g *generator) resource() *block {
	for {
		p := g.packages[max(0, g.IntN(len(g.packages)+4)-4)]
		tokens := resourceTokens(p)
		r := p.Resource(tokens[g.IntN(len(tokens))])
		b := &block{kind: "resource", name: g.name("res"), label: g.spelled(r), resource: r}
		if g.write(b) {
			return g.add(b)
		}
	}
}

// write gives a resource its range, inputs and options. It reports whether there are values for the inputs.
func (g *generator) write(b *block) (ok bool) {
	g.current = b
	defer func() { g.current = nil }()
	if g.one(4) {
		b.over = g.anyRange()
	}
	if b.attrs, ok = g.fields(b.resource.Inputs, 0, 2); !ok {
		return false
	}
	b.exports = g.exportsOf(b.resource)
	if g.one(3) {
		for range 1 + g.IntN(2) {
			g.option(b, optionNames[g.IntN(len(optionNames))])
		}
	}
	if g.one(3) {
		g.option(b, "provider")
	}
	return true
}

// spelled is a token as a program may write it.
func (g *generator) spelled(r *schema.Resource) string {
	if g.one(3) {
		return r.Canonical
	}
	return r.Token
}

// resourceTokens are the resources of a package that a program can declare.
func resourceTokens(p *schema.Package) []string {
	return slices.DeleteFunc(p.ResourceTokens(), func(token string) bool { return p.Resource(token).IsDamaged() })
}

// exportsOf are the outputs of a resource that others can use.
func (g *generator) exportsOf(r *schema.Resource) []export {
	all := []export{{".id", typesys.String}}
	if r.IsComponent {
		all = nil
	}
	for _, p := range r.Outputs {
		if p.Required && !(p.Secret && g.isOpen) && passable[base(p.Type)] != "" {
			all = append(all, export{"." + p.Name, p.Type})
		}
	}
	return all
}

// ranged gives a resource a range.
func (g *generator) ranged(b *block) {
	if b.over == nil {
		g.current = b
		b.over = g.anyRange()
		g.current = nil
	}
}

var rangeTypes = map[string]typesys.Type{
	"bool": typesys.Bool, "number": typesys.Int, "list": typesys.List(typesys.String), "map": typesys.Map(typesys.String),
}

// anyRange is a range, which at times comes from a config.
func (g *generator) anyRange() *ranged {
	form := []string{"bool", "number", "list", "map"}[g.IntN(4)]
	t := rangeTypes[form]
	r := &ranged{form: form, one: map[string]string{"bool": "", "number": "[0]", "list": "[0]", "map": `["a"]`}[form]}
	switch form {
	case "bool":
		r.value = (&value{t: t}).is("true")
	case "number":
		r.value = (&value{t: t}).is(fmt.Sprint(1 + g.IntN(3)))
	default:
		r.value = g.plain(t)
	}
	if g.here.dir == "" && g.one(3) {
		conf := g.add(&block{kind: "config", name: g.name("span"), label: passable[t], exports: []export{{"", t}}, attrs: []*attr{{name: "default", value: r.value}}})
		r.value = &value{t: t, ref: conf}
	}
	return r
}

// childOf gives a resource a parent, if one is in scope.
func (g *generator) childOf(b *block) {
	if parent := g.earlier(b, (*block).isSingle); parent != nil {
		set(&b.options, "parent", &value{ref: parent})
	}
}

// named gives a resource a parent, and at times a name that begins with that of the parent: an alias of the parent then renames the child too.
func (g *generator) named(b *block) {
	g.childOf(b)
	if parent := b.parent(); parent != nil && g.one(2) {
		set(&b.attrs, "__logicalName", text("%q", parent.registered()+"-"+b.name))
	}
}

// earlier is a random block of the same module that a block may refer to; nil if there is none.
func (g *generator) earlier(b *block, is func(*block) bool) *block {
	m := g.moduleOf(b)
	if m == nil {
		m = g.here
	}
	var all []*block
	for _, o := range m.blocks {
		if o == b {
			break
		}
		if is(o) {
			all = append(all, o)
		}
	}
	one, _ := chosen(g, all)
	return one
}

// output exports a value.
func (g *generator) output() {
	t := passableTypes[g.IntN(len(passableTypes))]
	if v := g.reference(t); v != nil {
		g.add(&block{kind: "output", name: g.name("out"), attrs: []*attr{{name: "value", value: v}}})
	}
}
