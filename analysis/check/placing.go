package check

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

// finding makes a finding about an item as a part of the program.
func finding(e *program.Item, code codes.Code, where part, message string, related ...Related) Diagnostic {
	return findingIn(e, code, where, syntax.Span{}, message, related...)
}

// findingIn is like finding, for a place inside the item.
func findingIn(e *program.Item, code codes.Code, where part, span syntax.Span, message string, related ...Related) Diagnostic {
	return Diagnostic{
		Span: span, Code: code, Severity: code.Severity(), Message: Abbreviate(message, 199), Related: related,
		at: anchor{id: e.ID + 1, part: where},
	}
}

// near makes a related place in an item of the program.
func near(e *program.Item, where part, span syntax.Span, message string) Related {
	return Related{Span: span, Message: message, at: anchor{id: e.ID + 1, part: where}}
}

// place converts the places of a finding to places in files. The item is the one that the
// finding is about, unless the finding has an anchor.
func (p *Program) place(d Diagnostic, e *program.Item) Diagnostic {
	if d.Path != "" {
		return d // in no item
	}
	if d.at.id > 0 {
		e = p.core.Item(d.at.id - 1)
	}
	d.Path, d.Span = e.Path, d.at.part.of(e, d.Span).Shift(p.core.Placed(e).Base)
	d.at = anchor{}
	d.Related = slices.Clone(d.Related)
	for i, rel := range d.Related {
		d.Related[i] = p.placeRelated(rel, e)
	}
	return d
}

func (p *Program) placeRelated(rel Related, e *program.Item) Related {
	switch {
	case rel.at.id > 0:
		e = p.core.Item(rel.at.id - 1)
	case rel.at.name != "":
		e = p.core.Declaring(rel.at.name)
	case rel.Path != "": // in another program
		return rel
	}
	if e == nil {
		return Related{Message: rel.Message}
	}
	return Related{Path: e.Path, Span: rel.at.part.of(e, rel.Span).Shift(p.core.Placed(e).Base), Message: rel.Message}
}

// NameSpan returns where an item declares its name, relative to the file.
func (p *Program) NameSpan(e *program.Item) syntax.Span {
	return partName.of(e, syntax.Span{}).Shift(p.core.Placed(e).Base)
}

// logicalSpan returns where an item gets its name outside the program, relative to the
// item.
func logicalSpan(e *program.Item) syntax.Span {
	if a := e.Syntax.Block().Body.Attributes["__logicalName"]; a != nil {
		return tree.Span(a.Expr.Range())
	}
	return e.Syntax.NameSpan
}
