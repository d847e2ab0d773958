package convert

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/proppath"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file converts programs and resources of Pulumi YAML.

// declaredResource is a resource of Pulumi YAML, of a file for imports, or of a state.
type declaredResource struct {
	address string // in [conversion.declarations]
	name    string // the registered one
	node    *yaml.Node
	begins  *yaml.Node // what its source begins with: its key, or itself
}

// isOfState reports whether a state has the resource.
func (r declaredResource) isOfState() bool { return scalar(get(r.node, "urn")) != "" }

// isComponent reports whether a state has a component of a directory, of which it has all that is inside.
func (r declaredResource) isComponent() bool {
	return r.isOfState() && strings.HasPrefix(scalar(get(r.node, "type")), language.ComponentModule)
}

// pulumi converts a program, or what may be a part of one.
func (d *documents) pulumi(n *yaml.Node, resources []declaredResource) {
	if all := entries(n); get(n, "resources") != nil && all[0].key.HeadComment != "" { // above the first section
		d.out.comments(commentLines(all[0].key.HeadComment))
		d.out.line()
	}
	configs := d.configsIn(n)
	for _, e := range configs {
		d.add(e.key.Value, e.key.Value[strings.LastIndexByte(e.key.Value, ':')+1:], &declaration{typ: typesys.Dynamic}, "config")
	}
	for _, e := range entries(get(n, "variables")) {
		d.add(e.key.Value, e.key.Value, &declaration{typ: typesys.Dynamic}, "local")
	}
	resources = d.without(resources)
	for i := range resources {
		r := &resources[i]
		if d.declarations[r.address] != nil { // that of another resource with its type and name, or in another document
			r.address += "#" + strconv.Itoa(len(d.declarations))
		}
		of := &declaration{typ: typesys.Dynamic}
		if r.isComponent() {
			of.isResource = true
		} else if of.resource, of.reason = d.lookup(scalar(get(r.node, "type"))); of.resource != nil {
			of.typ, of.isResource = typesys.PlainShape(of.resource.Type()), true
		} else if r.isOfState() && scalar(get(r.node, "custom")) == "false" {
			of.reason = "it is a component of another program, which makes what is below it"
		}
		d.add(r.address, r.name, of, of.member())
		if of = d.declarations[r.address]; r.begins == r.node && d.names[scalar(get(r.node, "name"))] == nil {
			d.names[scalar(get(r.node, "name"))] = of
		}
	}
	for _, e := range configs {
		d.config(e)
	}
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
	if section == nil {
		section = n
	}
	var all []declaredResource
	add := func(address, name string, node, begins *yaml.Node) {
		if isResource(node) {
			all = append(all, declaredResource{address, name, node, begins})
		}
	}
	switch {
	case isResource(n):
		add(addressIn(n), nameOf(n), n, n)
	case section.Kind == yaml.SequenceNode:
		for _, item := range elements(section) {
			add(addressIn(item), nameOf(item), item, item)
		}
	default:
		for _, e := range entries(section) {
			node := resolved(e.value)
			if !isResource(node) && section == n {
				return nil
			}
			name := e.key.Value
			if named := get(node, "name"); named != nil {
				name = scalar(named)
			}
			add(e.key.Value, name, node, e.key)
		}
	}
	return all
}

// languageOf is the language of a document with a resource.
func languageOf(n *yaml.Node, r declaredResource) Language {
	switch {
	case r.isOfState():
		return State
	case n != r.node && r.begins == r.node:
		return Import
	}
	return PulumiYAML
}

// isResource reports whether a mapping has the type of a resource.
func isResource(n *yaml.Node) bool {
	return strings.Contains(scalar(get(n, "type")), ":") && get(n, "kind") == nil
}

// addressIn tells the resources of a list apart: by URN, or by type and name.
func addressIn(n *yaml.Node) string {
	if urn := scalar(get(n, "urn")); urn != "" {
		return urn
	}
	return scalar(get(n, "type")) + "::" + scalar(get(n, "name"))
}

// nameOf returns the name of a resource that has no key: its own, or that in its URN.
func nameOf(n *yaml.Node) string {
	for _, key := range []string{"logicalName", "name"} {
		if name := scalar(get(n, key)); name != "" {
			return name
		}
	}
	if u, err := urn.Parse(scalar(get(n, "urn"))); err == nil {
		return u.Part(urn.Name)
	}
	return "resource"
}

// resourceOf writes a resource. One that is only read becomes a read.
func (d *documents) resourceOf(r declaredResource) {
	of := d.declarations[r.address]
	if of.reason != "" {
		d.out.comment(of.reason, d.source.of(r.begins, r.node))
		d.out.line()
		return
	}
	b := block{keyword: resourceBlock, of: of, logical: r.name, above: commentLines(cmp.Or(r.begins.HeadComment, r.node.HeadComment))}
	d.subject = of.name
	switch {
	case r.isComponent():
		d.ofComponent(r, &b)
	case r.isOfState():
		d.ofState(r, &b)
	case r.begins == r.node:
		d.ofImport(r, &b)
	default:
		d.ofProgram(r, &b)
	}
	d.write(b)
}

