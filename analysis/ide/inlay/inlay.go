package inlay

import (
	"cmp"
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file is the way in, and defines what an answer consists of.

// Kind says what a hint is about.
type Kind uint8

// The kinds of hints, in the order in which they stand at one place.
const (
	Types    Kind = iota // the type of a local, behind its name
	Counts               // how many instances a range makes, behind the range
	Secrets              // that a value is secret, behind the value
	Unknowns             // that a value may be unknown during a preview, behind the value
	kinds
)

var kindNames = [kinds]string{Types: "types", Counts: "counts", Secrets: "secrets", Unknowns: "unknowns"}

// String is the name of the kind in settings.
func (k Kind) String() string { return kindNames[k] }

// Kinds are all kinds.
func Kinds() []Kind {
	all := make([]Kind, kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// Shown are the kinds that somebody wants to see.
type Shown [kinds]bool

// Calm are the kinds that are shown to who did not choose: those that tell what is easily
// overlooked, and stand in few places.
func Calm() Shown { return Shown{Counts: true, Secrets: true} }

// Hint is a text between the words.
type Hint struct {
	Offset int // in the file
	Kind   Kind
	Label  string
}

// In are the hints in a part of a file. The error is that of the context.
func In(ctx context.Context, p *analysis.Program, path string, within syntax.Span, shown Shown) ([]Hint, error) {
	var all []Hint
	err := p.Sights(ctx, path, within, nothing, func(it syntax.Placed, s *analysis.Sight) {
		for _, f := range find(s) {
			f.Offset += it.Base
			if shown[f.Kind] && within.Touches(f.Offset) {
				all = append(all, f.Hint)
			}
		}
	})
	return all, err
}

// Explain says more about the hint of a kind at an offset, as Markdown; it is empty where
// there is no such hint any more.
func Explain(ctx context.Context, p *analysis.Program, path string, offset int, kind Kind) (string, error) {
	text := ""
	err := p.Sights(ctx, path, syntax.Span{Start: max(offset-1, 0), End: offset}, nothing, func(it syntax.Placed, s *analysis.Sight) {
		for _, f := range find(s) {
			if f.Offset+it.Base == offset && f.Kind == kind {
				text = f.more()
			}
		}
	})
	return text, err
}

// nothing says that no sight is known.
func nothing(*syntax.Item) *analysis.Sight { return nil }

// found is a hint with what can be told about it beyond the label.
type found struct {
	Hint
	more func() string
}

// find are the hints of an item, of all kinds, with offsets relative to the item.
func find(s *analysis.Sight) []found {
	if s.Info == nil {
		return nil
	}
	f := &finder{sight: s}
	f.item()
	slices.SortStableFunc(f.all, func(a, b found) int { return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Kind, b.Kind)) })
	return f.all
}
