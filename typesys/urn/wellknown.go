package urn

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file implements the names and types that the engine and the evaluator build
// themselves. (Section 6.5.)

// RootStackType is the type of the resource that stands for a stack.
const RootStackType = "pulumi:pulumi:Stack"

const providerPrefix = "pulumi:providers:"

// RootStack is the URN of the resource that stands for a stack.
func RootStack(project, stack string) URN {
	return New(stack, project, "", RootStackType, project+"-"+stack)
}

// IsRootStack reports whether the URN is that of a root stack, by its type.
func (u URN) IsRootStack() bool { return u.QualifiedType() == RootStackType }

// ProviderType is the type of the providers of a package.
func ProviderType(pkg string) string { return providerPrefix + pkg }

// ProviderPackage is the package whose provider a type is; false for types that
// are no providers and for one without a package.
func ProviderPackage(typ string) (string, bool) {
	pkg, ok := strings.CutPrefix(typ, providerPrefix)
	return pkg, ok && pkg != ""
}

// ComponentType is the type of the component whose source is a directory of this
// name: `vpc-network` gives components:index:VpcNetwork. (pcl-syntax.md, section 11.)
func ComponentType(directory string) string {
	words := strings.FieldsFunc(directory, func(r rune) bool { return r == '-' || r == '.' || r == ' ' || r == '_' })
	var b strings.Builder
	for _, w := range words {
		first, size := utf8.DecodeRuneInString(w)
		b.WriteRune(unicode.ToTitle(first))
		b.WriteString(w[size:])
	}
	return "components:index:" + b.String()
}

// ChildType is the qualified type of a resource inside a component.
func ChildType(component, typ string) string { return component + "$" + typ }

// ChildName is the name of a resource inside a component.
func ChildName(component, child string) string { return component + "-" + child }

// RangedName is the name of one of the resources that a range over a map makes.
func RangedName(name, key string) string { return name + "-" + key }

// CountedName is the name of one of the resources that a range over a list or a
// number makes.
func CountedName(name string, index int) string { return RangedName(name, strconv.Itoa(index)) }

// longestProject is how many characters the name of a project may have.
const longestProject = 100

// CheckProject says what is wrong with the name of a project: letters, digits,
// `-`, `_` and `.` are allowed, at most 100 of them.
func CheckProject(name string) []Finding {
	if name == "" {
		return []Finding{{LevelError, EmptyPart, Project, 0, 0, "a project needs a name"}}
	}
	for i, r := range name {
		if !isProjectRune(r) {
			end := i + len(string(r))
			return []Finding{{LevelError, Invalid, Project, i, min(end, len(name)), "the name of a project has only letters, digits, `-`, `_` and `.`"}}
		}
	}
	if len(name) > longestProject {
		return []Finding{{LevelError, Invalid, Project, longestProject, len(name), "the name of a project has at most 100 characters"}}
	}
	return nil
}

func isProjectRune(r rune) bool {
	return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.", r))
}
