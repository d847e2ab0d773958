package convert

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file converts resources of Terraform, and what Terraform handles itself in them.

// handled are the attributes and blocks of resources that Terraform handles itself. Those that must be attributes are true.
var handled = map[string]bool{
	"count": true, "for_each": true, "depends_on": true, providerWord: true,
	"lifecycle": false, "provisioner": false, "connection": false, "timeouts": false,
}

func isHandled(name string) bool {
	_, known := handled[name]
	return known
}

func (r *reader) resource(b *hclsyntax.Block, w *writer) {
	d := r.declarations[b.Labels[0]+"."+b.Labels[1]]
	if d.reason != "" {
		r.fail(d.reason)
		return
	}
	r.inside = d
	var inputs, options []member
	for _, m := range r.read(b.Body) {
		if !isHandled(m.name) {
			inputs = append(inputs, m)
			continue
		}
		options = append(options, r.options(m, d)...)
	}
	options = append(options, r.conversion.options[b.Labels[0]+"."+b.Labels[1]]...)
	inputs = r.members(inputs, propertiesOf(d.resource.Inputs), memberOf(d.resource.Token))
	w.line("resource ", d.name, " ", printer.Text(shortResource(d.resource)), " {")
	r.withOptions(w, inputs, options)
	w.line("}")
}

// withOptions writes inputs and the block with the options.
func (r *reader) withOptions(w *writer, inputs, options []member) {
	w.body(inputs)
	if len(options) > 0 {
		if len(inputs) > 0 {
			w.line()
		}
		w.line(language.OptionsBlock, " {")
		w.body(options)
		w.line("}")
	}
}

// options converts what Terraform handles itself.
func (r *reader) options(m member, d *declaration) []member {
	outer := r.problem
	r.problem = ""
	defer func() { r.problem = outer }()
	var all []member
	if handled[m.name] && !m.isAttribute() {
		m.reason = "`" + m.name + "` is no block"
		return []member{m}
	}
	switch m.name {
	case "count", "for_each":
		all = []member{r.option(m, "range", r.rangeOf(m.value.source))}
		if all[0].reason != "" && d != nil && d.ranged { // so there is one instance
			d.typ, d.ranged, d.one = element(d.typ), false, m.name
			r.dropped++
		}
	case "depends_on":
		all = []member{r.option(m, language.NameDependsOn, r.dependencies(m.value.source))}
	case language.NameProviders:
		all = []member{r.option(m, m.name, r.providersOf(m.value.source))}
	case providerWord:
		all = []member{r.option(m, m.name, r.providerOf(m.value.source))}
	case "timeouts":
		option := language.LookupOption("customTimeouts")
		all = []member{r.fitted(m, typesys.Property{Name: option.Name, Type: option.Type})}
	case "lifecycle":
		for _, block := range m.value.elems {
			for _, nested := range block.members {
				all = append(all, r.lifecycle(nested, d)...)
			}
		}
	default:
		m.reason = "resources have no `" + m.name + "`"
		all = []member{m}
	}
	for i, o := range all {
		if strings.Contains(o.value.written(), "range.") {
			all[i] = member{name: o.name, above: o.above, source: m.source, reason: "an option cannot differ between instances"}
		}
	}
	return all
}

// option returns an option with a value that has just been converted.
func (r *reader) option(m member, name, text string) member {
	if r.problem != "" {
		m.reason, r.problem = r.problem, ""
		return m
	}
	above := slices.DeleteFunc(m.above, func(line string) bool { return line == "" })
	return member{name: name, above: above, value: textValue(text), source: m.source}
}

// rangeOf converts the value of count or for_each. A set is a map from its elements to themselves, so that instances have the same keys.
func (r *reader) rangeOf(e hclsyntax.Expression) string {
	if call, ok := e.(*hclsyntax.FunctionCallExpr); ok && call.Name == "toset" && len(call.Args) == 1 {
		return "{ for v in " + r.text(call.Args[0]) + " : v => v }"
	}
	if text, t, ok := r.access(e); ok && t.Kind() == typesys.KindSet {
		return "{ for v in " + text + " : v => v }"
	}
	return r.collection(e)
}

// providerOf converts a reference to a provider, such as aws.west.
func (r *reader) providerOf(e hclsyntax.Expression) string {
	t := traversalOf(e)
	alias, ok := stepName(t, 1)
	if !ok {
		r.fail("only a provider with an alias is a resource")
		return ""
	}
	return r.declared(t.RootName() + "." + alias).name
}

// traversalOf is the reference that an expression is; nil for others. Old programs have it in quotes.
func traversalOf(e hclsyntax.Expression) hcl.Traversal {
	if t, ok := e.(*hclsyntax.ScopeTraversalExpr); ok {
		return t.Traversal
	}
	text, _ := tree.PlainText(e)
	if t, diags := hclsyntax.ParseTraversalAbs([]byte(text), "", hcl.InitialPos); !diags.HasErrors() {
		return t
	}
	return nil
}

