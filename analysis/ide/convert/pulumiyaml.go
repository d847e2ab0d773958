package convert

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file converts programs and resources of Pulumi YAML, and resources of a state.

// declaredResource is a resource of Pulumi YAML.
type declaredResource struct {
	name string
	node *yaml.Node // its mapping
	from *yaml.Node // what its source begins with
}

// pulumi converts a program, or what may be a part of one.
func (d *documents) pulumi(n *yaml.Node) {
	resources := resourcesIn(n)
	for _, section := range []string{"config", "configuration"} {
		for _, e := range entries(get(n, section)) {
			d.add(e.key.Value, &declaration{typ: typesys.Dynamic}, "config")
		}
	}
	for _, e := range entries(get(n, "variables")) {
		d.add(e.key.Value, &declaration{typ: typesys.Dynamic}, "local")
	}
	for _, r := range resources {
		of := &declaration{typ: typesys.Dynamic}
		if of.resource, of.reason = d.lookup(scalar(get(r.node, "type"))); of.resource != nil {
			of.typ = typesys.PlainShape(of.resource.Type())
		}
		d.add(r.name, of, of.member())
	}
	d.configs(n)
	d.variables(n)
	for _, r := range resources {
		d.resourceOf(r)
	}
	d.outputs(n)
}

// resourcesIn returns the resources of a document: of a section, of a list, alone, or by name.
func resourcesIn(n *yaml.Node) []declaredResource {
	section := get(n, "resources")
	if deployment := get(get(n, "deployment"), "resources"); deployment != nil {
		section = deployment
	}
	switch {
	case isResource(n):
		return []declaredResource{{nameOf(n), n, n}}
	case section != nil && section.Kind == yaml.SequenceNode:
		var all []declaredResource
		for _, item := range section.Content {
			if item = resolved(item); isResource(item) {
				all = append(all, declaredResource{nameOf(item), item, item})
			}
		}
		return all
	case section == nil:
		section = n
	}
	var all []declaredResource
	for _, e := range entries(section) {
		if node := resolved(e.value); isResource(node) {
			from := &yaml.Node{Line: e.key.Line, Content: []*yaml.Node{node}}
			all = append(all, declaredResource{e.key.Value, &yaml.Node{Kind: node.Kind, Line: e.key.Line, Content: node.Content, HeadComment: e.key.HeadComment}, from})
		} else if section == n {
			return nil
		}
	}
	return all
}

// isResource reports whether a mapping has the type of a resource.
func isResource(n *yaml.Node) bool {
	kind := scalar(get(n, "type"))
	if scalar(get(n, "urn")) != "" && (kind == "pulumi:pulumi:Stack" || strings.HasPrefix(kind, "pulumi:providers:") && strings.HasPrefix(nameOf(n), "default")) {
		return false // what the engine adds to a state
	}
	return strings.Contains(kind, ":") && get(n, "kind") == nil
}

// nameOf returns the name of a resource that has no key: its own, or that in its URN.
func nameOf(n *yaml.Node) string {
	if name := scalar(get(n, "name")); name != "" {
		return name
	}
	if urn := scalar(get(n, "urn")); strings.Contains(urn, "::") {
		return urn[strings.LastIndex(urn, "::")+2:]
	}
	return "resource"
}

// otherEntries are entries of resources that are no part of a program: those that are read elsewhere, and those that only a state has.
var otherEntries = []string{
	"type", "name", "urn", "custom", "outputs", "parent", "provider", "created", "modified", "dependencies", "propertyDependencies", "sourcePosition",
}

