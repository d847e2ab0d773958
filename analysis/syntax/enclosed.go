package syntax

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// The layout of an item: its brackets over several lines, and its comments. It is computed
// once for each item, because editors ask for the folding ranges of the whole file after each
// edit, and an edit changes one item.

// Layout is the brackets over several lines and the comments of a text. It is immutable.
type Layout struct {
	// Enclosed are the contents of closed brackets and heredocs in order, of two at the same
	// place the longer one first. Of several on the same lines there is only the first.
	Enclosed []Enclosed
	// Comments are whole comments, as [Words] has them.
	Comments []Span
}

// Enclosed is the content of a bracket that is closed on a later line.
type Enclosed struct {
	// Span is the content. For a heredoc it begins at the end of the first line.
	Span Span
	// First and Last are the lines that the span begins and ends on.
	First, Last int32
	Kind        byte // that of [Bracket]
}

// unlaid is the empty layout, which most items on one line have.
var unlaid = &Layout{}

// Layout returns the layout of the item's text and remembers it.
func (it *Item) Layout() *Layout {
	if l := it.layout.Load(); l != nil {
		return l
	}
	l := unlaid
	if it.lineEnds > 0 || strings.ContainsAny(it.Text, "#/") {
		l = layoutOf(it.mapped())
	}
	it.layout.Store(l)
	return l
}

func layoutOf(m *Mapper) *Layout {
	words := WordsOf(m.text)
	var all []Enclosed
	for _, b := range words.Brackets {
		if strings.Contains(m.text[b.Open.Start:b.Close.Start], "\n") {
			if e := enclosedBy(b, m); e.First < e.Last {
				all = append(all, e)
			}
		}
	}
	lists.SortStable(all, func(a, b Enclosed) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	// Few brackets begin on one line, so the inner loop is short.
	kept := all[:0]
	for _, e := range all {
		again := false
		for i := len(kept) - 1; i >= 0 && kept[i].First == e.First && !again; i-- {
			again = kept[i].Last == e.Last
		}
		if !again {
			kept = append(kept, e)
		}
	}
	if len(kept)+len(words.Comments) == 0 {
		return unlaid
	}
	return &Layout{Enclosed: slices.Clip(kept), Comments: slices.Clip(words.Comments)}
}

func enclosedBy(b Bracket, m *Mapper) Enclosed {
	e := Enclosed{Span: b.Inside(), Kind: b.Kind}
	if b.Kind == '<' {
		e.Span.Start = m.LineEnd(m.Line(e.Span.Start - 1))
	}
	e.First, e.Last = int32(m.Line(e.Span.Start)), int32(m.Line(e.Span.End))
	return e
}
