package stackfile

import (
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds the names of configs, so that they can be renamed.

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
