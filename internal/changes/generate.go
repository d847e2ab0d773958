package changes

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file makes up programs with components.

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
	g := &generator{
		Rand: rand.New(rand.NewPCG(seed, 1)), packages: packages, program: &program{config: map[string]string{}},
		here: &module{}, directories: directories,
	}
	g.modules = []*module{g.here}
	write(g)
	return g
}

// within is a generator that writes a block of a module in the same program.
func (g *generator) within(m *module, b *block) *generator {
	inner := *g
	inner.here, inner.current = m, b
	return &inner
}

// plainly is a generator whose values have no references and functions.
func (g *generator) plainly() *generator {
	plain := *g
	plain.literalOnly = true
	return &plain
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
	g.here.take(len(g.here.blocks), b)
	return b
}

// top writes the program at the top: at times with everything, so that a good part of the programs has ranges, components and parents at once.
func (g *generator) top() {
	everything := g.one(2)
	g.isOpen = !g.one(4) // the plan of a resource with a secret that only a state knows cannot be told
	if g.one(2) {
		p := g.packages[0]
		b := g.add(&block{kind: "package", name: p.Name()})
		set(&b.attrs, "baseProviderName", text("%q", p.Name()))
		set(&b.attrs, "baseProviderVersion", text("%q", p.Version()))
	}
	g.topConfigs(1 + g.IntN(4))
	g.locals(g.IntN(3))
	if g.one(3) {
		g.provider()
	}
	g.resources(1 + g.IntN(3))
	if everything || g.one(3) {
		g.components("")
	}
	g.resources(1 + g.IntN(3))
	if everything {
		g.ranged(g.resource())
		g.named(g.resource())
	}
	g.outputs(g.IntN(3))
}

// passableType is a random type of values that pass through locals, configs and outputs.
func (g *generator) passableType() typesys.Type { return passableTypes[g.IntN(len(passableTypes))] }

// topConfigs declares n configs that have a default, a value of the stack, or both.
func (g *generator) topConfigs(n int) {
	for range n {
		t := g.passableType()
		b := g.config(t)
		if find(b.attrs, "default") == nil || g.one(3) {
			g.program.config[b.configKey()] = stackText(g.plain(t))
		}
	}
}

// configKey is the key of a config for the stack's configuration.
func (b *block) configKey() string {
	if find(b.attrs, "secret") != nil {
		return "secret:" + b.name
	}
	return b.name
}

// stackText is a value as the configuration of a stack has it.
func stackText(v *value) string {
	items := strings.Join(v.items(strconv.Quote, ":"), ",")
	switch {
	case v.isList:
		return "[" + items + "]"
	case v.isMap:
		return "{" + items + "}"
	}
	return strings.Trim(v.text, `"`)
}

// newConfig is a config that is in no module yet.
func (g *generator) newConfig(name string, t typesys.Type) *block {
	return &block{kind: "config", name: g.name(name), label: passable[t], exports: []export{{"", t}}, file: "main.pp"}
}

// newValue is a local or an output that is in no module yet.
func (g *generator) newValue(kind, name string, v *value) *block {
	return &block{kind: kind, name: g.name(name), attrs: []*attr{{name: "value", value: v}}, file: "main.pp"}
}

// config declares an input of the program or component.
func (g *generator) config(t typesys.Type) *block {
	b := g.newConfig("conf", t)
	if g.one(2) {
		set(&b.attrs, "default", g.plain(t))
	}
	if g.here.dir == "" && t == typesys.String && !g.isOpen && g.one(3) {
		set(&b.attrs, "secret", text("true"))
	}
	return g.add(b)
}

// locals declares n locals: values, or answers of a function.
func (g *generator) locals(n int) {
	for range n {
		t := g.passableType()
		b := g.newValue("local", "loc", g.value(t, 0))
		b.exports = []export{{"", t}}
		if g.one(6) {
			b.exports = []export{{".value", typesys.String}, {".names", textList}, {".count", typesys.Int}}
			b.attrs[0].value = call(typesys.Type{}, `invoke("fleet:index:lookup", { name = %s })`, g.plain(typesys.String))
		}
		g.add(b)
	}
}

// provider declares a provider of the first package.
func (g *generator) provider() {
	r := g.packages[0].Resource("pulumi:providers:" + g.packages[0].Name())
	b := &block{kind: "resource", name: g.name("prov"), label: r.Token, resource: r}
	b.attrs = g.plainly().fields(r.Inputs, 1, 2)
	g.add(b)
}

func (g *generator) resources(n int) {
	for range n {
		g.resource()
	}
}

// resource declares a resource of a random type.
func (g *generator) resource() *block {
	for {
		r := g.resourceOf(g.packages[max(0, g.IntN(len(g.packages)+4)-4)])
		b := &block{kind: "resource", name: g.name("res"), label: r.Token, resource: r}
		if g.one(3) {
			b.label = r.Canonical
		}
		if g.within(g.here, b).write(b) {
			return g.add(b)
		}
	}
}

// resourceOf is a random resource of a package that a program can declare.
func (g *generator) resourceOf(p *schema.Package) *schema.Resource {
	all := only(p.ResourceTokens(), func(token string) bool { return !p.Resource(token).IsDamaged() })
	return p.Resource(all[g.IntN(len(all))])
}

