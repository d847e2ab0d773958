package check

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
)

// Linter reports code that runs but could be written better. The checker runs it and
// knows none of its rules. Linters are compared with ==: programs with equal ones share
// results.
type Linter interface {
	// Item judges an item after its check.
	Item(*ItemPass)
	// Program judges a program as a whole, for each report.
	Program(*ProgramPass)
	// ReadsAll reports whether Item reads more of an Info than types, findings, what policies expect, and the
	// occurrences of declarations, variables, attributes and functions. Making the rest for it takes time.
	ReadsAll() bool
}

// ItemPass is what a linter sees of one item. What it reads of other items and of the
// world outside is recorded, so that the findings are made again when that changes.
type ItemPass struct {
	Item *syntax.Item
	// Info is the result of the check. Reports are added to its findings.
	Info *Info
	// Kind is what the item declares; 0 for items that declare nothing.
	Kind ObjectKind
	// OptIns are the rules that are off by default and that the user wants.
	OptIns codes.OptIns
	// Targets are the languages that the program is to be converted to.
	Targets targets.Set

	c *checker
}

// ProgramPass is what a linter sees of a program as a whole.
type ProgramPass struct {
	// OptIns are the rules that are off by default and that the user wants.
	OptIns codes.OptIns

	p     *Program
	found []Diagnostic
}

// Position is a place in an item of a program. It doesn't keep the item in memory.
type Position struct {
	anchor
	span syntax.Span
}

// NameOf is the place where an item declares its name.
func NameOf(it *program.Item) Position { return partOf(it, partName, syntax.Span{}) }

// KeywordOf is the keyword of an item.
func KeywordOf(it *program.Item) Position { return partOf(it, partKeyword, syntax.Span{}) }

// OuterNameOf is the place where an item gets its name outside the program.
func OuterNameOf(it *program.Item) Position { return partOf(it, partLogical, syntax.Span{}) }

// AliasOf is an alias of an item, by its number.
func AliasOf(it *program.Item, number int) Position {
	return partOf(it, partAlias, syntax.Span{Start: number})
}

// SpanIn is a part of an item, relative to it.
func SpanIn(it *program.Item, span syntax.Span) Position { return partOf(it, partSpan, span) }

func partOf(it *program.Item, where part, span syntax.Span) Position {
	return Position{anchor{id: it.ID + 1, part: where}, span}
}
