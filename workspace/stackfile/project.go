package stackfile

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"go.yaml.in/yaml/v3"
)

// This file reads what project files say about programs: Pulumi.yaml in the directory of
// a program or above.

// Project is what a project file says about programs. The zero value is no project.
type Project struct {
	Path   string // the file
	Name   string // empty if it has none
	IsPCL  bool   // its runtime is pcl
	Main   string // the program's directory as written; empty for that of the file
	Stacks string // the directory of the stack files as written; empty for that of the file
	Pulumi string // the versions of Pulumi that the project allows; empty for all
	Err    error  // why the file could not be read
}

// projectNames are the possible names of a project file, the usual one first.
var projectNames = []string{"Pulumi.yaml", "Pulumi.yml"}

// IsProjectFile reports whether a file is a project file, by its name.
func IsProjectFile(p string) bool {
	return path.Base(p) == projectNames[0] || path.Base(p) == projectNames[1]
}

// ProjectOf is the project that a directory belongs to: the nearest project file in it or
// above. A name that is no path has no project; otherwise it would be looked for in the
// working directory of the server.
func ProjectOf(fsys disk.FS, dir string) Project {
	if !disk.IsPath(dir) {
		return Project{}
	}
	for {
		if found := ProjectIn(fsys, dir); found.Path != "" {
			return found
		}
		parent := path.Dir(dir)
		if parent == dir {
			return Project{}
		}
		dir = parent
	}
}

// ProjectIn is the project whose file is in a directory; the zero value if there is none.
func ProjectIn(fsys disk.FS, dir string) Project {
	for _, name := range projectNames {
		file := disk.Join(dir, name)
		if disk.MayBeFile(fsys.Stat(file)) {
			return readProject(fsys, file)
		}
	}
	return Project{}
}

// readProject reads a project file. Invalid parts keep their defaults.
func readProject(fsys disk.FS, file string) Project {
	found := Project{Path: file}
	text, err := disk.ReadYAML(fsys, file)
	if err != nil {
		found.Err = err
		return found
	}
	var content struct {
		Name    yaml.Node `yaml:"name"`
		Runtime yaml.Node `yaml:"runtime"`
		Main    yaml.Node `yaml:"main"`
		Stacks  yaml.Node `yaml:"stackConfigDir"`
		Config  yaml.Node `yaml:"config"`
		Pulumi  yaml.Node `yaml:"requiredPulumiVersion"`
	}
	if err := yaml.Unmarshal(text, &content); err != nil {
		why := strings.TrimPrefix(err.Error(), "yaml: ")
		if types := (*yaml.TypeError)(nil); errors.As(err, &types) { // which quotes the text
			why = "it is no mapping of names to values"
		}
		found.Err = fmt.Errorf("%s: not a project file: %s", file, why)
		return found
	}
	found.Name = content.Name.Value
	runtime := content.Runtime
	if runtime.Kind == yaml.MappingNode {
		var named struct {
			Name yaml.Node `yaml:"name"`
		}
		_ = runtime.Decode(&named) // an invalid runtime is not pcl
		runtime = named.Name
	}
	found.IsPCL = runtime.Value == "pcl"
	if content.Main.Kind != 0 && content.Main.Kind != yaml.ScalarNode {
		found.Err = fmt.Errorf("%s:%d: `main` must be the path of the program's directory", file, content.Main.Line)
	}
	found.Main = content.Main.Value
	found.Stacks = content.Stacks.Value
	found.Pulumi = content.Pulumi.Value
	if content.Config.Kind == yaml.ScalarNode && content.Config.Tag == "!!str" && found.Stacks == "" { // the old spelling
		found.Stacks = content.Config.Value
	}
	return found
}

// ProgramDir is the directory of the project's program.
func (p Project) ProgramDir() string {
	if p.Main == "" {
		return path.Dir(p.Path)
	}
	main := disk.Clean(p.Main)
	if disk.IsPath(main) {
		return main
	}
	return path.Join(path.Dir(p.Path), main)
}

// StackDir is the directory of the stack files for the program in a directory, which need
// not have a project. It is empty if the program is not the one of the project.
func (p Project) StackDir(dir string) string {
	switch {
	case !disk.IsPath(dir), p.Path != "" && p.ProgramDir() != dir:
		return ""
	case p.Path == "":
		return dir
	}
	if stacks := disk.Clean(p.Stacks); p.Stacks != "" && disk.IsPath(stacks) {
		return stacks
	}
	return path.Join(path.Dir(p.Path), p.Stacks)
}

// Names are the possible names of the file of a stack, the usual one first.
func Names(stack string) []string {
	base := "Pulumi." + path.Base(stack)
	return []string{base + ".yaml", base + ".yml"}
}

// IsFile reports whether a file is the configuration of a stack, by its name.
func IsFile(p string) bool {
	name := path.Base(p)
	return strings.HasPrefix(name, "Pulumi.") && !IsProjectFile(p) && (strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml"))
}

// Selected is the configuration that a stack gives the program of a project; nil if no
// stack is selected. Values of the project file apply where the stack has none.
func (s *Set) Selected(p Project, selected string) *analysis.Stack {
	if selected == "" || s == nil {
		return nil
	}
	found := &analysis.Stack{Name: path.Base(selected), Project: p.Name}
	if f := s.named(selected); f != nil {
		found.Path, found.Values = f.Path, s.values(f, p)
	}
	if s.Project != nil {
		for key, value := range s.values(s.Project, p) {
			if _, has := found.Values[key]; has {
				continue
			}
			lists.Put(&found.Values, key, value)
		}
	}
	return found
}

// All are the configurations in the project file, which has no name, and in the stack files, each without those of the others.
func (s *Set) All(p Project) []*analysis.Stack {
	var all []*analysis.Stack
	for _, f := range s.Files() {
		found := &analysis.Stack{Project: p.Name, Path: f.Path, Values: s.values(f, p)}
		if f != s.Project {
			found.Name = strings.TrimPrefix(strings.TrimSuffix(f.base(), path.Ext(f.Path)), "Pulumi.")
		}
		all = append(all, found)
	}
	return all
}

// values are what a file of the set sets. A secret is hidden everywhere if the project file declares it one, even where a stack has it as plain text.
func (s *Set) values(f *File, p Project) map[string]analysis.StackValue {
	values := f.Values(p.Name)
	if s.Project == nil {
		return values
	}
	for _, e := range s.Project.entries {
		if value, has := values[e.name]; has && !value.Secure && e.secret && e.isOf(p.Name) {
			values[e.name] = analysis.StackValue{Secure: true, Plain: !value.Secure}
		}
	}
	return values
}

// named is the file of a stack; nil if it has none.
func (s *Set) named(stack string) *File {
	for _, name := range Names(stack) {
		for _, f := range s.Stacks {
			if path.Base(f.Path) == name {
				return f
			}
		}
	}
	return nil
}
