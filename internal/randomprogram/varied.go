package randomprogram

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file writes the items of a program of many forms.

// varied is what a program has that refers to its own items.
type varied struct {
	plan *plan
	dir  string // of the program; empty for the one at the top
	used map[*schema.Package]bool

	vars      []variable
	resources []string          // expressions that are one resource
	helpers   map[string]helper // providers by package, a hook, and a secret config

	current   *schema.Resource // the resource that is being written
	self      string           // its name
	ranged    rangeForm        // its range, if it has one; range.value exists in this block only
	rangeText string           // its range
	isLiteral bool             // no forms and references
	nested    int              // forms around the value
	written   int              // forms so far

	interior []configured // the configs of a component
	exports  []configured // its outputs
}

// configured is a config or output with a type.
type configured struct {
	name       string
	t          typesys.Type
	isRequired bool
}

func newVaried(p *plan, random *rand.Rand, dir string) *programWriter {
	return &programWriter{random: random, varied: varied{
		plan: p, dir: dir, used: map[*schema.Package]bool{}, helpers: map[string]helper{},
	}}
}

// chance is true once in n times.
func (w *programWriter) chance(n int) bool { return w.random.IntN(n) == 0 }

// items writes a whole program.
func (w *programWriter) items() {
	w.pick()
	for range w.random.IntN(4) {
		w.config()
	}
	isTop := w.dir == ""
	for i := range 1 + w.random.IntN(4) {
		w.anyResource()
		if i == 0 && isTop && w.chance(3) {
			w.component()
		}
	}
	for range w.random.IntN(3) {
		w.invoke()
	}
	for range w.random.IntN(3) {
		w.local(typesys.Input(typeOf(w.configType())), 0)
	}
	w.anyResource()
	for range 1 + w.random.IntN(3) {
		w.output()
	}
	for _, text := range wrongItems {
		if w.plan.may(text) {
			w.line("%s", w.fill(text, typesys.Input(typesys.String), 0))
		}
	}
	w.files()
}

// files puts the lines into one file or two, in order or not.
func (w *programWriter) files() {
	lines := append(w.packageBlocks(), w.lines...)
	if w.chance(3) {
		w.random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	}
	half := len(lines)
	if w.chance(6) {
		half /= 2
		w.plan.files[path.Join(w.dir, "more.pp")] = strings.Join(lines[half:], "\n\n") + "\n"
	}
	w.plan.files[path.Join(w.dir, "main.pp")] = strings.Join(lines[:half], "\n\n") + "\n"
	if text := strings.Join(lines, ""); strings.Contains(text, "./data.txt") || strings.Contains(text, "./folder") {
		w.plan.files["data.txt"] = "some data\n" // functions read files relative to the program at the top
		w.plan.files["folder/data.txt"] = "some data\n"
	}
}

func (w *programWriter) packageBlocks() []string {
	var blocks []string
	for _, p := range w.plan.packages {
		version := p.Version()
		switch {
		case w.used[p] && w.plan.may("a version that does not exist"):
			version = "99.0.0"
		case !w.used[p] || w.chance(3):
			continue
		case analysis.IsVersion(version) && w.chance(3):
			version = ""
		}
		blocks = append(blocks, packageBlock(p, version))
	}
	return blocks
}

// packageBlock declares a package, with the version if it is one.
func packageBlock(p *schema.Package, version string) string {
	text := "package {\n  baseProviderName = " + printer.Text(p.Name()) + "\n"
	if analysis.IsVersion(version) {
		text += "  baseProviderVersion = " + printer.Text(version) + "\n"
	}
	return text + "}"
}

// pick chooses a package of the program.
func (w *programWriter) pick() {
	w.pkg = w.plan.packages[w.random.IntN(len(w.plan.packages))]
}

