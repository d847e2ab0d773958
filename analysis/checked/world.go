package checked

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"
	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// World is what a program needs from outside its directory.
type World struct {
	// Schemas finds package schemas. Nil means that there are none.
	Schemas Schemas
	// Component gives the program in another directory, a clean path in the form
	// of [Program.Dir]; nil when there is no such directory. Nil means that no
	// component can be opened.
	Component func(dir string) *Program
	// Below are the directories with .pp files below that of a program that is run, sorted. The run reads them too.
	Below []string
	// Directory gives the directory at a clean path: the one name by which Component
	// knows it, whatever links lead there, and its path without links. Nil means that
	// there are no links.
	Directory func(path string) (name, real string)
	// Mode is how much the rules forgive; the zero value forgives nothing.
	Mode lenient.Mode
	// Language is the version of the language that the program is judged by, unless it asks for another one itself; the zero value is the newest.
	Language language.Edition
	edition  language.Edition // of the program
	// PublicNames say which inputs are read by everybody; the zero value gives the
	// usual ones.
	PublicNames sensitive.PublicNames
	// SuppressionReasons says that comments which suppress findings need a reason.
	SuppressionReasons bool
	// OptIns are the rules that are looked for though they are off by default.
	OptIns codes.OptIns
	// Targets are the languages that the program is to be converted to; findings say what their
	// generators lack.
	Targets targets.Set
	// Linter judges what the checker has checked. Nil means that nothing does.
	Linter Linter
	// Passes compute more about what the checker has checked, in the order of their queries.
	Passes []Pass
	// File says what is at a path as the program writes it: absolute, or relative to
	// the directory of the program. Nil means that nothing is known of files.
	File func(path string) check.File
	// Spelling is how the disk spells such a path, where that differs from what is
	// written in the case of letters alone; empty otherwise. Nil means that nothing
	// is known.
	Spelling func(path string) string
	// Names are what is in a directory, a path as the program writes it. Nil means that
	// nothing is known. What a program says of itself does not depend on it.
	Names func(path string) []FileName
	// Content says what is known of the content of the file at a path, as the program writes it.
	// Nil means that nothing is. What a program says of itself does not depend on it.
	Content func(path string) (FileContent, bool)

	// Stack is the stack that is selected, for a program that it is run with; nil for
	// none, and for programs that are components.
	Stack *check.Stack

	// Each calls a function with every number below n, in any order and maybe several
	// at once, and returns when all calls have. Nil means one after the other.
	Each func(n int, do func(i int))

	// Final says that probably no other program will be derived from the one in this world. Then it is checked
	// faster. Others can be derived all the same; they check again whatever they are asked about.
	Final bool

	// SchemasVersion, FilesVersion and ComponentsVersion are comparable values. Two
	// worlds that have an equal one, other than nil, give the same answers about
	// schemas, about files and spellings, and about components.
	SchemasVersion, FilesVersion, ComponentsVersion any
}

// stretches is into about how many parts much work is cut: enough for the workers of a machine to end at about the same time.
const stretches = 64

// each does independent work, by those who are there to do it. They take it in stretches: neighbors need the same results, which two who work next to each other would both
// compute.
func (w World) each(n int, do func(i int)) {
	if w.Each != nil {
		long := max(1, n/stretches)
		w.Each((n+long-1)/long, func(i int) {
			for i, end := i*long, min((i+1)*long, n); i < end; i++ {
				do(i)
			}
		})
		return
	}
	for i := range n {
		do(i)
	}
}

// Schemas finds package schemas. It must not block on anything slower than a
// file, and must give the same package while nothing changed.
type Schemas interface {
	Package(ref schema.Ref) (*schema.Package, schema.Availability)
}

// Explainer is a [Schemas] that can say why a package is served as it is; false if
// it cannot after all.
type Explainer interface {
	Explain(ref schema.Ref) (schema.Decision, bool)
}

// IsPublic reports whether the input or member at a path of names is one that everybody reads, and whether something inside of
// it may be.
func (p *Program) IsPublic(path []string) (whole, inside bool) {
	return p.world.PublicNames.Covers(path)
}

// Stack is the stack that is selected; nil for none.
func (p *Program) Stack() *check.Stack { return p.world.Stack }

// FileName is one name in a directory.
type FileName struct {
	Name  string
	IsDir bool
}

// FileContent describes what is in a file.
type FileContent struct {
	Size int64 // in bytes
	// SHA256 is the hash of the content, in hexadecimal digits; empty for a file that is too large
	// to read. The engine knows an asset by it.
	SHA256 string
}
