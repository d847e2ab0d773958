package stackfile

import (
	"encoding/json"
	"errors"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file reads the configuration in a file, with the places of its parts.

// File is the content of one file. It is immutable.
type File struct {
	// Path is the file, and Source its text. The text is no program.
	Path   string
	Source *syntax.File

	text    string
	places  *syntax.Mapper
	project bool          // it is a project file
	entries []configEntry // nil without a configuration that can be read
	faults  []fault
	home    syntax.Span // where findings about the whole configuration go

	name, runtime *yaml.Node // of a project file; nil where they are missing
}

// configEntry is what a file says about one key.
type configEntry struct {
	owner, name string // the namespace, empty for none, and the rest
	key         syntax.Span
	node        *yaml.Node // the value; nil for a declaration without one
	value       analysis.StackValue
	secret      bool // a project file declares it so
	declares    bool // a project file declares it, with a type or the like
}

// fault is an error that makes a file unusable, in part or as a whole.
type fault struct {
	span    syntax.Span
	message string
}

// Read reads a project file, or the file of a stack.
func Read(source *syntax.File, project bool) *File {
	text := source.Text()
	f := &File{Path: source.Path, Source: source, text: text, places: syntax.NewMapper(text), project: project}
	f.read()
	return f
}

// Says reports whether the file has a text. A nil file has none.
func (f *File) Says(text string) bool { return f != nil && f.text == text }

// Values are the values for the configs of a project, by key, as the file has them, and those of packages by
// `package:key`. If the project has no name, all keys count as its own.
func (f *File) Values(project string) map[string]analysis.StackValue {
	if f.entries == nil {
		return nil
	}
	values := map[string]analysis.StackValue{}
	for _, e := range f.entries {
		switch {
		case e.node == nil:
		case e.isOf(project):
			values[e.name] = e.value
		default:
			values[e.owner+":"+e.name] = e.value
		}
	}
	return values
}

// KeyAt is the name and the place of the key of a project at an offset; empty for none.
func (f *File) KeyAt(offset int, project string) (name string, span syntax.Span) {
	for _, e := range f.entries {
		if e.isOf(project) && e.key.Start <= offset && offset <= e.key.End {
			return e.name, e.key
		}
	}
	return "", syntax.Span{}
}

func (e configEntry) isOf(project string) bool {
	return e.owner == "" || project == "" || e.owner == project
}

var yamlLine = lazy.Regexp(`^yaml: (?:line (\d+): )?`)

func (f *File) read() {
	f.home = f.line(f.firstLine())
	if len(f.text) > disk.MaxYAML {
		f.fault(f.home, "this file "+disk.YAMLTooLarge)
		return
	}
	decoder := yaml.NewDecoder(strings.NewReader(f.text))
	var document, next yaml.Node
	if strings.TrimSpace(f.text) == "" {
		return
	}
	if err := decoder.Decode(&document); err != nil {
		if !errors.Is(err, io.EOF) { // nothing but comments
			line := 1
			if place := yamlLine.Get().FindStringSubmatch(err.Error()); place != nil && place[1] != "" {
				line, _ = strconv.Atoi(place[1])
			}
			f.fault(f.line(line), "this is not YAML: "+strings.TrimPrefix(err.Error(), "yaml: "))
		}
		return
	}
	if decoder.Decode(&next) == nil && len(next.Content) > 0 {
		f.fault(f.span(next.Content[0]), "this is a second document; only the first document of a file is read")
	}
	if len(document.Content) == 0 {
		return
	}
	root := resolved(document.Content[0])
	if root.Kind != yaml.MappingNode {
		if root.Tag != "!!null" {
			f.fault(f.span(root), "this file must be a mapping of names to values")
		}
		return
	}
	f.findTwice(root)
	for _, m := range members(root) {
		switch m.key.Value {
		case "name":
			f.name = resolved(m.value)
		case "runtime":
			f.runtime = resolved(m.value)
		case "config":
			f.readConfig(m)
		}
	}
}

func (f *File) readConfig(m member) {
	f.home = f.span(m.key)
	config := resolved(m.value)
	switch {
	case config.Kind == yaml.MappingNode:
	case config.Tag == "!!null", f.project && config.Kind == yaml.ScalarNode: // an old spelling of stackConfigDir
		return
	default:
		f.fault(f.span(m.value), "`config` must be a mapping of keys to values")
		return
	}
	f.entries = []configEntry{}
	for _, m := range members(config) {
		e := configEntry{key: f.span(m.key), node: m.value}
		e.owner, e.name = splitKey(m.key.Value)
		if strings.HasSuffix(f.text[e.key.Start:e.key.End], e.name) {
			e.key.Start = e.key.End - len(e.name)
		}
		if f.project {
			e.readDeclaration()
		}
		if e.node != nil {
			var ok bool
			if e.value, ok = valueOf(e.node); !ok {
				continue
			}
		}
		f.entries = append(f.entries, e)
	}
}

// splitKey splits a key into namespace and name. The old spelling has a word between
// them.
func splitKey(key string) (owner, name string) {
	owner, name, namespaced := strings.Cut(key, ":")
	if !namespaced {
		return "", key
	}
	return owner, strings.TrimPrefix(name, "config:")
}

// readDeclaration reads the entry of a project file for a key: a value, or a declaration
// that may have a value.
func (e *configEntry) readDeclaration() {
	declaration := resolved(e.node)
	if declaration.Kind != yaml.MappingNode {
		return
	}
	e.node, e.declares = nil, true
	for _, m := range members(declaration) {
		switch m.key.Value {
		case "default", "value":
			e.node = m.value
		case "secret":
			e.secret = resolved(m.value).Value == "true"
		}
	}
}

// valueOf is a value in the form that the evaluator takes: a text, or JSON for a list or
// mapping.
func valueOf(n *yaml.Node) (analysis.StackValue, bool) {
	n = resolved(n)
	if n.Kind == yaml.ScalarNode {
		return analysis.StackValue{Text: n.Value}, true
	}
	if isSecure(n, map[*yaml.Node]bool{}) {
		found := analysis.StackValue{Secure: true}
		if all := members(n); len(all) == 1 && all[0].key.Value == "secure" {
			found.Encrypted = resolved(all[0].value).Value
		}
		return found, true
	}
	var plain any
	if n.Decode(&plain) != nil {
		return analysis.StackValue{}, false
	}
	text, err := json.Marshal(plain)
	if err != nil {
		return analysis.StackValue{}, false
	}
	return analysis.StackValue{Text: string(text)}, true
}

// isSecure reports whether a value or a part of it is stored as a secret. It visits each
// node once, as aliases may form circles.
func isSecure(n *yaml.Node, seen map[*yaml.Node]bool) bool {
	n = resolved(n)
	if seen[n] {
		return false
	}
	seen[n] = true
	if n.Kind == yaml.MappingNode && len(n.Content) == 2 && n.Content[0].Value == "secure" {
		return true
	}
	return slices.ContainsFunc(n.Content, func(inner *yaml.Node) bool { return isSecure(inner, seen) })
}

// findTwice reports duplicate keys, which the engine rejects.
func (f *File) findTwice(n *yaml.Node) {
	if n.Kind == yaml.MappingNode {
		seen := map[string]bool{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if key.Kind == yaml.ScalarNode && key.Tag != "!!merge" && seen[key.Value] {
				f.fault(f.span(key), "`"+key.Value+"` is set twice; remove one of them")
			}
			seen[key.Value] = true
		}
	}
	for _, inner := range n.Content {
		f.findTwice(inner)
	}
}

func (f *File) fault(span syntax.Span, message string) {
	f.faults = append(f.faults, fault{span, message})
}

// base is the name of the file without its directory.
func (f *File) base() string { return path.Base(f.Path) }
