package convert

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file converts YAML and JSON documents: programs and resources of Pulumi YAML, resources of a state or of a
// file for imports, and manifests of Kubernetes.

// documents converts the documents of one text.
type documents struct {
	*reader
	from         Language
	source       source
	out          writer
	complete     bool                    // something was converted
	budget       int                     // nodes that may still be read; aliases can multiply a text
	depth        int                     // of the current node
	names        map[string]*declaration // resources of a file for imports
	subject, key string                  // the block and the property that are read, which name a secret
}

// looksLikeDocument is a cheap test whether a text may be a document that can be converted: its first line is a key, and somewhere is a key of a
// resource.
func looksLikeDocument(text string) bool {
	has := func(key string) bool { return strings.Contains(text, key+":") || strings.Contains(text, `"`+key+`"`) }
	if !has("type") && !has("kind") {
		return false
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' || line[0] == '%' || line == "---" {
			continue
		}
		if line[0] == '{' || line[0] == '[' {
			return true
		}
		key, _, found := strings.Cut(strings.TrimPrefix(line, "--- "), ":")
		return found && !strings.ContainsAny(key, " =${(")
	}
	return false
}

// roots reads the documents of a text that are not empty. It returns nil unless one has something that can be converted. The error is that of
// a text that looks like one of documents.
func roots(text string) (all []*yaml.Node, err error) {
	if !looksLikeDocument(text) {
		return nil, nil
	}
	some := false
	for decoder := yaml.NewDecoder(strings.NewReader(spaced(text))); ; {
		var root yaml.Node
		if err = decoder.Decode(&root); err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(root.Content) == 0 || isEmpty(root.Content[0]) {
			continue
		}
		root.Content[0].HeadComment = strings.TrimLeft(root.HeadComment+"\n\n"+root.Content[0].HeadComment, "\n")
		all = append(all, root.Content[0])
		some = some || len(manifestsIn(root.Content[0])) > 0 || len(resourcesIn(root.Content[0])) > 0
	}
	if !some {
		return nil, nil
	}
	return all, nil
}

// spaced replaces tabs, which JSON allows between values and YAML doesn't.
func spaced(text string) string {
	if start := strings.TrimSpace(text); strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[") {
		return strings.ReplaceAll(text, "\t", " ")
	}
	return text
}