// anyResource declares a resource with or without a range.
func (w *programWriter) anyResource() {
	for range 5 {
		w.pick()
		tokens := w.pkg.ResourceTokens()
		if len(tokens) == 0 {
			continue
		}
		if w.chance(3) {
			w.ranged = ranges[w.random.IntN(len(ranges))]
		}
		_, ok := w.resource(tokens[w.random.IntN(len(tokens))], 0, nil)
		if w.ranged = (rangeForm{}); ok {
			return
		}
	}
}

// enter begins a resource block: in it, there is the resource itself, and range.
func (w *programWriter) enter(name string, r *schema.Resource) (leave func()) {
	outside := w.varied
	w.current, w.self, w.rangeText = r, name, ""
	if ranged := w.ranged; ranged.text != "" {
		w.plan.forms[ranged.text]++
		w.ranged = rangeForm{}
		w.rangeText = w.fill(ranged.text, typesys.Input(typesys.String), 1)
		w.ranged = ranged
		outside.vars, outside.resources = w.vars, w.resources
		w.vars = slices.Concat(w.vars, ranged.vars)
	}
	return func() {
		w.current, w.self = outside.current, outside.self
		if w.rangeText != "" {
			w.vars, w.resources = outside.vars, outside.resources
		}
		w.rangeText = outside.rangeText
	}
}

// declare makes a resource something to refer to.
func (w *programWriter) declare(name string, r *schema.Resource) {
	if w.isPlain {
		return
	}
	w.used[r.Package] = true
	one := name + w.ranged.one
	if w.ranged.isList {
		w.vars = append(w.vars, variable{name + "[*].id", typesys.List(typesys.Output(typesys.String))})
	}
	w.resources = append(w.resources, one)
	w.vars = append(w.vars, variable{one + ".id", typesys.Output(typesys.String)}, variable{one + ".urn", typesys.Output(typesys.String)})
	outputs := slices.Clone(r.Outputs)
	w.random.Shuffle(len(outputs), func(i, j int) { outputs[i], outputs[j] = outputs[j], outputs[i] })
	for _, p := range outputs[:min(len(outputs), 8)] {
		w.refer(one, p, 0)
	}
}

// refer makes a property and its parts something to refer to.
func (w *programWriter) refer(owner string, p *schema.Property, depth int) {
	if !syntax.IsIdentifier(p.Name) || typesys.IsOptional(p.Plain) && !w.chance(4) {
		return
	}
	text := owner + "." + p.Name
	w.vars = append(w.vars, variable{text, typesys.Output(p.Plain)})
	core := coreOf(p.Plain)
	if k := core.Kind(); k == typesys.KindList || k == typesys.KindMap {
		if !w.chance(4) { // some runs have nothing there
			return
		}
		text += map[typesys.Kind]string{typesys.KindList: "[0]", typesys.KindMap: `["a"]`}[k]
		core = coreOf(core.Elem())
		w.vars = append(w.vars, variable{text, typesys.Output(core)})
	}
	object := schema.ObjectOf(core)
	if object == nil || depth > 1 {
		return
	}
	for _, inner := range object.Properties() {
		if w.chance(3) {
			w.refer(text, inner, depth+1)
		}
	}
}

// component writes a program in a directory of its own, and declares a component with it.
func (w *programWriter) component() {
	dir := w.name("part")
	inner := newVaried(w.plan, w.random, dir)
	inner.names = w.names // a config of a component has the value of the stack's config with the same name
	inner.items()
	w.names = inner.names
	name := w.name("component")
	leave := w.enter(name, nil)
	var body strings.Builder
	for _, c := range inner.interior {
		switch {
		case c.isRequired && w.plan.may("leave out a required input of a component"):
		case c.isRequired || w.chance(2):
			value, _ := w.value(typesys.Input(c.t), 0)
			fmt.Fprintf(&body, "  %s = %s\n", w.propertyName(c.name), value)
		}
	}
	if w.plan.may("an unknown input of a component") {
		body.WriteString("  nobodyKnows = 1\n")
	}
	body.WriteString(w.options())
	leave()
	from := "./" + dir
	if w.plan.may("a component from a directory that does not exist") {
		from = "./nowhere"
	}
	w.line("component %s %s {\n%s}", name, printer.Text(from), body.String())
	for _, c := range inner.exports {
		w.vars = append(w.vars, variable{name + "." + c.name, typesys.Output(c.t)})
	}
}

