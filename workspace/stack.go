package workspace

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/setting"
	"github.com/pcl-lsp/pcl-lsp/workspace/stackfile"
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
// program without a project is its own. What the project file has for all stacks counts
// where the stack has nothing.
func stackOf(files *stackfile.Set, p project, selected string) *analysis.Stack {
	if selected == "" || files == nil {
		return nil
	}
	found := &analysis.Stack{Name: path.Base(selected), Project: p.name}
	if f := stackNamed(files, selected); f != nil {
		found.Path, found.Values = f.Path, f.Values(p.name)
	}
	if files.Project != nil {
		for key, value := range files.Project.Values(p.name) {
			if _, has := found.Values[key]; has {
				continue
			}
			if found.Values == nil {
				found.Values = map[string]analysis.StackValue{}
			}
			found.Values[key] = value
		}
	}
	return found
}

// stackNamed is the file of a stack; nil if it has none.
func stackNamed(files *stackfile.Set, stack string) *stackfile.File {
	for _, name := range stackFiles(stack) {
		for _, f := range files.Stacks {
			if path.Base(f.Path) == name {
				return f
			}
		}
	}
	return nil
}
