package check

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file says where findings stand. A finding is kept while text above it moves,
// so it names items and parts of items; they become places in files when somebody
// asks for the findings.

// part is a part of an item that can be pointed at whatever the item's text is.
type part uint8

const (
	partSpan    part = iota // a span, relative to the item
	partName                // the name that the item declares
	partKeyword             // the keyword of a block
	partHeader              // the first line of a block
	partSecond              // the second label
	partLogical             // where the item gets its name outside the program
)

// anchor is what a place is relative to: an item of the program, by its slot or by
// the name that it declares. The zero anchor is the item that a finding is about.
type anchor struct {
	slot int32 // and one
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
	}
	return span
}

// finding is one about an item as a part of the program.
func finding(e *program.Item, code codes.Code, where part, message string, related ...Related) Diagnostic {
	return findingIn(e, code, where, syntax.Span{}, message, related...)
}

// findingIn is finding where the place is a span of the item.
func findingIn(e *program.Item, code codes.Code, where part, span syntax.Span, message string, related ...Related) Diagnostic {
	return Diagnostic{
		Span: span, Code: code, Severity: code.Severity(), Message: Abbreviate(message, 199), Related: related,
		at: anchor{slot: e.ID + 1, part: where},
	}
}

// near is a place in an item of the program, as a related place of a finding.
func near(e *program.Item, where part, span syntax.Span, message string) Related {
	return Related{Span: span, Message: message, at: anchor{slot: e.ID + 1, part: where}}
}

// place is a finding with its places as they are in this program. The entry is
// the one that the finding is about, unless the finding says so itself.
func (p *Program) place(d Diagnostic, e *program.Item) Diagnostic {
	if d.Path != "" {
		return d // in no item
	}
	if d.at.slot > 0 {
		e = p.core.Item(d.at.slot - 1)
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
	case rel.at.slot > 0:
		e = p.core.Item(rel.at.slot - 1)
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

// nameSpan is where an entry declares its name, in the file.
func (p *Program) nameSpan(e *program.Item) syntax.Span {
	return partName.of(e, syntax.Span{}).Shift(p.core.Placed(e).Base)
}

// logicalSpan is where an entry gets its name outside the program, relative to the
// item.
func logicalSpan(e *program.Item) syntax.Span {
	if a := e.Syntax.Block.Body.Attributes["__logicalName"]; a != nil {
		return tree.Span(a.Expr.Range())
	}
	return e.Syntax.NameSpan
}