// ofProgram reads the parts of a resource of a program.
func (d *documents) ofProgram(r declaredResource, b *block) {
	for _, m := range d.value(r.node, d.interpolated).members {
		switch m.name {
		case "type", "name":
		case "properties":
			b.inputs = append(b.inputs, m.value.members...)
		case language.OptionsBlock:
			b.options = append(b.options, d.yamlOptions(get(r.node, m.name), b.of.resource)...)
		case "get":
			b.keyword = "read"
			for _, m := range m.value.members {
				if m.name == "state" {
					b.inputs = append(b.inputs, m.value.members...)
				} else {
					b.own = append(b.own, m)
				}
			}
		default:
			m.reason = "a resource has no `" + m.name + "`"
			b.inputs = append(b.inputs, m)
		}
	}
}

// yamlOptions converts resource options.
func (d *documents) yamlOptions(n *yaml.Node, of *schema.Resource) (all []member) {
	for _, m := range d.value(n, d.interpolated).members {
		switch option := language.LookupOption(m.name); {
		case option == nil:
			m.reason = "there is no option `" + m.name + "`"
		case option.Rule.TakesPaths():
			all = append(all, pathsOf(m, get(n, m.name), of)...)
			continue
		case option.Rule == language.OptionDependencies && m.value.form != formList:
			m.value = value{form: formList, elems: []value{m.value}}
		}
		all = append(all, m)
	}
	return all
}

// pathsOf returns an option with property paths, and a comment for each path that PCL cannot write, since it names no input. What the schema says anyway
// is left out.
func pathsOf(m member, paths *yaml.Node, of *schema.Resource) (all []member) {
	m.value = value{form: formList}
	list := []*yaml.Node{resolved(paths)} // a path alone, unless it is a list
	if paths == nil || list[0].Kind == yaml.SequenceNode {
		list = elements(paths)
	}
	for _, n := range list {
		text := scalar(n)
		parsed, err := proppath.Parse(text)
		path := parsed.Path.String()
		_, diags := hclsyntax.ParseTraversalAbs([]byte(path), "", hcl.InitialPos)
		p := of.Output(text)
		switch {
		case err == nil && !diags.HasErrors() && of.Input(parsed.Path[0].Key) != nil:
			m.value.elems = append(m.value.elems, textValue(path))
		case p == nil || !map[string]bool{language.NameAdditionalSecretOutputs: p.Secret, language.NameReplaceOnChanges: p.ReplaceOnChanges}[m.name]:
			var source strings.Builder
			sketch(&source, n, 0)
			reason := "`" + text + "` names no input"
			if text == "" {
				reason = "this is no property path"
			}
			all = append(all, member{name: m.name, reason: reason, source: []func() string{func() string { return m.name + ": " + source.String() }}})
		}
	}
	if len(m.value.elems) > 0 {
		all = append([]member{m}, all...)
	}
	return all
}

// configsIn returns the configs that a program declares. What is for providers and for Pulumi itself is noted.
func (d *documents) configsIn(n *yaml.Node) (all []entry) {
	for _, section := range []string{"config", "configuration"} {
		for _, e := range entries(get(n, section)) {
			owner, _, found := strings.Cut(e.key.Value, ":")
			if !found || owner == scalar(get(n, "name")) {
				all = append(all, e)
				continue
			}
			whose := "the package `" + owner + "`"
			if owner == schema.BuiltinPackage {
				whose = "Pulumi"
			}
			d.out.comment("this is a setting of "+whose+", which stays in `Pulumi.yaml` or `Pulumi.STACK.yaml`", d.source.of(e.key, e.value))
			d.out.line()
		}
	}
	return all
}

// configTypes are the types of configs in YAML as labels.
var configTypes = map[string]string{
	"string": "string", "number": "number", "boolean": "bool", "integer": "int", "object": "any", "list<string>": "list(string)",
	"list<number>": "list(number)", "list<boolean>": "list(bool)", "list<integer>": "list(int)",
}

// scalarTypes are the types of configs whose value says it.
var scalarTypes = map[string]string{"!!str": "string", "!!int": "int", "!!float": "number", "!!bool": "bool"}

// configType is the label for the type that a config has; empty if there is none.
func configType(n *yaml.Node) string {
	arrays := 0
	for ; strings.EqualFold(scalar(get(n, "type")), "array") && arrays < maxDepth; arrays++ {
		n = get(n, "items")
	}
	of := configTypes[strings.ToLower(scalar(get(n, "type")))]
	if of == "" {
		return ""
	}
	return strings.Repeat("list(", arrays) + of + strings.Repeat(")", arrays)
}

