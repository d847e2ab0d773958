package convert

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file converts YAML and JSON documents: programs and resources of Pulumi YAML, resources of a state, and manifests of Kubernetes.

// documents converts the documents of one text.
type documents struct {
	*reader
	text     string
	starts   []int // of its lines, and its end
	out      writer
	complete bool // something was converted
	budget   int  // nodes that may still be read; aliases can multiply a text
	depth    int  // of the current node
}

// looksLikeDocument is a cheap test whether a text may be a document that can be converted.
func looksLikeDocument(text string) bool {
	start := strings.TrimLeft(text, " \t\r\n")
	if rest, ok := strings.CutPrefix(start, "{"); ok {
		return strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), `"`) && (strings.Contains(text, `"type"`) || strings.Contains(text, `"kind"`))
	}
	for line := range strings.Lines(start) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' || line == "---" {
			continue
		}
		key, _, found := strings.Cut(line, ":")
		return found && !strings.ContainsAny(key, " =\"${(") && (strings.Contains(text, "type:") || strings.Contains(text, "kind:"))
	}
	return false
}

// roots reads the documents of a text. It returns nil unless each has something that can be converted.
func roots(text string) []*yaml.Node {
	if !looksLikeDocument(text) {
		return nil
	}
	var all []*yaml.Node
	for decoder := yaml.NewDecoder(strings.NewReader(spaced(text))); ; {
		var root yaml.Node
		err := decoder.Decode(&root)
		if err == io.EOF {
			return all
		}
		if err != nil || len(root.Content) == 0 || len(manifestsIn(root.Content[0])) == 0 && len(resourcesIn(root.Content[0])) == 0 {
			return nil
		}
		all = append(all, root.Content[0])
	}
}

// spaced replaces tabs, which JSON allows between values and YAML doesn't.
func spaced(text string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		return strings.ReplaceAll(text, "\t", " ")
	}
	return text
}

// document converts a text of documents. It returns false if nothing of it can be converted.
func document(ctx context.Context, p *analysis.Program, text string) (string, bool) {
	all := roots(text)
	if len(all) == 0 {
		return "", false
	}
	d := &documents{reader: newReader(newConversion(ctx, p), ""), text: text, starts: []int{0}, budget: 2*len(text) + 1000}
	for line := range strings.Lines(text) {
		d.starts = append(d.starts, d.starts[len(d.starts)-1]+len(line))
	}
	for _, n := range all {
		if manifests := manifestsIn(n); len(manifests) > 0 {
			for _, m := range manifests {
				d.manifest(m)
			}
		} else {
			d.pulumi(n)
		}
	}
	return formatted(d.out.String()), d.complete && d.budget > 0
}

// entry is an entry of a mapping.
type entry struct {
	key, value *yaml.Node
}

func entries(n *yaml.Node) []entry {
	var all []entry
	if n = resolved(n); n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		all = append(all, entry{n.Content[i], n.Content[i+1]})
	}
	return all
}

