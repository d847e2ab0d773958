package navigate

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file defines locations.

// Location is a place in a file: the whole declaration and its name.
type Location struct {
	Path     string
	Span     syntax.Span // the declaration or, for a use, the name
	NameSpan syntax.Span
}

func same(a, b Location) bool { return a.Path == b.Path && a.NameSpan == b.NameSpan }

// itemLocation returns an item, with one of its spans as the name.
func itemLocation(path string, it syntax.Placed, name syntax.Span) Location {
	return Location{Path: path, Span: analysis.ContentSpan(it), NameSpan: name.Shift(it.Base)}
}

// objectLocation returns the declaration of a top-level object.
func objectLocation(o *analysis.Object) []Location {
	it, ok := o.Item()
	if !ok || o.Path == "" {
		return nil
	}
	return []Location{{Path: o.Path, Span: analysis.ContentSpan(it), NameSpan: o.Span}}
}

// start returns the start of a program: main.pp, or else its first file.
func start(p *analysis.Program) []Location {
	main := p.Main()
	if main == nil {
		return nil
	}
	return []Location{{Path: main.Path}}
}
