package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// Environment is what the check of an item asks about everything that is not written in the items of its program. What it answers is
// compared with == to find out whether a result still holds.
type Environment interface {
	// Schema is the schema that the name of a package means.
	Schema(name string) *PackageAnswer
	// Unserved tells about a version of a package that a resource asks for, while the schema of its name is of another one. It
	// returns false if there is a schema of the version.
	Unserved(ref schema.Ref) (schema.Availability, bool)
	// Component opens the program behind the source of a component.
	Component(r *program.Run, source string) *ComponentInterface
	// Names are the names that the program declares.
	Names() *DeclaredNames
	// InValueCircle reports whether two items need each other's values.
	InValueCircle(a, b int32) bool
	// File says what is at a path as the program writes it.
	File(path string) File
	// Spelling is how the disk spells such a path, where that differs in the case of letters alone; empty otherwise.
	Spelling(path string) string
	// Stack is the stack that is selected; nil for none.
	Stack() *Stack
	// Mode is how much the rules forgive.
	Mode() lenient.Mode
	// Edition is the version of the language that the program is judged by, and why.
	Edition() language.Edition
	// Lint judges an item that is checked.
	Lint(*ItemPass)
}

// environmentOf is the environment of the items of a program.
func environmentOf(p *program.Program) Environment {
	return p.View.(interface{ Environment() Environment }).Environment()
}
