package stackfile

import (
	"path"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file computes the configuration of the selected stack: Pulumi.<stack>.yaml beside
// the project file. (PCL specification, pcl-syntax.md, sections 3 and 6.3.)

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
			if found.Values == nil {
				found.Values = map[string]analysis.StackValue{}
			}
			found.Values[key] = value
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