// document converts a text of documents.
func (t *conversion) document(text string) Result {
	all, err := roots(text)
	if err != nil {
		return Result{Problem: strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	if len(all) == 0 {
		return Result{}
	}
	d := &documents{reader: newReader(t, ""), source: newSource(text), budget: 2*len(text) + 1000, names: map[string]*declaration{}}
	for _, n := range all {
		if above := commentLines(strings.TrimSpace(n.HeadComment)); len(above) > 0 { // such as a license
			d.out.comments(above)
			d.out.line()
			n.HeadComment = ""
		}
		switch manifests, resources := manifestsIn(n), resourcesIn(n); {
		case len(manifests) > 0:
			d.from = Kubernetes
			for _, m := range manifests {
				d.manifest(m)
			}
		case len(resources) > 0:
			d.from = languageOf(n, resources[0])
			d.pulumi(n, resources)
		default:
			d.out.comment("this document is in no known format", d.source.of(n, n))
			d.out.line()
		}
		if t.ctx.Err() != nil {
			return Result{}
		}
	}
	result := Result{From: d.from}
	if name := get(all[0], "name"); d.from == PulumiYAML && name != nil && get(all[0], "runtime") != nil {
		text := scalar(name)
		if name.Style != 0 { // quoted
			text = strconv.Quote(text)
		}
		result.Project = "name: " + text + "\nruntime: pcl\n"
	}
	if d.complete && d.budget > 0 {
		result.Text = formatted(d.secretConfigs() + d.out.String())
		result.Left = strings.Count(result.Text, notConverted)
	}
	return result
}

// secretConfigs are configs for the secrets of the text, whose values are nowhere in the result.
func (d *documents) secretConfigs() string {
	var w writer
	for i, c := range d.secrets {
		if i == 0 {
			w.line("# These values are secret. Set each with `pulumi config set --secret NAME`.")
		}
		w.configBlock(c.name, c.label, []member{{name: language.ConfigSecret, value: textValue("true")}})
	}
	return w.String()
}

// lookup returns the resource with a token, or the reason why there is none.
func (d *documents) lookup(written string) (found *schema.Resource, reason string) {
	token, ok := schema.ParseToken(written)
	if !ok {
		return nil, "`" + written + "` is no type"
	}
	name := token.Schema()
	if of, is := strings.CutPrefix(written, providerPrefix); is {
		name = of
	}
	pkg := d.named(name)
	if pkg == nil {
		return nil, "the schema of the package `" + name + "` is not known"
	}
	if found = pkg.Resource(written); found == nil {
		return nil, "the package `" + name + "` has no resource type `" + written + "`"
	}
	return found, ""
}

// providerPrefix begins the types of providers.
const providerPrefix = "pulumi:providers:"

// block is a block that is written.
type block struct {
	keyword string // resource, read or component
	of      *declaration
	// logical is the name by which the engine knows it. Empty is the name of the block.
	logical         string
	above           []string // comments
	own             []member // attributes that are not inputs
	inputs, options []member
}

// write writes a block.
func (d *documents) write(b block) {
	inputs, label := b.inputs, ""
	if r := b.of.resource; r != nil {
		inputs, label = d.members(inputs, propertiesOf(r.Inputs), memberOf(r.Token)), printer.Text(shortResource(r))+" "
	}
	inputs = slices.Concat(logicalName(b.of, b.logical), b.own, inputs)
	d.out.comments(b.above)
	d.out.line(b.keyword, " ", b.of.name, " ", label, "{")
	d.withOptions(&d.out, inputs, b.options)
	d.out.line("}")
	d.out.line()
	d.complete = true
}

// logicalName is the attribute that keeps the name by which something is known outside of the program; none if the block has that name.
func logicalName(of *declaration, name string) []member {
	if name == "" || of.name == name {
		return nil
	}
	return []member{{name: language.LogicalName, value: textValue(printer.Text(name))}}
}

// entrySource returns the lines of an entry, when a comment needs them.
func (d *documents) entrySource(e entry) func() string {
	return func() string { return d.source.of(e.key, e.value) }
}

// value reads a node. Text converts a string; without it strings stay as they are.
func (d *documents) value(n *yaml.Node, text func(string) value) value {
	if d.budget--; d.budget < 0 || d.depth > maxDepth {
		d.budget = -1
		return textValue("null")
	}
	d.depth++
	defer func() { d.depth-- }()
	switch n = resolved(n); n.Kind {
	case yaml.MappingNode:
		if v, is := d.function(n, text); is {
			return v
		}
		if v, is := d.special(n); is {
			return v
		}
		v := object(nil)
		for _, e := range entries(n) {
			if e.key.Value == "__defaults" { // what a bridged provider filled in
				continue
			}
			outer := d.key
			d.key = e.key.Value
			m := member{
				name: d.name(e.key), value: d.value(e.value, text), source: []func() string{d.entrySource(e)},
				above: commentLines(e.key.HeadComment), behind: commentLines(e.value.LineComment), below: commentLines(e.key.FootComment),
			}
			m.reason, d.problem, d.key = d.problem, "", outer
			v.members = append(v.members, m)
		}
		return v
	case yaml.SequenceNode:
		v := value{form: formList}
		v.elems = append(v.elems, lists.Map(n.Content, func(e *yaml.Node) value { return d.value(e, text) })...)
		return v
	}
	return d.scalarValue(n, text)
}

func commentLines(text string) []string {
	if text == "" {
		return nil
	}
	return comments("\n" + text + "\n")
}

// words11 are the words that readers of YAML 1.1, such as that of Kubernetes, take for truth values.
var words11 = map[string]string{"y": "true", "yes": "true", "on": "true", "n": "false", "no": "false", "off": "false"}

// name is a key as its reader takes it: for that of Kubernetes, other keys than texts become texts.
func (d *documents) name(key *yaml.Node) string {
	if d.from != Kubernetes || key.Kind != yaml.ScalarNode {
		return key.Value
	}
	switch v := d.scalarValue(key, nil); {
	case v.truth != "":
		return v.truth
	case key.ShortTag() != "!!str":
		return v.text
	}
	return key.Value
}

func (d *documents) scalarValue(n *yaml.Node, text func(string) value) value {
	switch n.ShortTag() {
	case "!!null":
		return textValue("null")
	case "!!bool":
		return textValue(strings.ToLower(n.Value))
	case "!!int", "!!float":
		return textValue(d.number(n))
	}
	content := n.Value
	if n.Tag == "!!binary" {
		_ = n.Decode(&content) // else it stays as it is
	} else if text != nil {
		return text(content)
	}
	v := value{text: printer.Text(content), long: printer.Heredoc(content)}
	if lower := strings.ToLower(n.Value); n.Style == 0 && lower != "" && (n.Value[1:] == lower[1:] || n.Value == strings.ToUpper(lower)) {
		v.truth = words11[lower]
	}
	return v
}

// number writes a number. Decimal ones keep their digits; others have the value that readers of YAML give them: 0644 and 0o644 are octal.
func (d *documents) number(n *yaml.Node) string {
	digits := strings.TrimPrefix(n.Value, "-")
	if len(digits) < 2 || digits[0] != '0' || digits[1] == '.' {
		if v, exact := typesys.ParseNumber(n.Value); exact {
			return printer.Value(v)
		} else if v != cty.NilVal { // such as 0.1
			return n.Value
		}
	}
	var read any
	if err := n.Decode(&read); err != nil {
		d.fail("`" + n.Value + "` is no number")
		return "null"
	}
	f, isFloat := read.(float64)
	switch {
	case isFloat && (math.IsInf(f, 0) || math.IsNaN(f)):
		d.fail("PCL has no number `" + n.Value + "`")
		return "null"
	case isFloat:
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(read)
}

// manifestsIn returns the manifests of a document: itself, the items of a list, or the elements of one.
func manifestsIn(n *yaml.Node) []*yaml.Node {
	if all := elements(n); len(all) > 0 {
		return lists.Where(all, isManifest)
	}
	if !isManifest(n) {
		return nil
	}
	items := get(n, "items")
	if !strings.HasSuffix(scalar(get(n, "kind")), "List") || items == nil || items.Kind != yaml.SequenceNode {
		return []*yaml.Node{n}
	}
	return lists.Where(elements(items), isManifest)
}

func isManifest(n *yaml.Node) bool {
	return scalar(get(n, "kind")) != "" && scalar(get(n, "apiVersion")) != ""
}

// manifest converts a manifest. It has no name but that of the resource, which others may share: those of other kinds, and in other namespaces.
func (d *documents) manifest(n *yaml.Node) {
	version, kind := scalar(get(n, "apiVersion")), scalar(get(n, "kind"))
	if !strings.Contains(version, "/") {
		version = "core/" + version
	}
	name := scalar(get(get(n, "metadata"), "name"))
	if name == "" {
		name = kind
	}
	found, reason := d.lookup("kubernetes:" + version + ":" + kind)
	if reason != "" {
		d.out.comment(reason, d.source.of(n, n))
		d.out.line()
		return
	}
	declared := &declaration{resource: found}
	d.add("kubernetes:"+strconv.Itoa(len(d.declarations)), name, declared, kind)
	given := d.value(n, nil)
	above := commentLines(n.HeadComment)
	if len(given.members) > 0 { // those of the document
		above = append(above, given.members[0].above...)
		given.members[0].above = nil
	}
	given.members = slices.DeleteFunc(given.members, func(m member) bool {
		return m.name == "apiVersion" || m.name == "kind" || m.name == "status" // what the cluster writes
	})
	d.write(block{keyword: resourceBlock, of: declared, above: above, inputs: given.members})
}
