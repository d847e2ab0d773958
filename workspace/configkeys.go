package workspace

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
)

// This file finds the places that configure a config, in project and stack files.

// ConfigKeys are the places that give a config a value, or one of a package, such as aws:region, in the project file and the stack
// files of the program in a directory. A program that is only used as a component has
// none. The error is for users, and names the file in which this is not known.
func (s *Snapshot) ConfigKeys(dir, key string) ([]stackfile.Key, error) {
	p := stackfile.ProjectOf(s.fsys, dir)
	home := p.StackDir(dir)
	if home == "" {
		return nil, nil
	}
	entries, err := s.fsys.ReadDir(home)
	if err != nil {
		return nil, nil // then there are no files to read
	}
	files := s.stackPaths(home, entries)
	if p.Path != "" {
		files = append([]string{p.Path}, files...)
	}
	var found []stackfile.Key
	for _, file := range files {
		text, ok, err := s.anyText(disk.Watch(s.fsys), file)
		if err != nil {
			return nil, err
		}
		if !ok || !strings.Contains(text, key) {
			continue
		}
		keys, err := stackfile.Keys(file, text, p.Name, key)
		if err != nil {
			return nil, err
		}
		found = append(found, keys...)
	}
	return found, nil
}

// ConfigKey is a key of a project or stack file, with the config that it sets.
type ConfigKey struct {
	File    *syntax.File // the project or stack file, which is no program
	Span    syntax.Span  // of the name, without the namespace
	Program *analysis.Program
	Config  analysis.ConfigDeclaration
}

// ConfigKeyAt is the key at an offset of a project or stack file; nil if no config of its program has the key there.
func (s *Snapshot) ConfigKeyAt(file string, offset int) *ConfigKey {
	p := s.Configured(file)
	if p == nil {
		return nil
	}
	state := s.folder(p.Dir).read()
	for _, f := range state.stacks.Files() {
		if f.Path != disk.Clean(file) {
			continue
		}
		name, span := f.KeyAt(offset, state.project.Name)
		configs, _ := p.Configs()
		for _, c := range configs {
			if c.Key == name {
				return &ConfigKey{f.Source, span, p, c}
			}
		}
	}
	return nil
}

// ConfigChoices are the keys or values that may be written at an offset of a project or stack file, instead of what the span has; not ok for other places.
func (s *Snapshot) ConfigChoices(file string, offset int) (choices []stackfile.Choice, span syntax.Span, ok bool) {
	p := s.Configured(file)
	source, _, _, known := s.File(file)
	if p == nil || !known {
		return nil, syntax.Span{}, false
	}
	slot, ok := stackfile.SlotAt(source.Text(), offset, s.folder(p.Dir).read().project.Name, stackfile.IsProjectFile(file))
	if !ok {
		return nil, syntax.Span{}, false
	}
	configs, _ := p.Configs()
	return slot.Choices(configs), slot.Span, true
}

// anyText is the text of a file that is no program: from the editor if it is open there,
// otherwise from the disk. It is false if there is no such file.
func (s *Snapshot) anyText(seen *disk.Seen, file string) (text string, ok bool, err error) {
	if o, open := s.overlays.find(file); open {
		return o.file().Text(), true, nil
	}
	info, err := seen.Stat(file)
	switch {
	case disk.IsAbsent(err):
		return "", false, nil
	case err != nil:
		return "", false, err
	case !info.Mode().IsRegular():
		return "", false, nil
	}
	read, err := disk.ReadYAML(seen, file)
	return string(read), err == nil, err
}
