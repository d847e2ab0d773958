package settings

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.yaml.in/yaml/v3"
)

// This file computes which settings apply to a file or folder, and where each is set, and makes settings
// fit for a bug report that anybody can read.

// statements are the settings and severities in a settings file by key, such as
// rules.unused.*.
type statements map[string]statement

type statement struct {
	span  syntax.Span // of the key
	value string
}

func (s statements) add(key string, span syntax.Span, value *yaml.Node) {
	s[key] = statement{span, written(value)}
}

// written returns a value of a settings file on one line.
func written(n *yaml.Node) string {
	n = resolved(n)
	if n.Kind == yaml.SequenceNode {
		parts := lists.Map(n.Content, func(e *yaml.Node) string { return resolved(e).Value })
		return "[" + strings.Join(parts, ", ") + "]"
	}
	if n.Kind == yaml.MappingNode {
		var parts []string
		for i := 0; i+1 < len(n.Content); i += 2 {
			parts = append(parts, n.Content[i].Value+": "+resolved(n.Content[i+1]).Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return n.Value
}

// InForce is the value of one setting.
type InForce struct {
	Key   string
	Value string
	// Span is where the settings file sets it; meaningless if it is the Default.
	Span    syntax.Span
	Default bool
	// Overrides are the paths of the override that sets it; nil for the file itself.
	Overrides []string
}

// InForce returns the settings that apply to a file or folder p, which belongs to the
// program in dir: first the settings with one value, then the severities in order of
// precedence.
func (s *File) InForce(p, dir string) []InForce {
	var all []InForce
	for _, d := range All() {
		if d.In(Project) && d.Kind != Severities && d.Kind != Overrides {
			all = append(all, s.value(d, dir))
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
	for _, o := range slices.Backward(s.overrides) {
		if o.paths.match(s.relative(p)) {
			severities(o.said, o.paths)
		}
	}
	severities(s.said, nil)
	return all
}

func (s *File) value(d Setting, dir string) InForce {
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
		text, _ := json.Marshal(d.Default) // cannot fail: the schema contains the same value as JSON
		value = string(text)
	}
	return InForce{Key: d.Key, Value: value, Default: true}
}

// withheld stands for a text that somebody wrote: a path, a name or a mistake.
const withheld = "(a text, left out)"

// Anonymous returns the key and the value without names, paths and other texts of users. Numbers, booleans and the words of
// enumerations stay. A value that is not valid counts as a text.
func (s InForce) Anonymous() (key, value string) {
	if code, isRule := strings.CutPrefix(s.Key, "rules."); isRule {
		if codes.IsOfTeam(code) {
			s.Key = "rules." + codes.TeamPrefix + "…"
		}
		return s.Key, onlyWords(s.Value, SeverityWords)
	}
	declared, _ := Named(s.Key) // its key comes from the declarations
	switch _, err := strconv.ParseBool(s.Value); {
	case declared.Kind == Bool && err == nil:
		return s.Key, s.Value
	case declared.Kind == Number && isNumber(s.Value):
		return s.Key, s.Value
	}
	return s.Key, onlyWords(s.Value, declared.Words)
}

func isNumber(value string) bool {
	_, err := strconv.Atoi(value)
	return err == nil
}

// onlyWords returns a value that consists of some words, as a list or not.
func onlyWords(value string, words []string) string {
	list := strings.TrimSuffix(strings.TrimPrefix(value, "["), "]")
	for _, word := range strings.Split(list, ",") {
		if !slices.Contains(words, strings.TrimSpace(word)) {
			return withheld
		}
	}
	return value
}
