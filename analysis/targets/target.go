// Package targets says which constructs of PCL the generators of other languages cannot express.
//
// `pulumi convert` turns a program into Go, Python, TypeScript, C#, Java or YAML. Each generator has gaps: it fails, writes a placeholder or invalid
// code, leaves something out, or writes code that does something else. The gaps are one table of rows. A [Row] names a [Construct] and the
// facts about it, each with its [Evidence], the function of the generator, and the conformance tests that the language host expects to fail for
// it. A fact holds for the version of the generator in [Target.Version].
//
// The package knows neither programs nor findings. Package lint recognizes the constructs.
//
// The table costs nothing at start: it is a literal of constants, which the linker lays out, and a search visits its few dozen rows.
//
// Why a table and not rules: the facts change with every release of a generator, and the way to find a construct does not.
package targets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file declares the targets, and reads lists of them.

// Target is a language that programs are converted to.
type Target uint8

// The targets, in the order of messages and documents.
const (
	Go Target = iota
	Python
	TypeScript
	CSharp
	Java
	YAML
	count
)

// about describes each target. The aliases are names that people may try.
var about = [count]struct {
	name, title, generator, version string
	aliases                         []string
}{
	Go:         {"go", "Go", "pulumi", "3.260.0", []string{"golang"}},
	Python:     {"python", "Python", "pulumi", "3.260.0", []string{"py"}},
	TypeScript: {"typescript", "TypeScript", "pulumi", "3.260.0", []string{"nodejs", "javascript", "js", "ts"}},
	CSharp:     {"csharp", "C#", "pulumi-dotnet", "3.112.1", []string{"dotnet", "cs", "c#"}},
	Java:       {"java", "Java", "pulumi-java", "1.25.0", nil},
	YAML:       {"yaml", "YAML", "pulumi-yaml", "1.38.1", []string{"yml"}},
}

// String is the name of the language for readers.
func (t Target) String() string { return about[t].title }

// Name is the name of the target in settings and flags.
func (t Target) Name() string { return about[t].name }

// Generator is the project of the generator.
func (t Target) Generator() string { return about[t].generator }

// Version is the version of the generator that the facts are about.
func (t Target) Version() string { return about[t].version }

// All returns all targets.
func All() []Target {
	var all []Target
	for t := range count {
		all = append(all, t)
	}
	return all
}

// Names returns the names of all targets.
func Names() []string {
	return lists.Map(All(), Target.Name)
}

// Set is a set of targets. Equal sets are ==, and the zero value is empty.
type Set uint8

// Has reports whether the set contains a target.
func (s Set) Has(t Target) bool { return s&(1<<t) != 0 }

// With returns the set with one more target.
func (s Set) With(t Target) Set { return s | 1<<t }

// String returns the names in the set, with commas between them.
func (s Set) String() string {
	names := lists.Map(lists.Where(All(), s.Has), Target.Name)
	return strings.Join(names, ",")
}

// Parse reads names of targets. The error is for users.
func Parse(names []string) (Set, error) {
	var set Set
	for _, name := range names {
		t, ok := named(strings.TrimSpace(name))
		if !ok {
			return 0, unknown(strings.TrimSpace(name))
		}
		set = set.With(t)
	}
	return set, nil
}

func named(name string) (Target, bool) {
	return lists.Find(All(), func(t Target) bool { return t.Name() == name })
}

func unknown(name string) error {
	near := typesys.Near(name, Names())
	for _, t := range All() {
		if slices.Contains(about[t].aliases, strings.ToLower(name)) {
			near = t.Name()
		}
	}
	message := fmt.Sprintf("unknown target %q", name)
	if near != "" {
		message += "; did you mean " + near + "?"
	}
	return fmt.Errorf("%s; the targets are %s", message, strings.Join(Names(), ", "))
}

//go:generate go test . -run TestDocument -update