// config declares a config.
func (w *programWriter) config() {
	text := w.configType()
	name := w.name("config")
	config := configured{name, typeOf(text), true}
	var body strings.Builder
	if w.chance(2) {
		config.isRequired = false
		value, _ := w.literally(func() (string, bool) { return w.value(config.t, 0) })
		fmt.Fprintf(&body, "  default = %s\n", value)
	}
	for _, a := range configAttributes {
		if w.chance(8) {
			w.plan.forms[a]++
			body.WriteString("  " + a + "\n")
			if strings.HasPrefix(a, "nullable") {
				config.t, config.isRequired = typesys.Optional(config.t), false
			}
		}
	}
	for _, a := range wrongConfigAttributes {
		if w.plan.may(a) {
			body.WriteString("  " + a + "\n")
		}
	}
	label := printer.Text(text)
	if syntax.IsIdentifier(text) && w.chance(2) {
		label = text
	}
	w.line("config %s %s {\n%s}", name, label, body.String())
	w.interior = append(w.interior, config)
	w.vars = append(w.vars, variable{name, config.t})
}

// configType is the type of a config or output.
func (w *programWriter) configType() string { return configTypes[w.random.IntN(len(configTypes))] }

// literally writes something without forms and references.
func (w *programWriter) literally(write func() (string, bool)) (string, bool) {
	outside := w.isLiteral
	w.isLiteral = true
	defer func() { w.isLiteral = outside }()
	return write()
}

// output declares an output.
func (w *programWriter) output() {
	text := w.configType()
	t := typeOf(text)
	name := w.name("out")
	label := ""
	if w.chance(2) {
		label = printer.Text(text) + " "
	}
	value, _ := w.value(typesys.Input(t), 0)
	w.line("output %s %s{\n  value = %s\n}", name, label, value)
	w.exports = append(w.exports, configured{name, t, true})
}

// invoke declares a local with the result of a function.
func (w *programWriter) invoke() {
	w.pick()
	tokens := w.pkg.FunctionTokens()
	if len(tokens) == 0 {
		return
	}
	token := tokens[w.random.IntN(len(tokens))]
	fn := w.pkg.Function(token)
	if fn == nil || fn.IsMethod() || fn.IsDamaged() || !fn.Return.IsValid() || coreOf(fn.Return).Kind() != typesys.KindObject {
		return
	}
	args, ok := w.arguments(fn)
	if !ok {
		return
	}
	if w.chance(5) && len(fn.MultiArgument) == 0 {
		args += ", { parent = " + w.oneResource() + " }"
	}
	for _, wrong := range wrongArguments {
		if w.plan.may(wrong) {
			args = w.fill(wrong, typesys.Input(typesys.String), 1)
		}
	}
	w.used[w.pkg] = true
	name := w.name("result")
	w.line("%s = invoke(%s%s)", name, printer.Text(w.token(token)), args)
	w.vars = append(w.vars, variable{name, typesys.Output(fn.Return)})
	if object := schema.ObjectOf(coreOf(fn.Return)); object != nil {
		for _, p := range object.Properties() {
			w.refer(name, p, 1)
		}
	}
}

// token is a token, mistaken or not.
func (w *programWriter) token(token string) string {
	switch {
	case w.plan.may("misspell a token"):
		return token[:len(token)-1] + "z"
	case w.plan.may("a token of an unknown package"):
		return "nobody" + token
	case w.plan.may("a token in the wrong case"):
		return strings.ToUpper(token)
	}
	return token
}

