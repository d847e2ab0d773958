package inlay

import (
	"cmp"
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file defines the result and how it is found.

// Kind is the kind of a hint.
type Kind uint8

// The kinds of hints, in their order at one place.
const (
	Types    Kind = iota // the type of a local, after its name
	Counts               // the number of instances, after the range
	Secrets              // a value is secret, after the value
	Unknowns             // a value may be unknown during a preview, after the value
	IDs                  // the id that a resource has, after its name; the caller finds it out
	kinds
)

var kindNames = [kinds]string{Types: "types", Counts: "counts", Secrets: "secrets", Unknowns: "unknowns", IDs: "ids"}

// String returns the name of the kind in settings.
func (k Kind) String() string { return kindNames[k] }

// Kinds returns all kinds.
func Kinds() []Kind {
	all := make([]Kind, kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// Shown is a set of kinds.
type Shown [kinds]bool

// Calm returns the default kinds: those that are easily overlooked and appear in few places.
func Calm() Shown { return Shown{Counts: true, Secrets: true} }

// Hint is a text to show in the program.
type Hint struct {
	Offset int // offset in the file
	Kind   Kind
	Label  string
}

// In returns the hints in a part of a file. The only error is the context's.
func In(ctx context.Context, p *analysis.Program, path string, within syntax.Span, shown Shown) ([]Hint, error) {
	var all []Hint
	err := each(ctx, p, path, within, func(f found) {
		if shown[f.Kind] && within.Touches(f.Offset) {
			all = append(all, f.Hint)
		}
	})
	return all, err
}

// Explain describes the hint of a kind at an offset in Markdown. It is empty if the hint is
// gone.
func Explain(ctx context.Context, p *analysis.Program, path string, offset int, kind Kind) (string, error) {
	text := ""
	err := each(ctx, p, path, syntax.Span{Start: max(offset-1, 0), End: offset}, func(f found) {
		if f.Offset == offset && f.Kind == kind {
			text = markdown.Message(f.more()).Markdown()
		}
	})
	return text, err
}

// each visits the hints of all kinds in the items that a span touches, in order.
func each(ctx context.Context, p *analysis.Program, path string, within syntax.Span, visit func(found)) error {
	file, ok := p.File(path)
	if !ok {
		return ctx.Err()
	}
	items := file.Touching(within)
	all := make([][]found, len(items))
	err := analysis.Sights(ctx, p, path, items, func(int) *analysis.Sight { return nil }, func(n int, s *analysis.Sight) { all[n] = find(s) })
	if err != nil {
		return err
	}
	for n, hints := range all {
		base := file.Item(items[n]).Base
		for _, f := range hints {
			f.Offset += base
			visit(f)
		}
	}
	return nil
}

// found is a hint with its tooltip.
type found struct {
	Hint
	more func() string
}

// find returns the hints of all kinds in an item, with offsets relative to the item.
func find(s *analysis.Sight) []found {
	if s.Info == nil {
		return nil
	}
	f := &finder{sight: s}
	f.item()
	lists.SortStable(f.all, func(a, b found) int { return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Kind, b.Kind)) })
	return f.all
}
