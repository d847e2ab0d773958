package stackfile

import (
	"fmt"
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"go.yaml.in/yaml/v3"
)

// This file finds what is being typed into a configuration. Such a text is seldom YAML yet, so lines are looked at: members of `config` at the beginning of a
// line, each on a line of its own. It also finds the names of configs, so that they can be renamed.

// Slot is a place for a key, or for the value of one.
type Slot struct {
	// Span is what is typed there, without quotes.
	Span syntax.Span
	// After is what goes behind a key: a closing quote if it is missing, and a colon. An editor that closes quotes leaves the colon to the user.
	After string
	// Key is the key whose value goes there, without the namespace; empty where a key goes.
	Key string
	// Namespace is what the other keys of the project have before their names, "" or "PROJECT:".
	Namespace string
	// Taken are the names of the keys that are there.
	Taken map[string]bool
}

// Choice is what may go into a slot.
type Choice struct {
	Text    string // the key or the value
	Insert  string // what is written
	Detail  string // the type of the config, and what else there is to know
	Sort    string // the choices are shown in the order of these
	IsValue bool
}

// Choices are the configs that the file does not set yet, required ones first, or the values of the config if it has few.
func (s Slot) Choices(configs []analysis.ConfigDeclaration) (all []Choice) {
	for _, c := range configs {
		switch {
		case s.Key == "" && !s.Taken[c.Key]:
			all = append(all, s.key(c))
		case s.Key != "" && s.Key == c.Key && !c.Secret && c.Type == typesys.Bool:
			for _, value := range []string{"true", "false"} {
				all = append(all, Choice{Text: value, Insert: value, Sort: value, IsValue: true})
			}
		}
	}
	return all
}

func (s Slot) key(c analysis.ConfigDeclaration) Choice {
	key := s.Namespace + c.Key
	choice := Choice{Text: key, Insert: key + s.After, Detail: typesys.Short(c.Type, 60), Sort: "1" + strings.ToLower(key)}
	if c.Required {
		choice.Detail, choice.Sort = choice.Detail+", required", "0"+strings.ToLower(key)
	}
	if c.Secret {
		choice.Detail += ", secret"
	}
	return choice
}

var (
	configLine = lazy.Regexp(`^config:\s*(#.*)?$`)
	keyLine    = lazy.Regexp(`^(\s+)(?:["']?)([\w.:-]+?)(?:["']?):(?:\s|$)`)
	keyTyped   = lazy.Regexp(`^\s+(["']?)([\w.:-]*)$`)
	valueTyped = lazy.Regexp(`^\s+["']?([\w.:-]+?)["']?:\s+(\w*)$`)
	wordBehind = lazy.Regexp(`^[\w.-]*`)
)

// SlotAt is the slot at an offset of the text of a project or stack file; not ok where neither a key nor a value of the configuration goes.
func SlotAt(text string, offset int, project string, isProject bool) (slot Slot, ok bool) {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	before := text[start:offset]
	behind, _, _ := strings.Cut(text[offset:], "\n")
	word := wordBehind.Get().FindString(behind)
	rest := strings.TrimSpace(behind[len(word):])
	if rest != "" && rest != `"` && rest != "'" {
		return Slot{}, false
	}
	lines, at := strings.Split(text, "\n"), strings.Count(text[:start], "\n")
	first := at - 1
	for ; first >= 0 && !configLine.Get().MatchString(strings.TrimRight(lines[first], "\r")); first-- {
		if lines[first] != "" && !strings.ContainsAny(lines[first][:1], " \t#\r") {
			return Slot{}, false
		}
	}
	if first < 0 {
		return Slot{}, false
	}
	slot = Slot{Namespace: project + ":", Taken: map[string]bool{}}
	if project == "" || isProject {
		slot.Namespace = ""
	}
	indent := -1
	for i, line := range lines[first+1:] {
		if line != "" && !strings.ContainsAny(line[:1], " \t#\r") {
			break
		}
		key := keyLine.Get().FindStringSubmatch(line)
		if key == nil || i == at-first-1 || indent >= 0 && len(key[1]) != indent { // a member of a value
			continue
		}
		indent = len(key[1])
		if owner, name := splitKey(key[2]); owner == "" || owner == project {
			slot.Taken[name] = true
			slot.Namespace = key[2][:strings.LastIndex(key[2], name)]
		}
	}
	if indent >= 0 && indentation(before) != indent {
		return Slot{}, false
	}
	if typed := valueTyped.Get().FindStringSubmatch(before); typed != nil {
		owner, name := splitKey(typed[1])
		slot.Key = name
		slot.Span = syntax.Span{Start: offset - len(typed[2]), End: offset + len(word)}
		return slot, rest == "" && (owner == "" || owner == project)
	}
	typed := keyTyped.Get().FindStringSubmatch(before)
	if typed == nil || rest != "" && rest != typed[1] {
		return Slot{}, false
	}
	slot.Span = syntax.Span{Start: offset - len(typed[2]), End: offset + len(word)}
	if rest == "" {
		slot.After = typed[1] + ": "
	}
	return slot, true
}

// Key is a place in a file that gives a config a value.
type Key struct {
	Path, Text string      // of the file
	Span       syntax.Span // of the name, without the namespace
}

// Keys are the places in one file that give the config of a project with a key a value, or that of a package if the key begins with its
// name and a colon. The error, for users, says that this is not known.
func Keys(file, text, project, key string) ([]Key, error) {
	of, key, isPackage := cutOwner(key, project)
	var content struct {
		Config yaml.Node `yaml:"config"`
	}
	unclear := fmt.Errorf("%s names `%s` in a way that cannot be edited; correct that first", path.Base(file), key)
	if yaml.Unmarshal([]byte(text), &content) != nil {
		return nil, unclear
	}
	config := resolved(&content.Config)
	if config.Kind != yaml.MappingNode {
		return nil, nil
	}
	m := syntax.NewMapper(text)
	var found []Key
	for i := 0; i+1 < len(config.Content); i += 2 {
		n := config.Content[i]
		owner, name, namespaced := strings.Cut(n.Value, ":")
		if !namespaced {
			owner, name = "", n.Value
		}
		if name != key || namespaced && owner != of || !namespaced && isPackage { // of another one, or unknown
			continue
		}
		start := m.Offset(n.Line-1, n.Column-1, syntax.UTF32)
		if strings.HasPrefix(text[start:], `"`) || strings.HasPrefix(text[start:], "'") {
			start++
		}
		if !strings.HasPrefix(text[start:], n.Value) {
			return nil, unclear
		}
		end := start + len(n.Value)
		found = append(found, Key{file, text, syntax.Span{Start: end - len(name), End: end}})
	}
	return found, nil
}

// cutOwner cuts the name of a package from a key, which is one of the project without it.
func cutOwner(key, project string) (owner, name string, isPackage bool) {
	if owner, name, isPackage = strings.Cut(key, ":"); isPackage {
		return owner, name, true
	}
	return project, key, false
}
