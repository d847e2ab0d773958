package workspace

import (
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file reads project files: Pulumi.yaml beside a program or above it.

// project is what a project file says about programs.
type project struct {
	path   string // the file; empty if there is none
	name   string // of the project; empty if it has none
	isPCL  bool   // its runtime is pcl
	main   string // the program's directory as written; empty for the file's own
	stacks string // the directory of the files of stacks as written; empty for the file's own
	err    error  // why the file could not be read
}

// projectNames are the names that a project file can have, the usual one first.
var projectNames = []string{"Pulumi.yaml", "Pulumi.yml"}

func isProjectFile(p string) bool {
	return path.Base(p) == projectNames[0] || path.Base(p) == projectNames[1]
}

// projectOf is the project that a directory belongs to: that of the nearest
// project file in it or above. What is no file belongs to none: a name that is no path
// would be looked for in the directory that the server was started in.
func projectOf(fsys disk.FS, dir string) project {
	if !isFilePath(dir) {
		return project{}
	}
	for {
		if found := projectIn(fsys, dir); found.path != "" {
			return found
		}
		parent := path.Dir(dir)
		if parent == dir {
			return project{}
		}
		dir = parent
	}
}

// projectIn is the project whose file is in a directory; without a path if there
// is none.
func projectIn(fsys disk.FS, dir string) project {
	for _, name := range projectNames {
		file := path.Join(dir, name)
		if info, err := fsys.Stat(file); err == nil && !info.IsDir() {
			return readProject(fsys, file)
		}
	}
	return project{}
}

// readProject reads a project file. What is wrong with it leaves the defaults.
func readProject(fsys disk.FS, file string) project {
	found := project{path: file}
	text, err := fsys.ReadFile(file)
	if err != nil {
		found.err = err
		return found
	}
	var content struct {
		Name    yaml.Node `yaml:"name"`
		Runtime yaml.Node `yaml:"runtime"`
		Main    yaml.Node `yaml:"main"`
		Stacks  yaml.Node `yaml:"stackConfigDir"`
		Config  yaml.Node `yaml:"config"`
	}
	if err := yaml.Unmarshal(text, &content); err != nil {
		found.err = fmt.Errorf("%s: not a project file: %s", file, strings.TrimPrefix(err.Error(), "yaml: "))
		return found
	}
	found.name = content.Name.Value
	runtime := content.Runtime
	if runtime.Kind == yaml.MappingNode {
		runtime = member(runtime, "name")
	}
	found.isPCL = runtime.Value == "pcl"
	if content.Main.Kind != 0 && content.Main.Kind != yaml.ScalarNode {
		found.err = fmt.Errorf("%s:%d: `main` must be the path of the program's directory", file, content.Main.Line)
	}
	found.main = content.Main.Value
	found.stacks = content.Stacks.Value
	if content.Config.Kind == yaml.ScalarNode && content.Config.Tag == "!!str" && found.stacks == "" { // the old spelling
		found.stacks = content.Config.Value
	}
	return found
}

// member is a member of a YAML mapping; without a value if there is none.
func member(mapping yaml.Node, key string) yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return *mapping.Content[i+1]
		}
	}
	return yaml.Node{}
}

// programDir is the directory of the project's program.
func (p project) programDir() string {
	if p.main == "" {
		return path.Dir(p.path)
	}
	main := cleaned(p.main)
	if isFilePath(main) {
		return main
	}
	return path.Join(path.Dir(p.path), main)
}

// stackDir is the directory of the files of stacks for the program in a directory, which
// need not have a project; empty if the program is not that of the project.
func (p project) stackDir(dir string) string {
	switch {
	case !isFilePath(dir), p.path != "" && p.programDir() != dir:
		return ""
	case p.path == "":
		return dir
	}
	if stacks := cleaned(p.stacks); p.stacks != "" && isFilePath(stacks) {
		return stacks
	}
	return path.Join(path.Dir(p.path), p.stacks)
}
