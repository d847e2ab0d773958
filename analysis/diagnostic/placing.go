package diagnostic

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file resolves the places of findings. Cached findings must survive edits above
// them, so they refer to items and parts of items. A report converts these to places in
// files.

// part is a part of an item that exists whatever the text of the item is.
type part uint8

const (
	partSpan    part = iota // a span, relative to the item
	partName                // the name that the item declares
	partKeyword             // the keyword of a block
	partHeader              // the first line of a block
	partSecond              // the second label
	partLogical             // the name of the item outside the program
	partAlias               // one of its aliases, whose number is where the span starts
)

// anchor is what a place is relative to: an item, given by its id or by the name that it
// declares. The zero anchor means the item that a finding is about.
type anchor struct {
	id   int32 // the id of the item plus one, or 0
	name string
	part part
}

func (p part) of(e *program.Item, span syntax.Span) syntax.Span {
	switch p {
	case partName:
		if e.Syntax.Kind.Declares() == language.DeclaresKeyword {
			return e.Syntax.KeywordSpan
		}
		return e.Syntax.NameSpan
	case partKeyword:
		return e.Syntax.KeywordSpan
	case partHeader:
		return tree.Header(e.Syntax)
	case partSecond:
		return e.Syntax.Labels[1].Span
	case partLogical:
		return logicalSpan(e)
	case partAlias:
		if all := options.Aliases(e.Syntax); span.Start < len(all) {
			return tree.Span(all[span.Start].Range())
		}
	}
	return span
}

// Position is a place in an item of a program. It doesn't keep the item in memory, and holds when the item moves.
type Position struct {
	anchor
	span syntax.Span
}

// NameOf is the place where an item declares its name.
func NameOf(it *program.Item) Position { return partOf(it, partName, syntax.Span{}) }

// KeywordOf is the keyword of an item.
func KeywordOf(it *program.Item) Position { return partOf(it, partKeyword, syntax.Span{}) }

// HeaderOf is the first line of a block.
func HeaderOf(it *program.Item) Position { return partOf(it, partHeader, syntax.Span{}) }

// SecondLabelOf is the second label of a block.
func SecondLabelOf(it *program.Item) Position { return partOf(it, partSecond, syntax.Span{}) }

// OuterNameOf is the place where an item gets its name outside the program.
func OuterNameOf(it *program.Item) Position { return partOf(it, partLogical, syntax.Span{}) }

// AliasOf is an alias of an item, by its number.
func AliasOf(it *program.Item, number int) Position {
	return partOf(it, partAlias, syntax.Span{Start: number})
}

// SpanIn is a part of an item, relative to it.
func SpanIn(it *program.Item, span syntax.Span) Position { return partOf(it, partSpan, span) }

// NameDeclared is the place where whatever item declares a name does so.
func NameDeclared(name string) Position { return Position{anchor: anchor{name: name, part: partName}} }

// SpanBehind is a part of whatever item declares a name, relative to that.
func SpanBehind(name string, span syntax.Span) Position {
	return Position{anchor{name: name}, span}
}

func partOf(it *program.Item, where part, span syntax.Span) Position {
	return Position{anchor{id: it.ID + 1, part: where}, span}
}

// New is a finding about a place in an item.
func New(at Position, code codes.Code, message string, related ...Related) Diagnostic {
	d := InFile("", at.span, code, message)
	d.Related, d.at = related, at.anchor
	return d
}

// InFile is a finding about a part of a file.
func InFile(path string, span syntax.Span, code codes.Code, message string) Diagnostic {
	return Diagnostic{Path: path, Span: span, Code: code, Severity: code.Severity(), Message: Abbreviate(message, MaxLength)}
}

// Span is where the place in an item is, relative to the file.
func (at Position) Span(p *program.Program, e *program.Item) syntax.Span {
	return at.part.of(e, at.span).Shift(p.Placed(e).Base)
}

// Near is a place that belongs to a finding.
func (at Position) Near(message string) Related {
	return Related{Span: at.span, Message: message, at: at.anchor}
}

// Here is another thing to say at the place of a finding.
func (d Diagnostic) Here(message string) Related {
	return Related{Span: d.Span, Message: message, at: d.at}
}

// Place converts the places of a finding to places in the files of a program. The item is the one that the
// finding is about, unless the finding has another position.
func (d Diagnostic) Place(p *program.Program, e *program.Item) Diagnostic {
	if d.Path != "" {
		return d // in no item
	}
	if d.at.id > 0 {
		e = p.Item(d.at.id - 1)
	}
	d.Path, d.Span = e.Path, d.at.part.of(e, d.Span).Shift(p.Placed(e).Base)
	d.at = anchor{}
	d.Related = slices.Clone(d.Related)
	for i, rel := range d.Related {
		d.Related[i] = rel.place(p, e)
	}
	return d
}

func (rel Related) place(p *program.Program, e *program.Item) Related {
	switch {
	case rel.at.id > 0:
		e = p.Item(rel.at.id - 1)
	case rel.at.name != "":
		e = p.Declaring(rel.at.name)
	case rel.Path != "": // in another program
		return rel
	}
	if e == nil {
		return Related{Message: rel.Message}
	}
	return Related{Path: e.Path, Span: rel.at.part.of(e, rel.Span).Shift(p.Placed(e).Base), Message: rel.Message}
}

// logicalSpan returns where an item gets its name outside the program, relative to the
// item.
func logicalSpan(e *program.Item) syntax.Span {
	if a := e.Syntax.Block().Body.Attributes["__logicalName"]; a != nil {
		return tree.Span(a.Expr.Range())
	}
	return e.Syntax.NameSpan
}
