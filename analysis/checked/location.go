package checked

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// Location describes one offset of a file.
type Location struct {
	Item syntax.Placed
	Info *check.Info
	// Offset is relative to the item.
	Offset int
	// Occurrence is the innermost name at the offset, nil where there is none.
	Occurrence *check.Occurrence
	// Expression is the innermost typed expression at the offset, nil where there
	// is none, and Type its type.
	Expression hclsyntax.Expression
	Type       typesys.Type
}

// At says what is at an offset of a file; nil when the file or an item there does
// not exist. The error is that of the context.
func (p *Program) At(ctx context.Context, filePath string, offset int) (*Location, error) {
	it, ok := p.ItemAt(filePath, offset)
	if !ok {
		return nil, nil
	}
	info, err := p.Check(ctx, it)
	if err != nil {
		return nil, err
	}
	at := &Location{Item: it, Info: info, Offset: offset - it.Base}
	at.findOccurrence()
	for _, n := range syntax.NodeAt(it.Item, at.Offset) {
		if e, isExpr := n.(hclsyntax.Expression); isExpr && info.TypeOf(e).IsValid() {
			at.Expression, at.Type = e, info.TypeOf(e)
		}
	}
	return at, nil
}

// findOccurrence takes the shortest occurrence that the offset touches; of two
// that meet at the offset, the one that begins there.
func (at *Location) findOccurrence() {
	for i := range at.Info.Occurrences {
		o := &at.Info.Occurrences[i]
		if !o.Span.Touches(at.Offset) {
			continue
		}
		best := at.Occurrence
		switch {
		case best == nil, best.Span.End == at.Offset && o.Span.Contains(at.Offset):
			at.Occurrence = o
		case best.Span.Contains(at.Offset) && !o.Span.Contains(at.Offset):
		case o.Span.Len() < best.Span.Len():
			at.Occurrence = o
		}
	}
}

// OccurrenceSpan is the place of an occurrence in the file.
func (at *Location) OccurrenceSpan() syntax.Span { return at.Occurrence.Span.Shift(at.Item.Base) }

// Object is what the occurrence denotes in the program, nil when it is no
// variable and no declaration.
func (at *Location) Object(p *Program) *check.Object {
	if at.Occurrence == nil {
		return nil
	}
	return p.ObjectOf(at.Item, *at.Occurrence)
}