// propertyName is the name of a property, mistaken or not.
func (w *programWriter) propertyName(name string) string {
	switch {
	case w.plan.may("misspell a property"):
		return name + "z"
	case w.plan.may("a property in the wrong case"):
		return capitalized(name)
	}
	return name
}

// oneResource is a resource to refer to. It declares one if there is none.
func (w *programWriter) oneResource() string {
	if len(w.resources) == 0 {
		name := w.name("stack")
		w.line("resource %s \"pulumi:pulumi:StackReference\" {\n  name = \"acme/base/dev\"\n}", name)
		w.resources = append(w.resources, name)
	}
	return w.resources[w.random.IntN(len(w.resources))]
}

// provider is a provider of the current package.
func (w *programWriter) provider() string {
	body := ""
	if r := w.pkg.Resource("pulumi:providers:" + w.pkg.Name()); r != nil {
		body, _ = w.literally(func() (string, bool) { return w.attributes(r, variedDepth+1, nil) })
	}
	w.used[w.pkg] = true
	head := "resource %s \"pulumi:providers:" + w.pkg.Name() + "\" {\n"
	return w.helper("provider of "+w.pkg.Name(), "provider", head+strings.ReplaceAll(body, "%", "%%")+"}")
}

// hook is the name of a hook.
func (w *programWriter) hook() string {
	return w.helper("hook", "hook", "hook resource %s {\n  command = [\"echo\", args.name]\n}")
}

// helper is an item that others need.
type helper struct {
	name string
	line int
}

// helper is the name of an item that is declared when it is first needed.
func (w *programWriter) helper(key, kind, item string) string {
	h, ok := w.helpers[key]
	if !ok {
		h = helper{w.name(kind), len(w.lines)}
		w.helpers[key] = h
		w.line(item, h.name)
	}
	return h.name
}

// reference writes a hole that is no value. It is not ok for holes of types.
func (w *programWriter) reference(hole string) (text string, ok bool) {
	switch hole {
	case "resource":
		return w.oneResource(), true
	case "provider":
		return w.provider(), true
	case "hook":
		return w.hook(), true
	case "self":
		return cmp.Or(w.self, "nobody"), true
	case "new":
		return w.name("new"), true
	case "version":
		return w.pkg.Version(), true
	case "input":
		return w.input(), true
	case "ref":
		if text, ok := w.variableThat(func(variable) bool { return true }); ok {
			return text, true
		}
		return w.oneResource() + ".urn", true
	}
	return "", false
}

// input is the name of an input of the resource that is being written.
func (w *programWriter) input() string {
	inputs := slices.DeleteFunc(slices.Clone(w.current.Inputs), func(p *schema.Property) bool { return !syntax.IsIdentifier(p.Name) })
	if len(inputs) == 0 {
		return "id"
	}
	return inputs[w.random.IntN(len(inputs))].Name
}

// options is the options block of a resource or component, or nothing.
func (w *programWriter) options() string {
	if w.isPlain {
		return ""
	}
	w.vars = slices.DeleteFunc(slices.Clone(w.vars), func(v variable) bool { return strings.HasPrefix(v.text, "range.") })
	var lines []string
	if w.rangeText != "" {
		lines = append(lines, "range = "+w.rangeText)
	}
	right, wrong := resourceOptions, wrongOptions
	if w.current == nil {
		right, wrong = componentOptions, wrongComponentOptions
	}
	for range w.random.IntN(3) {
		option := right[w.random.IntN(len(right))]
		key, _, _ := strings.Cut(option, " ")
		if w.chance(2) || strings.Contains(option, "<input>") && len(w.current.Inputs) == 0 || slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, key+" ") }) {
			continue
		}
		w.plan.forms[option]++
		lines = append(lines, w.fill(option, typesys.Input(typesys.String), 2))
	}
	for _, option := range wrong {
		if w.plan.may(option) {
			lines = append(lines, w.fill(option, typesys.Input(typesys.String), 2))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "  options {\n    " + strings.Join(lines, "\n    ") + "\n  }\n"
}
