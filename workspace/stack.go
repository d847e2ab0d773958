package workspace

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/setting"
)

// This file reads the configuration of the selected stack: Pulumi.<stack>.yaml beside
// the project file. (PCL specification, pcl-syntax.md, sections 3 and 6.3.)

// maxStackFile is the size from which on a stack file is not read: none is that large.
const maxStackFile = 4 << 20

var stackName = regexp.MustCompile(setting.StackPattern)

// CheckStack is the error of a name that no stack can have. A name with its
// organization and project is that of its last part.
func CheckStack(name string) error {
	if !stackName.MatchString(name) || strings.Contains(name, "..") {
		return fmt.Errorf("%q is not the name of a stack: it has letters, digits, `-`, `_` and `.`", name)
	}
	return nil
}

// stackFiles are the names that the file of a stack can have, the usual one first.
func stackFiles(stack string) []string {
	base := "Pulumi." + path.Base(stack)
	return []string{base + ".yaml", base + ".yml"}
}

// isStackFile reports whether a file is the configuration of a stack, by its name.
func isStackFile(p string) bool {
	name := path.Base(p)
	return strings.HasPrefix(name, "Pulumi.") && !isProjectFile(p) && (strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml"))
}

// stackOf is what the selected stack has for the program of a directory; nil if no
// stack is selected, or if the directory is not that of the project's program. A
// program without a project is its own.
func stackOf(fsys FS, dir string, p project, selected string) *analysis.Stack {
	if selected == "" || !isFilePath(dir) || p.path != "" && p.programDir() != dir {
		return nil
	}
	home := dir
	if p.path != "" {
		home = path.Dir(p.path)
	}
	found := &analysis.Stack{Name: path.Base(selected), Project: p.name}
	for _, name := range stackFiles(selected) {
		file := path.Join(home, name)
		info, err := fsys.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		found.Path = file
		if text, err := fsys.ReadFile(file); err == nil && len(text) <= maxStackFile {
			found.Values = stackValues(text, p.name)
		}
		break
	}
	return found
}

// stackValues are the values of a stack file for the configs of a project, by key. What
// cannot be read has no values.
func stackValues(text []byte, project string) map[string]analysis.StackValue {
	var content struct {
		Config yaml.Node `yaml:"config"`
	}
	if yaml.Unmarshal(text, &content) != nil {
		return nil
	}
	config := resolved(&content.Config)
	if config.Kind != yaml.MappingNode {
		return nil
	}
	values := map[string]analysis.StackValue{}
	for i := 0; i+1 < len(config.Content); i += 2 {
		key := config.Content[i].Value
		if owner, name, namespaced := strings.Cut(key, ":"); namespaced {
			if project != "" && owner != project {
				continue // configuration of a provider
			}
			key = name
		}
		if value, ok := stackValue(config.Content[i+1]); ok {
			values[key] = value
		}
	}
	return values
}

// stackValue is a value as the evaluator is given it: a text, or JSON for what is
// written as a list or mapping.
func stackValue(n *yaml.Node) (analysis.StackValue, bool) {
	n = resolved(n)
	if n.Kind == yaml.ScalarNode {
		return analysis.StackValue{Text: n.Value}, true
	}
	var plain any
	if isSecure(n, map[*yaml.Node]bool{}) {
		return analysis.StackValue{Secure: true}, true
	}
	if n.Decode(&plain) != nil {
		return analysis.StackValue{}, false
	}
	text, err := json.Marshal(plain)
	if err != nil {
		return analysis.StackValue{}, false
	}
	return analysis.StackValue{Text: string(text)}, true
}

// isSecure reports whether a value, or a part of it, is stored as a secret. A node that
// is seen already, through aliases, is not looked at again.
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
