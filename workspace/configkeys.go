package workspace

import (
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file finds where the configuration of stacks, and the project file, name a config.

// ConfigKey is a place in a file that gives a config a value.
type ConfigKey struct {
	Path, Text string      // of the file
	Span       syntax.Span // of the name, without that of the project
}

// ConfigKeys are the places that give the config with a key a value, in the files of all
// stacks of the program in a directory. There are none for a program that is only used as
// a component. The error, for users, says of which file that cannot be known.
func (s *Snapshot) ConfigKeys(dir, key string) ([]ConfigKey, error) {
	p := projectOf(s.fsys, dir)
	home := p.stackDir(dir)
	if home == "" {
		return nil, nil
	}
	entries, err := s.fsys.ReadDir(home)
	if err != nil {
		return nil, nil // then there are no files that anybody could read
	}
	files := s.stackPaths(home, entries)
	if p.path != "" {
		files = append([]string{p.path}, files...)
	}
	var found []ConfigKey
	for _, file := range files {
		text, ok := s.anyText(disk.Watch(s.fsys), file)
		if !ok || !strings.Contains(text, key) {
			continue
		}
		keys, err := configKeys(file, text, p.name, key)
		if err != nil {
			return nil, err
		}
		found = append(found, keys...)
	}
	return found, nil
}

// anyText is the text of a file that is no program: as the editor has it, or as it is on
// disk.
func (s *Snapshot) anyText(seen *disk.Seen, file string) (string, bool) {
	if o, open := s.overlays[file]; open {
		return o.file.Text(), true
	}
	info, err := seen.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	if info.Size() > maxStackFile {
		_, _ = seen.StatFile(file) // a change of its size counts
		return "", false
	}
	text, err := seen.ReadFile(file)
	return string(text), err == nil
}

// configKeys are the places in one file.
func configKeys(file, text, project, key string) ([]ConfigKey, error) {
	var content struct {
		Config yaml.Node `yaml:"config"`
	}
	unclear := fmt.Errorf("%s names `%s` in a way that cannot be edited; put that right first", path.Base(file), key)
	if yaml.Unmarshal([]byte(text), &content) != nil {
		return nil, unclear
	}
	config := resolved(&content.Config)
	if config.Kind != yaml.MappingNode {
		return nil, nil
	}
	m := syntax.NewMapper(text)
	var found []ConfigKey
	for i := 0; i+1 < len(config.Content); i += 2 {
		n := config.Content[i]
		owner, name, namespaced := strings.Cut(n.Value, ":")
		if !namespaced {
			owner, name = "", n.Value
		}
		if name != key || namespaced && owner != project { // of a provider, or who knows whose
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
		found = append(found, ConfigKey{file, text, syntax.Span{Start: end - len(name), End: end}})
	}
	return found, nil
}
