package checked

import (
	"iter"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file is what linters and passes see of a program as a whole.

// Linter reports code that runs but could be written better. The checker runs it and
// knows none of its rules. Linters are compared with ==: programs with equal ones share
// results.
type Linter interface {
	// Item judges an item after its check.
	Item(*check.ItemPass)
	// Program judges a program as a whole, for each report.
	Program(*ProgramPass)
	// ReadsAll reports whether Item reads more of an Info than types, findings, what policies expect, and the
	// occurrences of declarations, variables, attributes and functions. Making the rest for it takes time.
	ReadsAll() bool
}

// ProgramPass is what a linter sees of a program as a whole.
type ProgramPass struct {
	// OptIns are the rules that are off by default and that the user wants.
	OptIns codes.OptIns

	p     *Program
	found []diagnostic.Diagnostic
}

// wholeFindings are what the passes and the linter report about the program as a whole. Without a run, passes report only
// what is known already.
func (p *Program) wholeFindings(r *program.Run) []diagnostic.Diagnostic {
	pass := &ProgramPass{OptIns: p.world.OptIns, p: p}
	for _, whole := range p.world.Passes {
		whole.Program(pass, r)
	}
	if p.world.Linter != nil {
		p.world.Linter.Program(pass)
	}
	return pass.found
}

// Report adds a finding.
func (p *ProgramPass) Report(code codes.Code, at diagnostic.Position, message string, related ...diagnostic.Related) {
	p.found = append(p.found, diagnostic.New(at, code, message, related...))
}

// ReportIn adds a finding about a part of a file that belongs to no item.
func (p *ProgramPass) ReportIn(path string, code codes.Code, span syntax.Span, message string) {
	p.found = append(p.found, diagnostic.InFile(path, span, code, message))
}

// Keep is the value of a key. It is made once for all versions of a program in which the
// headers of the items are the same, so it must not depend on anything else.
func (p *ProgramPass) Keep(key any, make func() any) any {
	return keep(&p.p.scopeData().lint, key, make)
}

// Files are the parsed files of the program.
func (p *ProgramPass) Files() []*syntax.File { return p.p.Files }

// Declarations are the items that own their name, in declaration order.
func (p *ProgramPass) Declarations() iter.Seq[*program.Item] {
	return func(yield func(*program.Item) bool) {
		for e := range p.p.core.Items() {
			if p.p.core.Owns(e) && !yield(e) {
				return
			}
		}
	}
}

// Len is the number of items.
func (p *ProgramPass) Len() int { return p.p.core.Len() }

// Items are all items in declaration order.
func (p *ProgramPass) Items() iter.Seq[*program.Item] { return p.p.core.Items() }

// ItemsOfFiles are the items of each file, in the order of the text.
func (p *ProgramPass) ItemsOfFiles() iter.Seq[[]*program.Item] {
	return func(yield func([]*program.Item) bool) {
		for _, ids := range p.p.core.Scope().All() {
			var items []*program.Item
			for _, id := range ids {
				if id >= 0 {
					items = append(items, p.p.core.Item(id))
				}
			}
			if !yield(items) {
				return
			}
		}
	}
}

// Item is the item with a number, see [program.Item.ID].
func (p *ProgramPass) Item(id int32) *program.Item { return p.p.core.Item(id) }

// Uses is how often the items of the program refer to an item.
func (p *ProgramPass) Uses(id int32) int { return p.p.core.Uses(id) }

// UndeclaredNames are the names that the program refers to and nothing declares.
func (p *ProgramPass) UndeclaredNames() []string { return p.p.UndeclaredNames() }

// UnclearTexts visits the texts of the program whose meaning is not known: items with
// syntax errors, blocks of an unknown kind, files with errors outside of items.
func (p *ProgramPass) UnclearTexts(visit func(text string)) { p.p.eachObscure(visit) }

// IsPartial reports whether a file of the program was not parsed, so that it may use anything.
func (p *ProgramPass) IsPartial() bool { return p.p.core.Scope().IsPartial() }

// UnversionedPackages are the first uses of the packages for which nothing in the
// program gives a version, by name.
func (p *ProgramPass) UnversionedPackages() map[string]diagnostic.Position {
	return p.p.unversionedPackages()
}

// Pass computes results about items that build on their check, and finds more. The checker runs it and doesn't know what it
// computes. Passes are compared with ==: programs with equal ones share results.
type Pass interface {
	// Queries are its results about an item. Their numbers begin at [check.FirstPassQuery], or where those of the pass before end,
	// and its kinds of dependencies at [check.FirstPassDependency].
	Queries() []program.Query
	// Findings are what it finds about an item.
	Findings(r *program.Run, it *program.Item) []Finding
	// Late is the origin of the value at a place of an item, which according to the check is known too late; nil if
	// the pass doesn't know.
	Late(r *program.Run, it *program.Item, at syntax.Span) Origin
	// Program reports what it finds about the program as a whole. Without a run, it reports only what is known already.
	Program(p *ProgramPass, r *program.Run)
}

// Finding is a finding of a [Pass] and its origin, nil for none.
type Finding struct {
	diagnostic.Diagnostic
	Origin Origin
}

// Origin is where the value that a finding is about comes from.
type Origin interface {
	// Places lead from the finding, which is about an item of the program, to the origin. They are computed for a report,
	// because items may have moved since the finding was made.
	Places(p *Program, it *program.Item) []diagnostic.Related
}