func (d *documents) resourceOf(r declaredResource) {
	of := d.declarations[r.name]
	if of == nil || of.resource == nil {
		reason := "two resources have this name"
		if of != nil {
			reason = of.reason
		}
		d.out.comment(reason, d.sourceOf(r.from))
		d.out.line()
		return
	}
	var inputs, options []member
	text := d.interpolated
	if get(r.node, "urn") != nil {
		text = nil // a state has values
	}
	for _, m := range d.value(r.node, text).members {
		if slices.Contains(otherEntries, m.name) {
			continue
		}
		switch m.name {
		case "id": // of a file for imports, and of a state, which has the resource already
			if get(r.node, "urn") == nil {
				options = append(options, member{name: "import", value: m.value})
			}
		case "properties", "inputs":
			inputs = append(inputs, m.value.members...)
		case language.OptionsBlock:
			options = append(options, d.yamlOptions(get(r.node, m.name))...)
		default:
			m.reason = "a resource has no `" + m.name + "`"
			inputs = append(inputs, m)
		}
	}
	if len(inputs) == 0 && get(r.node, "id") != nil { // it exists, so its inputs can be written down
		inputs = required(of.resource.Inputs)
	}
	d.write(r.node, of, inputs, options)
}

// required returns the required inputs with the simplest values.
func required(inputs []*schema.Property) []member {
	var all []member
	for _, p := range inputs {
		if !typesys.IsOptional(p.Type) && p.Const == cty.NilVal {
			all = append(all, member{name: p.Name, value: textValue(printer.Placeholder(p.Type))})
		}
	}
	return all
}

// yamlOptions converts resource options.
func (d *documents) yamlOptions(n *yaml.Node) []member {
	all := d.value(n, d.interpolated).members
	for i, m := range all {
		option := language.LookupOption(m.name)
		switch {
		case option == nil:
			all[i].reason = "there is no option `" + m.name + "`"
		case option.Rule.TakesPaths():
			all[i].value = unquoted(d.value(get(n, m.name), nil))
		}
	}
	return all
}

// unquoted returns a list of property paths without the quotes.
func unquoted(v value) value {
	for i, e := range v.elems {
		if text := strings.Trim(e.text, `"`); syntax.IsIdentifier(strings.NewReplacer(".", "_", "[", "_", "]", "_").Replace(text)) {
			v.elems[i].text = text
		}
	}
	return v
}

// configs converts the declarations of the configuration.
func (d *documents) configs(n *yaml.Node) {
	for _, section := range []string{"config", "configuration"} {
		for _, e := range entries(get(n, section)) {
			d.config(e)
		}
	}
}

func (d *documents) config(e entry) {
	label := ""
	var body []member
	for _, m := range d.value(e.value, nil).members {
		switch m.name {
		case "type":
			kind := scalar(get(e.value, "type"))
			if label = map[string]string{"String": "string", "Number": "number", "Boolean": "bool", "Integer": "int"}[strings.ToUpper(kind[:min(1, len(kind))])+kind[min(1, len(kind)):]]; label == "" {
				m.reason = "a type label has no counterpart for this type"
				body = append(body, m)
			}
		case language.ConfigDefault, language.ConfigSecret, language.ConfigDescription:
			body = append(body, m)
		default:
			m.reason = "a config has no `" + m.name + "`"
			body = append(body, m)
		}
	}
	if label != "" {
		label += " "
	}
	d.out.line("config ", d.declarations[e.key.Value].name, " ", label, "{")
	d.out.body(body)
	d.out.line("}")
	d.out.line()
}

func (d *documents) variables(n *yaml.Node) {
	for _, e := range entries(get(n, "variables")) {
		v := d.value(e.value, d.interpolated)
		m := member{name: d.declarations[e.key.Value].name, value: v, above: commentLines(e.key.HeadComment), source: []string{d.entrySource(e)}}
		m.reason, d.problem = d.problem, ""
		d.out.body([]member{m})
		d.out.line()
	}
}

func (d *documents) outputs(n *yaml.Node) {
	for _, e := range entries(get(n, "outputs")) {
		v := d.value(e.value, d.interpolated)
		if d.problem != "" {
			d.out.comment(d.problem, d.entrySource(e))
			d.problem = ""
		} else {
			d.out.line("output ", identifier(e.key.Value), " {")
			d.out.body([]member{{name: language.OutputValue, value: v}})
			d.out.line("}")
		}
		d.out.line()
	}
}

