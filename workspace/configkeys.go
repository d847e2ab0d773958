package workspace

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
	"go.yaml.in/yaml/v3"
)

// This file finds the places that configure a config, and the version of a package, in project and stack files.

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
	state := s.state(p.Dir)
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
	slot, ok := stackfile.SlotAt(source.Text(), offset, s.state(p.Dir).project.Name, stackfile.IsProjectFile(file))
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

// PackageVersion is the place of a version in a project file.
type PackageVersion struct {
	Path, Text string      // the file
	Span       syntax.Span // of the version
	Version    string
}

// PackageVersion finds the version that the project of the program in a directory gives a package under `packages`; false if it
// gives none. The error is for users, and names the file that cannot be read.
func (s *Snapshot) PackageVersion(dir, name string) (found PackageVersion, ok bool, err error) {
	p := stackfile.ProjectOf(s.fsys, dir)
	if p.Path == "" {
		return found, false, nil
	}
	text, exists, err := s.anyText(disk.Watch(s.fsys), p.Path)
	if err != nil || !exists {
		return found, false, err
	}
	var content struct {
		Packages map[string]yaml.Node `yaml:"packages"`
	}
	_ = yaml.Unmarshal([]byte(text), &content) // the valid part counts
	n, listed := content.Packages[name]
	if !listed {
		return found, false, nil
	}
	var source packageSource
	_ = source.UnmarshalYAML(&n) // never fails
	if source.isLocal() || source.version == "" {
		return found, false, nil
	}
	written := n
	for _, part := range n.Content { // of a mapping
		if part.Value == source.version {
			written = *part
		}
	}
	at := syntax.NewMapper(text).Offset(written.Line-1, written.Column-1, syntax.UTF32)
	line, _, _ := strings.Cut(text[at:], "\n")
	i := strings.Index(line, source.version)
	if i < 0 {
		return found, false, nil
	}
	return PackageVersion{p.Path, text, syntax.Span{Start: at + i, End: at + i + len(source.version)}, source.version}, true, nil
}
