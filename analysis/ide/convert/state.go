package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file converts the resources of a state, and those of a file for imports.

// without leaves resources out that no program declares: what the engine adds to a state, what is about to be deleted,
// and what a component of a package makes.
func (d *documents) without(all []declaredResource) []declaredResource {
	parents, components := map[string]string{}, map[string]bool{}
	for _, r := range all {
		if r.isOfState() {
			parents[r.address] = scalar(get(r.node, "parent"))
			isStack := scalar(get(r.node, "type")) == stackType
			components[r.address] = scalar(get(r.node, "custom")) == "false" && !isStack && !r.isComponent()
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r declaredResource) bool {
		if !r.isOfState() {
			return false
		}
		kind := scalar(get(r.node, "type"))
		if kind == stackType || isDefaultProvider(kind, r.name) || isTrue(r.node, "delete") || get(r.node, "viewOf") != nil {
			return true
		}
		seen := map[string]bool{}
		for above := parents[r.address]; above != "" && !seen[above]; above = parents[above] {
			if components[above] {
				return true
			}
			seen[above] = true
		}
		return false
	})
}

const stackType = "pulumi:pulumi:Stack"

func isDefaultProvider(kind, name string) bool {
	return strings.HasPrefix(kind, providerPrefix) && (name == "default" || strings.HasPrefix(name, "default_"))
}

// ofState reads a resource of a state, whose inputs are values.
func (d *documents) ofState(r declaredResource, b *block) {
	if isTrue(r.node, "external") {
		b.keyword, b.own = "read", []member{{name: "id", value: textValue(printer.Text(scalar(get(r.node, "id"))))}}
	} else if inputs := get(r.node, "inputs"); inputs != nil {
		b.inputs = d.value(inputs, nil).members
	}
	if strings.HasPrefix(scalar(get(r.node, "type")), providerPrefix) {
		d.ofProvider(get(r.node, "inputs"), b)
	}
	d.urnOptions(r, b)
	for _, name := range []string{language.NameProtect, language.NameRetainOnDelete} {
		if isTrue(r.node, name) {
			b.options = append(b.options, member{name: name, value: textValue("true")})
		}
	}
	for _, name := range []string{language.NameAdditionalSecretOutputs, language.NameIgnoreChanges, language.NameReplaceOnChanges} {
		b.options = append(b.options, pathsOf(member{name: name}, get(r.node, name), b.of.resource)...)
	}
	b.options = append(b.options, pathsOf(member{name: "hideDiffs"}, get(r.node, "hideDiff"), b.of.resource)...)
	if trigger := get(r.node, language.NameReplacementTrigger); trigger != nil {
		d.key = language.NameReplacementTrigger
		b.options = append(b.options, d.fitted(member{name: d.key, value: d.value(trigger, nil)}, typesys.Property{Name: d.key, Type: typesys.Dynamic}))
	}
	if timeouts := d.timeoutsOf(get(r.node, "customTimeouts")); len(timeouts) > 0 {
		b.options = append(b.options, member{name: "customTimeouts", value: object(timeouts)})
	}
}

// ofComponent reads a component of a directory. It stays without its program: a name, above what it has made.
func (d *documents) ofComponent(r declaredResource, b *block) {
	b.keyword = "component"
	b.own = []member{{name: language.ComponentToken, value: textValue(printer.Text(scalar(get(r.node, "type"))))}}
	d.urnOptions(r, b)
	inputs := get(r.node, "inputs")
	if inputs == nil {
		return
	}
	for _, m := range d.value(inputs, nil).members {
		m = d.fitted(m, typesys.Property{Name: m.name, Type: typesys.Dynamic})
		if !syntax.IsIdentifier(m.name) || m.name == language.ComponentToken {
			m.reason = "an attribute cannot have this name here"
		}
		b.inputs = append(b.inputs, m)
	}
}

// urnOptions are the options that name other resources.
func (d *documents) urnOptions(r declaredResource, b *block) {
	for _, name := range []string{language.NameParent, language.NameProvider, language.NameDeletedWith} {
		urn := scalar(get(r.node, name))
		if name == language.NameProvider { // behind it is an id
			urn = urn[:max(strings.LastIndex(urn, "::"), 0)]
		}
		of := d.declarations[urn]
		switch kind, called := kindOf(urn); {
		case urn == "" || kind == stackType || isDefaultProvider(kind, called):
		case of == nil || of.reason != "":
			b.options = append(b.options, member{
				name: name, reason: "`" + name + "` is `" + called + "`, which is not converted", source: []func() string{func() string { return name + ": " + urn }},
			})
		default:
			b.options = append(b.options, member{name: name, value: textValue(of.name)})
		}
	}
	var with []value
	for _, n := range elements(get(r.node, language.NameReplaceWith)) {
		if of := d.declarations[scalar(n)]; of != nil && of.reason == "" {
			with = append(with, textValue(of.name))
		}
	}
	if len(with) > 0 {
		b.options = append(b.options, member{name: language.NameReplaceWith, value: value{form: formList, elems: with}})
	}
}