// interpolated converts a string with references in `${…}`.
func (d *documents) interpolated(text string) string {
	var b strings.Builder
	rest := text
	for {
		at := strings.Index(rest, "${")
		if at < 0 {
			break
		}
		end := strings.IndexByte(rest[at:], '}')
		if at > 0 && rest[at-1] == '$' || end < 0 { // escaped
			b.WriteString(inner(rest[:at-min(at, 1)]) + "$${")
			rest = rest[at+2:]
			continue
		}
		reference := d.yamlReference(rest[at+2 : at+end])
		if at == 0 && at+end+1 == len(rest) && b.Len() == 0 {
			return reference
		}
		b.WriteString(inner(rest[:at]) + "${" + reference + "}")
		rest = rest[at+end+1:]
	}
	return `"` + b.String() + inner(rest) + `"`
}

// inner writes a text as a part of a string.
func inner(text string) string {
	quoted := printer.Text(text)
	return quoted[1 : len(quoted)-1]
}

// yamlReference converts the content of `${…}`.
func (d *documents) yamlReference(text string) string {
	t, diags := hclsyntax.ParseTraversalAbs([]byte(strings.TrimSpace(text)), "", hcl.InitialPos)
	if diags.HasErrors() {
		d.fail("`${" + text + "}` is no reference")
		return "null"
	}
	root := t.RootName()
	if name, ok := stepName(t, 1); ok && root == schema.BuiltinPackage {
		if f := language.LookupBuiltin(name); f != nil && f.Group == language.GroupHost && len(f.Parameters) == 0 {
			return name + "()"
		}
	}
	of := d.declarations[root]
	if of == nil {
		of = &declaration{name: identifier(root), typ: typesys.Dynamic}
	}
	if of.reason != "" {
		d.fail("it refers to `" + root + "`, which is not converted")
	}
	converted, _ := d.steps(of.name, of.typ, t[1:])
	return converted
}

// invoked is the function that calls one of a package.
const invoked = "invoke"

// function converts a mapping that is a call: `fn::join: [",", …]`.
func (d *documents) function(n *yaml.Node, text func(string) string) (value, bool) {
	all := entries(n)
	if text == nil || len(all) != 1 {
		return value{}, false
	}
	name, is := strings.CutPrefix(all[0].key.Value, "fn::")
	if !is {
		return value{}, false
	}
	arg := resolved(all[0].value)
	switch {
	case strings.EqualFold(name, invoked):
		return textValue(d.invoke(scalar(first(get(arg, "function"), get(arg, "Function"))), first(get(arg, "arguments"), get(arg, "Arguments")), scalar(first(get(arg, "return"), get(arg, "Return"))))), true
	case strings.Contains(name, ":"):
		return textValue(d.invoke(name, arg, "")), true
	case name == "select" && arg.Kind == yaml.SequenceNode && len(arg.Content) == 2:
		return textValue(d.written(arg.Content[1]) + "[" + d.written(arg.Content[0]) + "]"), true
	case language.LookupBuiltin(name) == nil:
		d.fail("there is no function `" + name + "`")
		return textValue("null"), true
	}
	var args []string
	if parameters := language.LookupBuiltin(name).Parameters; len(parameters) > 1 && arg.Kind == yaml.SequenceNode {
		args = append(args, lists.Map(arg.Content, d.written)...)
	} else {
		args = []string{d.written(arg)}
	}
	return textValue(name + "(" + strings.Join(args, ", ") + ")"), true
}

func first(a, b *yaml.Node) *yaml.Node {
	if a != nil {
		return a
	}
	return b
}

// written returns a value as text.
func (d *documents) written(n *yaml.Node) string {
	var w writer
	w.value(d.value(n, d.interpolated))
	return w.String()
}

// invoke converts the call of a function of a package.
func (d *documents) invoke(token string, args *yaml.Node, member string) string {
	text := "{}"
	if args != nil {
		text = d.written(args)
	}
	text = "invoke(" + printer.Text(token) + ", " + text + ")"
	if member != "" {
		text += "." + member
	}
	return text
}
