package workspace

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/setting"
)

// This file tells what settings come to for a file or a folder, and where each is said.

// statements are what a settings file says, by key: of a setting, or of a severity, such
// as rules.unused.*.
type statements map[string]statement

type statement struct {
	span  syntax.Span // of the key
	value string
}

func (s statements) add(key string, span syntax.Span, value *yaml.Node) {
	s[key] = statement{span, written(value)}
}

// written is a value of a settings file on one line.
func written(n *yaml.Node) string {
	n = resolved(n)
	if n.Kind == yaml.SequenceNode {
		var parts []string
		for _, e := range n.Content {
			parts = append(parts, resolved(e).Value)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return n.Value
}

// InForce is the value of one setting.
type InForce struct {
	Key   string
	Value string
	// Span is where the settings file says so; meaningless if it is the Default.
	Span    syntax.Span
	Default bool
	// Overrides are the paths of the override that says so; nil for the file itself.
	Overrides []string
}

// InForce are the settings for a file or a folder, as its settings file says: first those
// that are one value, then the severities, the stronger ones first.
func (s *Snapshot) InForce(p string) []InForce {
	p = cleaned(p)
	dir := p
	if isProgramFile(p) {
		dir = dirOf(p)
	}
	given := s.settings(dir)
	var all []InForce
	for _, d := range setting.All() {
		if d.In(setting.Project) && d.Kind != setting.Severities && d.Kind != setting.Overrides {
			all = append(all, given.value(d, dir))
		}
	}
	seen := map[string]bool{}
	severities := func(said statements, of []string) {
		for _, key := range slices.Sorted(maps.Keys(said)) {
			if strings.HasPrefix(key, "rules.") && !seen[key] {
				seen[key] = true
				all = append(all, InForce{Key: key, Value: said[key].value, Span: said[key].span, Overrides: of})
			}
		}
	}
	for _, o := range slices.Backward(given.overrides) {
		if o.paths.match(given.relative(p)) {
			severities(o.said, o.paths)
		}
	}
	severities(given.said, nil)
	return all
}

// value is what a setting comes to for a directory.
func (s *settings) value(d setting.Setting, dir string) InForce {
	if d.Key == "mode" {
		for _, o := range slices.Backward(s.overrides) {
			if o.hasMode && o.paths.match(s.relative(dir)) {
				return InForce{Key: d.Key, Value: o.said[d.Key].value, Span: o.said[d.Key].span, Overrides: o.paths}
			}
		}
	}
	if said, is := s.said[d.Key]; is {
		return InForce{Key: d.Key, Value: said.value, Span: said.span}
	}
	value := "not set"
	if text, isText := d.Default.(string); isText && text != "" {
		value = text
	} else if !isText && d.Default != nil {
		text, _ := json.Marshal(d.Default) // of the declarations, which are written as JSON elsewhere
		value = string(text)
	}
	return InForce{Key: d.Key, Value: value, Default: true}
}