// kindOf returns the type and the name in a URN.
func kindOf(text string) (kind, name string) {
	parts := strings.SplitN(text, "::", 4)
	if len(parts) < 4 {
		return "", text
	}
	return parts[2][strings.LastIndexByte(parts[2], '$')+1:], parts[3]
}

// ofProvider reads the inputs of a provider: all are texts, and those that are no texts in the schema are JSON. Its version is an option.
func (d *documents) ofProvider(n *yaml.Node, b *block) {
	inputs := b.inputs
	b.inputs = nil
	for _, m := range inputs {
		var inner yaml.Node
		p := b.of.resource.Input(m.name)
		switch {
		case m.name == "__internal":
			continue
		case m.name == language.NameVersion || m.name == pluginDownloadURL:
			b.options = append(b.options, m)
			continue
		case p != nil && typesys.Strip(typesys.PlainShape(p.Type)) != typesys.String && yaml.Unmarshal([]byte(scalar(get(n, m.name))), &inner) == nil && len(inner.Content) == 1:
			m.value = d.value(inner.Content[0], nil)
		}
		b.inputs = append(b.inputs, m)
	}
}

// pluginDownloadURL is an option that has another name in a file for imports.
const pluginDownloadURL = "pluginDownloadURL"

// timeoutsOf are durations, which a state has in seconds.
func (d *documents) timeoutsOf(n *yaml.Node) (all []member) {
	for _, e := range entries(n) {
		text := scalar(e.value)
		if seconds, err := strconv.ParseFloat(text, 64); err == nil {
			if text += "s"; seconds == 0 {
				continue
			}
		}
		all = append(all, member{name: e.key.Value, value: textValue(printer.Text(text))})
	}
	return all
}

// ofImport reads a resource of a file for imports, or one that stands alone.
func (d *documents) ofImport(r declaredResource, b *block) {
	for _, m := range d.value(r.node, d.interpolated).members {
		switch m.name {
		case "type", "name", "logicalName":
		case "id":
			b.options = append(b.options, member{name: language.NameImport, value: m.value})
		case "properties", "inputs": // a list names those to write
			b.inputs = append(b.inputs, m.value.members...)
		case language.OptionsBlock:
			b.options = append(b.options, d.yamlOptions(get(r.node, m.name), b.of.resource)...)
		case language.NameVersion:
			b.options = append(b.options, m)
		case "pluginDownloadUrl":
			m.name = pluginDownloadURL
			b.options = append(b.options, m)
		case language.NameParent, language.NameProvider:
			name := scalar(get(r.node, m.name))
			if of := d.names[name]; of != nil && of.resource != nil {
				m.value = textValue(of.name)
			} else {
				m.reason = "`" + name + "` is not in this text"
			}
			b.options = append(b.options, m)
		default:
			m.reason = "a resource has no `" + m.name + "`"
			b.inputs = append(b.inputs, m)
		}
	}
	if len(b.inputs) == 0 && get(r.node, "id") != nil { // it exists, so its inputs can be written down
		b.inputs = required(b.of.resource.Inputs)
	}
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

// signatureIn says what an object stands for; empty if it is itself. The value tells it: in examples and bug reports, the key is often another one.
func signatureIn(n *yaml.Node) string {
	for _, e := range entries(n) {
		if len(e.key.Value) == len(state.SignatureKey) && state.IsSignature(scalar(e.value)) {
			return e.value.Value
		}
	}
	return ""
}

// special reads an object that stands for what JSON does not have.
func (d *documents) special(n *yaml.Node) (value, bool) {
	signature := signatureIn(n)
	if signature == "" {
		return value{}, false
	}
	for _, of := range [][3]string{
		{state.SignatureAsset, "path", "fileAsset"}, {state.SignatureAsset, "uri", "remoteAsset"},
		{state.SignatureAsset, "text", "stringAsset"}, {state.SignatureArchive, "path", "fileArchive"},
		{state.SignatureArchive, "uri", "remoteArchive"},
	} {
		if arg := get(n, of[1]); signature == of[0] && arg != nil {
			return textValue(of[2] + "(" + printer.Text(scalar(arg)) + ")"), true
		}
	}
	switch kind := signature; {
	case kind == state.SignatureSecret: // neither its text nor how it is encrypted is written
		return value{form: formSecret, text: camel(d.subject + "_" + d.key)}, true
	case kind == state.SignatureArchive && get(n, "assets") != nil:
		return textValue("assetArchive(" + d.value(get(n, "assets"), nil).written() + ")"), true
	case kind == state.SignatureReference:
		if of := d.declarations[scalar(get(n, "urn"))]; of != nil && of.reason == "" {
			return textValue(of.name), true
		}
		d.fail("it refers to a resource that is not converted")
	case kind == state.SignatureOutput && get(n, "value") != nil:
		return d.value(get(n, "value"), nil), true
	default:
		d.fail("the state does not say what it is")
	}
	return textValue("null"), true
}