func (d *documents) config(e entry) {
	of, label := d.declarations[e.key.Value], ""
	_, key, found := strings.Cut(e.key.Value, ":")
	if !found {
		key = e.key.Value
	}
	body := logicalName(of, key)
	if node := resolved(e.value); node.Kind == yaml.MappingNode {
		for _, m := range d.value(node, nil).members {
			switch m.name {
			case "type":
				if label = configType(node); label == "" {
					m.reason = "a type label has no counterpart for this type"
					body = append(body, m)
				}
			case "items":
			case "value": // that of all stacks that have no other
				if m.name = language.ConfigDefault; get(get(node, "value"), "secure") != nil {
					m = member{name: language.ConfigSecret, value: textValue("true")}
				}
				body = append(body, m)
			case language.ConfigDefault, language.ConfigSecret, language.ConfigDescription:
				body = append(body, m)
			default:
				m.reason = "a config has no `" + m.name + "`"
				body = append(body, m)
			}
		}
	} else if !isEmpty(node) {
		body = append(body, member{name: language.ConfigDefault, value: d.value(node, nil)})
	}
	if of := get(e.value, "type"); of == nil {
		label = scalarTypes[cmp.Or(get(e.value, "value"), get(e.value, language.ConfigDefault), resolved(e.value)).ShortTag()]
	}
	d.out.configBlock(of.name, label, body)
}

// configBlock writes a config.
func (w *writer) configBlock(name, label string, body []member) {
	if label != "" && !syntax.IsIdentifier(label) {
		label = printer.Text(label)
	}
	w.line(strings.Join(slices.DeleteFunc([]string{"config", name, label, "{"}, func(word string) bool { return word == "" }), " "))
	w.body(body)
	w.line("}")
	w.line()
}

func (d *documents) variables(n *yaml.Node) {
	for _, e := range entries(get(n, "variables")) {
		v := d.value(e.value, d.interpolated)
		m := member{name: d.declarations[e.key.Value].name, value: v, above: commentLines(e.key.HeadComment), source: []func() string{d.entrySource(e)}}
		m.reason, d.problem = d.problem, ""
		d.out.body([]member{m})
		d.out.line()
	}
}

func (d *documents) outputs(n *yaml.Node) {
	taken := map[string]bool{}
	for _, e := range entries(get(n, "outputs")) {
		v := d.value(e.value, d.interpolated)
		if d.problem != "" {
			d.out.comment(d.problem, d.source.of(e.key, e.value))
			d.problem = ""
		} else {
			of := &declaration{name: identifier(e.key.Value)}
			for n := 2; taken[of.name]; n++ {
				of.name = identifier(e.key.Value) + strconv.Itoa(n)
			}
			taken[of.name] = true
			d.out.line("output ", of.name, " {")
			d.out.body(append(logicalName(of, e.key.Value), member{name: language.OutputValue, value: v}))
			d.out.line("}")
		}
		d.out.line()
	}
}

// interpolated converts a string with references in `${…}`.
func (d *documents) interpolated(text string) value {
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
		b.WriteString(inner(rest[:at]) + "${" + reference.asText() + "}")
		rest = rest[at+end+1:]
	}
	v := textValue(`"` + b.String() + inner(rest) + `"`)
	if b.Len() == 0 {
		v.long = printer.Heredoc(text)
	}
	return v
}

// asText is a value where a text is wanted: a resource stands for its id.
func (v value) asText() string {
	if v.isResource {
		return v.text + ".id"
	}
	return v.text
}

// inner writes a text as a part of a string.
func inner(text string) string {
	quoted := printer.Text(text)
	return quoted[1 : len(quoted)-1]
}

// yamlReference converts the content of `${…}`.
func (d *documents) yamlReference(text string) value {
	t, diags := hclsyntax.ParseTraversalAbs([]byte(strings.TrimSpace(text)), "", hcl.InitialPos)
	if diags.HasErrors() {
		d.fail("`${" + text + "}` is no reference")
		return textValue("null")
	}
	root := t.RootName()
	if name, ok := stepName(t, 1); ok && root == schema.BuiltinPackage {
		if f := language.LookupBuiltin(name); f != nil && f.Group == language.GroupHost && len(f.Parameters) == 0 {
			return textValue(name + "()")
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
	return value{text: converted, isResource: of.isResource && len(t) == 1}
}

// invoked is the function that calls one of a package.
const invoked = "invoke"

// function converts a mapping that is a call: `fn::join: [",", …]`.
func (d *documents) function(n *yaml.Node, text func(string) value) (value, bool) {
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
		return textValue(d.invoke(scalar(cmp.Or(get(arg, "function"), get(arg, "Function"))), cmp.Or(get(arg, "arguments"), get(arg, "Arguments")), scalar(cmp.Or(get(arg, "return"), get(arg, "Return"))))), true
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