// write gives a resource its range, inputs and options. It reports whether there are values for the inputs.
func (g *generator) write(b *block) bool {
	if g.one(4) {
		b.over = g.anyRange()
	}
	if b.attrs = g.fields(b.resource.Inputs, 0, 2); b.attrs == nil {
		return false
	}
	b.exports = g.exportsOf(b.resource)
	if g.one(3) {
		for range 1 + g.IntN(2) {
			g.option(b, g.optionName())
		}
	}
	if g.one(3) {
		g.option(b, "provider")
	}
	return true
}

// exportsOf are the outputs of a resource that others can use.
func (g *generator) exportsOf(r *schema.Resource) (all []export) {
	if !r.IsComponent {
		all = append(all, export{".id", typesys.String})
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
		b.over = g.anyRange()
	}
}

// rangeForms are the types of ranges, and how the first instance is written.
var rangeForms = []struct {
	t   typesys.Type
	one string
}{{typesys.Bool, ""}, {typesys.Int, "[0]"}, {textList, "[0]"}, {textMap, `["a"]`}}

// anyRange is a range, which at times comes from a config.
func (g *generator) anyRange() *ranged {
	form := rangeForms[g.IntN(4)]
	over := g.rangeValue(form.t, 3)
	if g.here.dir == "" && g.one(3) {
		conf := g.newConfig("span", form.t)
		set(&conf.attrs, "default", over)
		over = &value{t: form.t, ref: g.add(conf)}
	}
	return newRange(over, form.one)
}

func newRange(over *value, one string) *ranged { return &ranged{attr{name: "range", value: over}, one} }

// rangeValue is a short value for a range, with at least one instance.
func (g *generator) rangeValue(t typesys.Type, most int) *value {
	switch t {
	case typesys.Bool:
		return &value{t: t, text: "true"}
	case typesys.Int:
		return &value{t: t, text: fmt.Sprint(1 + g.IntN(most))}
	}
	return g.plain(t)
}

// childOf gives a resource a parent, if one is in scope.
func (g *generator) childOf(b *block) {
	set(&b.options, "parent", g.earlier(b, (*block).isSingle))
}

// named gives a resource a parent, and at times a name that begins with that of the parent: an alias of the parent then renames the child too.
func (g *generator) named(b *block) {
	g.childOf(b)
	if parent := b.parent(); parent != nil && g.one(2) {
		set(&b.attrs, "__logicalName", text("%q", parent.registered()+"-"+b.name))
	}
}

// earlier refers to a random block of the same module to which a block may refer; nil if there is none.
func (g *generator) earlier(b *block, is func(*block) bool) *value {
	before := cmp.Or(b.in, g.here).blocks
	if i := slices.Index(before, b); i >= 0 {
		before = before[:i]
	}
	if one, ok := chosen(g, only(before, is)); ok {
		return &value{ref: one}
	}
	return nil
}

// outputs exports n values, if there are some of the types.
func (g *generator) outputs(n int) {
	for range n {
		if v := g.reference(g.passableType()); v != nil {
			g.add(g.newValue("output", "out", v))
		}
	}
}

var directories = []string{"pen", "lion-pen", "yard_wall", "Depot", "crane2", "wharf"}

// components declares one or two components of a new module in a directory, which at times has a component itself.
func (g *generator) components(dir string) {
	child := g.newModule(dir)
	inner := g.within(child, nil)
	for range 1 + g.IntN(3) {
		inner.config(g.passableType())
	}
	inner.resources(1 + g.IntN(3))
	if dir == "" && g.one(3) {
		inner.components(child.dir)
		inner.resource()
	}
	inner.outputs(1 + g.IntN(2))
	for range 1 + g.IntN(2) {
		g.component(child)
	}
}

// freeDirectory is one that no module has.
func (g *generator) freeDirectory(dir string) string {
	for {
		name := path.Join(dir, g.directories[g.IntN(len(g.directories))])
		if !slices.ContainsFunc(g.modules, func(m *module) bool { return strings.EqualFold(m.dir, name) }) {
			return name
		}
	}
}

// newModule adds an empty module in a directory.
func (g *generator) newModule(dir string) *module {
	m := &module{dir: g.freeDirectory(dir)}
	g.modules = append(g.modules, m)
	return m
}

// newComponent is a component of a module, without inputs, that is in no module yet.
func (g *generator) newComponent(child *module) *block {
	return &block{kind: "component", name: g.name("comp"), label: "./" + path.Base(child.dir), child: child}
}

// component declares a component of a module.
func (g *generator) component(child *module) *block {
	b := g.newComponent(child)
	for _, in := range child.blocks {
		switch {
		case in.kind == "config" && (find(in.attrs, "default") == nil || g.one(2)):
			set(&b.attrs, in.name, g.value(in.exports[0].t, 1))
		case in.kind == "output":
			b.exports = append(b.exports, export{"." + in.name, in.attrs[0].value.t})
		}
	}
	if g.one(3) {
		g.providers(b)
	}
	return g.add(b)
}

// providers passes a provider to a component, if one is in scope.
func (g *generator) providers(b *block) bool {
	return set(&b.options, "providers", list(g.earlier(b, (*block).isProvider)))
}

// token is the type of a resource or component.
func (b *block) token() string {
	if b.child == nil {
		return b.resource.Token
	}
	name := "components:index:"
	isSeparator := func(r rune) bool { return strings.ContainsRune("-_.", r) }
	for _, word := range strings.FieldsFunc(path.Base(b.child.dir), isSeparator) {
		first, size := utf8.DecodeRuneInString(word)
		name += string(unicode.ToUpper(first)) + word[size:]
	}
	return name
}