// resolved returns the node that an alias stands for.
func resolved(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// get returns the value of a key, or nil.
func get(n *yaml.Node, key string) *yaml.Node {
	for _, e := range entries(n) {
		if e.key.Value == key {
			return resolved(e.value)
		}
	}
	return nil
}

// scalar returns the text of a scalar, or nothing for other nodes.
func scalar(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}

// manifestsIn returns the manifests of a document: itself, or the items of a list.
func manifestsIn(n *yaml.Node) []*yaml.Node {
	kind, version := scalar(get(n, "kind")), scalar(get(n, "apiVersion"))
	if kind == "" || version == "" {
		return nil
	}
	items := get(n, "items")
	if !strings.HasSuffix(kind, "List") || items == nil || items.Kind != yaml.SequenceNode {
		return []*yaml.Node{n}
	}
	return lists.Map(lists.Where(items.Content, func(item *yaml.Node) bool {
		return scalar(get(item, "kind")) != "" && scalar(get(item, "apiVersion")) != ""
	}), resolved)
}

// manifest converts a manifest of Kubernetes.
func (d *documents) manifest(n *yaml.Node) {
	version, kind := scalar(get(n, "apiVersion")), scalar(get(n, "kind"))
	if !strings.Contains(version, "/") {
		version = "core/" + version
	}
	name := scalar(get(get(n, "metadata"), "name"))
	name = cmp.Or(name, kind)
	found, reason := d.lookup("kubernetes:" + version + ":" + kind)
	if reason != "" {
		d.out.comment(reason, d.sourceOf(n))
		d.out.line()
		return
	}
	declared := &declaration{resource: found}
	d.add("kubernetes."+kind+"."+name, declared, kind)
	given := d.value(n, nil)
	d.out.comments(given.members[0].above) // of the document
	given.members[0].above = nil
	given.members = slices.DeleteFunc(given.members, func(m member) bool { return m.name == "apiVersion" || m.name == "kind" })
	d.write(n, declared, given.members, nil)
}

// lookup returns the resource with a token, or the reason why there is none.
func (d *documents) lookup(written string) (found *schema.Resource, reason string) {
	token, ok := schema.ParseToken(written)
	if !ok {
		return nil, "`" + written + "` is no type"
	}
	pkg := d.program.Package(token.Schema())
	if pkg == nil {
		return nil, "the schema of the package `" + token.Schema() + "` is not known"
	}
	if found = pkg.Resource(written); found == nil {
		return nil, "the package `" + token.Schema() + "` has no resource type `" + written + "`"
	}
	return found, ""
}

// write writes a resource.
func (d *documents) write(n *yaml.Node, of *declaration, inputs, options []member) {
	inputs = d.members(inputs, propertiesOf(of.resource.Inputs), memberOf(of.resource.Token))
	d.out.comments(commentLines(n.HeadComment))
	d.out.line("resource ", of.name, " ", printer.Text(shortResource(of.resource)), " {")
	d.withOptions(&d.out, inputs, options)
	d.out.line("}")
	d.out.line()
	d.complete = true
}

// sourceOf returns the lines of a node.
func (d *documents) sourceOf(n *yaml.Node) string {
	first, last := n.Line, lastLine(n, 0)
	if first < 1 || first >= len(d.starts) {
		return ""
	}
	return strings.TrimRight(d.text[d.starts[first-1]:d.starts[min(max(first, last), len(d.starts)-1)]], "\r\n")
}

// entrySource returns the lines of an entry.
func (d *documents) entrySource(e entry) string {
	return d.sourceOf(&yaml.Node{Line: e.key.Line, Content: []*yaml.Node{e.value}})
}

// maxDepth limits how deep nodes are read.
const maxDepth = 100

func lastLine(n *yaml.Node, depth int) int {
	last := n.Line
	if n.Kind == yaml.ScalarNode && (n.Style == yaml.LiteralStyle || n.Style == yaml.FoldedStyle) {
		last += strings.Count(n.Value, "\n")
	}
	if len(n.Content) > 0 && depth < maxDepth {
		last = max(last, lastLine(n.Content[len(n.Content)-1], depth+1))
	}
	return last
}

// signature is the key that secrets and assets have in a state.
const signature = "4dabf18193072939515e22adb298388d"

// value reads a node. Text converts a string; without it strings stay as they are.
func (d *documents) value(n *yaml.Node, text func(string) string) value {
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
		if get(n, signature) != nil {
			d.fail("it is a secret or an asset of a state")
		}
		v := object(nil)
		for _, e := range entries(n) {
			m := member{
				name: e.key.Value, value: d.value(e.value, text), source: []string{d.entrySource(e)},
				above: commentLines(e.key.HeadComment), behind: commentLines(e.value.LineComment), below: commentLines(e.key.FootComment),
			}
			m.reason, d.problem = d.problem, ""
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

func (d *documents) scalarValue(n *yaml.Node, text func(string) string) value {
	switch n.ShortTag() {
	case "!!null":
		return textValue("null")
	case "!!bool":
		return textValue(strings.ToLower(n.Value))
	case "!!int", "!!float":
		if v, exact := typesys.ParseNumber(n.Value); exact {
			return textValue(printer.Value(v))
		} else if v != cty.NilVal { // such as 0.1
			return textValue(n.Value)
		}
	}
	if text != nil {
		return textValue(text(n.Value))
	}
	return value{text: printer.Text(n.Value), long: printer.Heredoc(n.Value)}
}
