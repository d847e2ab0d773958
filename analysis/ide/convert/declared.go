package convert

import (
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file converts the other blocks of Terraform: data, variables, outputs, locals, modules and providers. It finds
// what a reference means.

// data becomes a local that calls a function.
func (r *reader) data(b *hclsyntax.Block, w *writer) {
	d := r.declarations["data."+b.Labels[0]+"."+b.Labels[1]]
	if d.reason != "" {
		r.fail(d.reason)
		return
	}
	r.inside = d
	var inputs []member
	before, after := "", ""
	for _, m := range r.read(b.Body) {
		switch {
		case (m.name == "count" || m.name == "for_each") && m.isAttribute():
			key, entry := iteratorName("each", "key"), iteratorName("each", "value")
			loop := r.options(m, d)[0]
			r.iterators["count"], r.iterators["each"] = loop.reason == "", loop.reason == ""
			switch {
			case loop.reason != "":
				w.body([]member{loop})
			case m.name == "count":
				before, after = "[for "+iteratorName("count", "index")+" in range("+loop.value.text+") : ", "]"
			default:
				before, after = "{ for "+key+", "+entry+" in "+loop.value.text+" : "+key+" => ", " }"
			}
		case isHandled(m.name):
			r.fail("a call of a function has no `" + m.name + "`")
		default:
			inputs = append(inputs, m)
		}
	}
	inputs = r.members(inputs, propertiesOf(d.function.Inputs), memberOf(d.function.Token))
	w.WriteString(d.name + " = " + before + "invoke(" + printer.Text(shortFunction(d.function)) + ", ")
	w.value(object(inputs))
	w.line(")", after)
}

// variable becomes a config.
func (r *reader) variable(b *hclsyntax.Block, w *writer) {
	d := r.declarations["var."+b.Labels[0]]
	label := literalType(b.Body.Attributes["default"])
	var body []member
	for _, m := range r.read(b.Body) {
		switch m.attributeName() {
		case "type":
			text, whole := typeText(m.value.source)
			if text != "" {
				label = text
			}
			if !whole {
				m.reason = "a type label has no counterpart for all of this type"
				body = append(body, m)
			}
		case "default", "description", "nullable":
			body = append(body, r.converted(m, m.name))
		case "sensitive":
			body = append(body, r.converted(m, language.ConfigSecret))
		default:
			m.reason = "a config has no `" + m.name + "`"
			body = append(body, m)
		}
	}
	w.configBlock(d.name, label, slices.DeleteFunc(body, isFalse))
}

// literalType returns the type label for a default that is a literal. A variable without a type has that of its default.
func literalType(a *hclsyntax.Attribute) string {
	if a == nil {
		return ""
	}
	return map[cty.Type]string{cty.String: "string", cty.Number: "number", cty.Bool: "bool"}[tree.Literal(a.Expr).Type()]
}

// isFalse reports whether an entry sets a flag to its default.
func isFalse(m member) bool {
	return m.reason == "" && m.name == language.ConfigSecret && m.value.text == "false"
}

// converted gives an entry a name and converts its value.
func (r *reader) converted(m member, name string) member {
	return r.fitted(m, typesys.Property{Name: name, Type: typesys.Dynamic})
}

// typeText returns the type of a variable as a type label, and whether all of it has a counterpart: PCL has no defaults of members. Old programs have
// the type in quotes.
func typeText(e hclsyntax.Expression) (label string, whole bool) {
	if old, ok := tree.PlainText(e); ok {
		return old, slices.Contains([]string{"string", "number", "bool"}, old)
	}
	switch e := e.(type) {
	case *hclsyntax.FunctionCallExpr:
		if len(e.Args) == 0 {
			return "", false
		}
		of, whole := typeText(e.Args[0])
		if of == "" {
			return "", false
		}
		return strings.Replace(e.Name, "set", "list", 1) + "(" + of + ")", whole && len(e.Args) == 1 // PCL has no loops over sets
	case *hclsyntax.ObjectConsExpr:
		members, whole := make([]string, len(e.Items)), true
		for i, item := range e.Items {
			name, literal := tree.LiteralKey(item.KeyExpr)
			of, all := typeText(item.ValueExpr)
			if !literal || of == "" {
				return "", false
			}
			members[i], whole = printer.Key(name)+" = "+of, whole && all
		}
		return "{ " + strings.Join(members, ", ") + " }", whole
	case *hclsyntax.TupleConsExpr:
		members, whole := make([]string, len(e.Exprs)), true
		for i, member := range e.Exprs {
			of, all := typeText(member)
			if of == "" {
				return "", false
			}
			members[i], whole = of, whole && all
		}
		return "[" + strings.Join(members, ", ") + "]", whole
	}
	switch name := tree.Name(e); name {
	case "list", "map", "set":
		return name + "(any)", true
	default:
		return name, name != ""
	}
}

func (r *reader) output(b *hclsyntax.Block, w *writer) {
	secret := false
	var body []member
	for _, m := range r.read(b.Body) {
		switch m.attributeName() {
		case language.OutputValue:
			if m = r.converted(m, m.name); m.reason != "" {
				r.fail(m.reason) // without a value there is no output
			}
			body = append(body, m)
		case "description":
			if text, ok := tree.PlainText(m.value.source); ok && !strings.Contains(text, "\n") {
				w.line("# ", text)
			}
		case "sensitive":
			secret, _ = tree.Bool(m.value.source)
		default:
			m.reason = "an output has no `" + m.name + "`"
			body = append(body, m)
		}
	}
	for i, m := range body {
		if secret && m.name == language.OutputValue {
			body[i].value.text = "secret(" + m.value.text + ")"
		}
	}
	w.line("output ", identifier(b.Labels[0]), " {")
	w.body(body)
	w.line("}")
}

func (r *reader) locals(b *hclsyntax.Block, w *writer) {
	for _, m := range r.read(b.Body) {
		d := r.declarations["local."+m.name]
		if d == nil || !m.isAttribute() {
			m.reason = "locals are no blocks"
		} else {
			d.typ = r.typeOf(m.value.source)
			m = r.converted(m, d.name)
			r.drop(d, m.reason)
		}
		w.body([]member{m})
	}
}

// module becomes a component if its source is a directory.
func (r *reader) module(b *hclsyntax.Block, w *writer) {
	var inputs, options []member
	source, _ := literalOf(b, "source")
	r.inside = r.declarations["module."+b.Labels[0]]
	for _, m := range r.read(b.Body) {
		switch {
		case !m.isAttribute():
			m.reason = "a component has no blocks but `options`"
			inputs = append(inputs, m)
		case m.name == "source":
		case m.name == "count", m.name == "for_each":
			m.reason = "a component is always exactly one; declare one for each element"
			inputs = append(inputs, m)
		case m.name == "depends_on", m.name == language.NameProviders:
			options = append(options, r.options(m, nil)...)
		default:
			inputs = append(inputs, r.converted(m, identifier(m.name)))
		}
	}
	if !isDirectory(source) {
		r.fail("only a module in a directory has a counterpart, which is a component")
		return
	}
	w.line("component ", r.inside.name, " ", printer.Text(source), " {")
	r.withOptions(w, inputs, options)
	w.line("}")
}

// provider becomes a resource if it has another name than the default provider.
func (r *reader) provider(b *hclsyntax.Block, w *writer) {
	name, _ := packageOf(b.Labels[0] + "_")
	alias, ok := literalOf(b, "alias")
	if !ok {
		r.fail("set the default provider of the package `" + name + "` in the configuration of the stack, such as `" + name + ":region`")
		return
	}
	pkg, reason := r.schemaFor(b.Labels[0] + "_")
	if pkg == nil {
		r.fail(reason)
		return
	}
	token := "pulumi:providers:" + name
	inputs := slices.DeleteFunc(r.read(b.Body), func(m member) bool { return m.name == "alias" })
	inputs = r.members(inputs, propertiesOf(pkg.Resource(token).Inputs), name)
	w.line("resource ", r.declarations[b.Labels[0]+"."+alias].name, " ", printer.Text(token), " {")
	w.body(inputs)
	w.line("}")
}

// literalOf is the text that a block sets an attribute to, if it is a literal.
func literalOf(b *hclsyntax.Block, name string) (string, bool) {
	a := b.Body.Attributes[name]
	if a == nil {
		return "", false
	}
	return tree.PlainText(a.Expr)
}

// reference rewrites a reference with all its steps.
func (r *reader) reference(t hcl.Traversal) (string, typesys.Type, bool) {
	if of, bound := r.bound[t.RootName()]; bound && !r.iterators[t.RootName()] {
		text, of := r.steps(r.loopName(t.RootName()), of, t[1:])
		return text, of, true
	}
	if r.values != nil {
		return r.fromGiven(t)
	}
	if text, n, ok := r.local(t); ok {
		text, of := r.steps(text, typesys.Dynamic, t[n:])
		return text, of, true
	}
	address, n := addressOf(t)
	if address == "" || r.declarations[address] == nil && strings.Contains(t.RootName(), "_") && !isForeign(r.program, t.RootName()) {
		return "", typesys.Dynamic, false
	}
	d := r.declared(address)
	if d.reason != "" {
		r.fail("it refers to `" + address + "`, which is not converted")
	}
	text, of := d.name, d.typ
	switch {
	case d.one == "for_each":
		r.fail("`" + d.name + "` is one here, and not one for each key")
	case d.one != "" && n == len(t): // it may be looped over
		text, of = "["+text+"]", typesys.List(of)
	}
	text, of = r.steps(text, of, t[n:])
	return text, of, true
}

// loopName is the name of a loop variable, but not that of a declaration, because a run confuses the two.
func (r *reader) loopName(name string) string {
	for !r.free(name) || r.taken["output "+name] {
		name = camel(name + "_entry")
	}
	return name
}

// local rewrites references that lead to no block: loop variables and fixed names. It returns the number of steps that it has rewritten.
func (r *reader) local(t hcl.Traversal) (text string, n int, ok bool) {
	name, named := stepName(t, 1)
	if !named {
		return "", 0, false
	}
	root := t.RootName()
	if r.iterators[root] && (name == "key" || name == "value" || name == "index") {
		r.used[root+"."+name] = true
		return iteratorName(root, name), 2, true
	}
	if root == "var" || root == "local" { // these have names of their own
		return "", 0, false
	}
	if text = language.ForeignReference(root, name); strings.HasPrefix(text, "range.") && r.inside != nil && !r.inside.ranged {
		r.fail("the block has no `range` that is converted")
	} else if root == "path" && name == "module" && r.below != "" {
		text = `"${` + text + "}" + r.below + `"`
	}
	return text, 2, text != ""
}

// belowProject is where the program of a module is, from the directory of the project; empty if it is there.
func belowProject(p *analysis.Program) (below string) {
	for dir := p.Dir; dir != path.Dir(dir); dir = path.Dir(dir) {
		if p.FileAt(path.Join(dir, "Pulumi.yaml")).Kind == analysis.FileRegular {
			return below
		}
		below = "/" + path.Base(dir) + below
	}
	return ""
}

// iteratorName is the loop variable for the key or value of a dynamic block.
func iteratorName(block, part string) string {
	if part == "key" {
		return camel(block + "_key")
	}
	return camel(block + "_entry")
}

func stepName(t hcl.Traversal, i int) (string, bool) {
	if i >= len(t) {
		return "", false
	}
	step, ok := t[i].(hcl.TraverseAttr)
	return step.Name, ok
}

// addressOf returns the address of the block that a reference starts with, and how many steps it has; empty if it is no such reference.
func addressOf(t hcl.Traversal) (address string, n int) {
	root := t.RootName()
	first, ok := stepName(t, 1)
	switch {
	case !ok:
	case root == "var" || root == "local" || root == "module":
		return root + "." + first, 2
	case root == "data":
		if second, ok := stepName(t, 2); ok {
			return "data." + first + "." + second, 3
		}
	case strings.Contains(root, "_"):
		return root + "." + first, 2
	}
	return "", 0
}

// declared returns the declaration with an address. One outside the text may have been converted before; then the program has its name. Otherwise the
// reference gets the usual name, and the checker reports that there is none.
func (r *reader) declared(address string) *declaration {
	if d := r.declarations[address]; d != nil {
		return d
	}
	kind, name, _ := cutLast(address)
	d := &declaration{name: identifier(name), typ: typesys.Dynamic}
	if kind == "module" {
		d.typ = someOutputs
	}
	if strings.Contains(kind, "_") && !strings.HasPrefix(kind, "data.") {
		r.fromProgram(d, kind, name)
	}
	r.declarations[address] = d
	return d
}

// fromProgram finds the resource of the program that a Terraform resource has become.
func (r *reader) fromProgram(d *declaration, kind, name string) {
	pkg, _ := r.schemaFor(kind)
	if pkg == nil {
		return
	}
	_, rest := packageOf(kind)
	for _, c := range resources.candidates(pkg, rest, kind) {
		for _, named := range []string{identifier(name), identifier(longName(name, memberOf(c.token)))} {
			o := r.program.Lookup(named)
			if o == nil {
				continue
			}
			t := typesys.PlainShape(r.program.TypeOf(r.ctx, o))
			if of := resourceOf(t); of != nil && of.Token == c.token {
				d.name, d.typ = named, t
				return
			}
		}
	}
}

// resourceOf returns the resource of a type, which may be a list or map of instances.
func resourceOf(t typesys.Type) *schema.Resource {
	if of := schema.ResourceOf(t); of != nil {
		return of
	}
	return schema.ResourceOf(typesys.PlainShape(typesys.Strip(element(t))))
}

func cutLast(address string) (before, after string, found bool) {
	i := strings.LastIndexByte(address, '.')
	return address[:max(i, 0)], address[i+1:], i >= 0
}