// providersOf converts the providers of a module, if it does not tell several of one package apart.
func (r *reader) providersOf(e hclsyntax.Expression) string {
	o, ok := e.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return r.text(e)
	}
	all := r.entries(o)
	for i, m := range all {
		if m.key != "" {
			r.fail("only one provider of each package has a counterpart")
		}
		all[i].name, _ = packageOf(m.name + "_")
		all[i].value = textValue(r.providerOf(m.value.source))
	}
	return object(all).written()
}

// dependencies converts a list of resources. The instances of one ranged resource are already a list.
func (r *reader) dependencies(e hclsyntax.Expression) string {
	var names []string
	list := r.references(e, "resources")
	for _, t := range list {
		address, n := addressOf(t)
		d := cmp.Or(r.declarations[address], new(declaration))
		text, _, _ := r.reference(t)
		switch all := d.ranged && n == len(t); {
		case all && len(list) == 1 && d.typ.Kind() == typesys.KindMap:
			return "[for v in " + text + " : v]"
		case all && len(list) == 1:
			return text
		case all:
			r.fail("`" + d.name + "` has several instances, so it cannot be one of several dependencies")
		case d.one != "" && n == len(t):
			text = d.name
		case strings.HasPrefix(address, "data."):
			r.fail("only resources can be dependencies")
		}
		names = append(names, text)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// references are those in a list of nothing else.
func (r *reader) references(e hclsyntax.Expression, what string) (all []hcl.Traversal) {
	list, ok := e.(*hclsyntax.TupleConsExpr)
	for i := 0; ok && i < len(list.Exprs); i++ {
		all = append(all, traversalOf(list.Exprs[i]))
		ok = len(all[i]) > 0
	}
	if !ok {
		r.fail("only a list of " + what + " has a counterpart")
		return nil
	}
	return all
}

// lifecycle converts an entry of a lifecycle block.
func (r *reader) lifecycle(m member, d *declaration) []member {
	if !m.isAttribute() {
		m.reason = "there is no option for `" + m.name + "`"
		return []member{m}
	}
	switch m.name {
	case "prevent_destroy":
		return []member{r.option(m, "protect", r.text(m.value.source))}
	case "ignore_changes":
		return []member{r.option(m, "ignoreChanges", r.paths(m.value.source, d))}
	case "create_before_destroy":
		if yes, literal := tree.Bool(m.value.source); literal && yes {
			return nil // the usual order
		}
		return []member{r.option(m, "deleteBeforeReplace", "!("+r.text(m.value.source)+")")}
	}
	m.reason = "there is no option for `" + m.name + "`"
	return []member{m}
}

// paths converts a list of property paths.
func (r *reader) paths(e hclsyntax.Expression, d *declaration) string {
	inputs := propertiesOf(d.resource.Inputs)
	var paths []string
	for _, steps := range r.references(e, "attributes") {
		p, known := meant(steps.RootName(), inputs, memberOf(d.resource.Token))
		if !known {
			r.fail("`" + memberOf(d.resource.Token) + "` has no input `" + steps.RootName() + "`")
			return ""
		}
		path, _ := r.steps(p.Name, typesys.PlainShape(p.Type), steps[1:])
		paths = append(paths, path)
	}
	return "[" + strings.Join(paths, ", ") + "]"
}

// declareOption reads a block about a resource that PCL has an option for: one that was moved gets an alias, and one
// that is imported its id. It returns false for others.
func (t *conversion) declareOption(b *hclsyntax.Block) bool {
	to, known := resourceIn(b, "to")
	from, named := resourceIn(b, "from")
	id, literal := literalOf(b, "id")
	fromKind, name, _ := cutLast(from)
	toKind, _, _ := cutLast(to)
	switch {
	case known && b.Type == movedBlock && named && fromKind == toKind:
		alias := object([]member{{name: "name", value: textValue(printer.Text(identifier(name)))}})
		t.addOption(to, language.NameAliases, value{form: formList, elems: []value{alias}})
	case known && b.Type == importBlock && literal:
		t.addOption(to, language.NameImport, textValue(printer.Text(id)))
	default:
		return false
	}
	return true
}

// addOption adds an option, or an element of one. Blocks are read more than once.
func (t *conversion) addOption(address, name string, v value) {
	all := t.options[address]
	for i, m := range all {
		switch {
		case m.name != name:
		case v.form != formList || slices.ContainsFunc(m.value.elems, func(e value) bool { return e.written() == v.elems[0].written() }):
			return
		default:
			all[i].value.elems = append(all[i].value.elems, v.elems...)
			return
		}
	}
	t.options[address] = append(all, member{name: name, value: v})
}

// resourceIn is the address of a resource of this module that an attribute names.
func resourceIn(b *hclsyntax.Block, attribute string) (string, bool) {
	a := b.Body.Attributes[attribute]
	if a == nil {
		return "", false
	}
	reference := traversalOf(a.Expr)
	if len(reference) != 2 || !strings.Contains(reference.RootName(), "_") {
		return "", false
	}
	address, _ := addressOf(reference)
	return address, true
}

// applied leaves a block out whose option a resource has.
func (r *reader) applied(b *hclsyntax.Block, _ *writer) {
	to, _ := resourceIn(b, "to")
	if d := r.declarations[to]; !r.declareOption(b) || d == nil || d.reason != "" {
		r.fail("only a literal id or another name of a resource in this text has a counterpart")
	}
}
