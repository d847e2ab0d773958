package syntax

import (
	"cmp"
	"slices"
	"strings"
)

// This file finds what an item encloses on several lines, once for each item: editors ask
// after each edit what can be folded in a file, and an edit changes one item of it.

// Layout is what a text has on several lines, and its comments. It is immutable.
type Layout struct {
	// Enclosed is what brackets and heredocs enclose that are closed, by place; of two that
	// begin at one place the longer one is first. Of those on the same lines there is the
	// first alone.
	Enclosed []Enclosed
	// Comments are whole comments, as [Words] has them.
	Comments []Span
}

// Enclosed is what a bracket encloses that is closed on a later line.
type Enclosed struct {
	// Span is what is inside; of a heredoc, what is behind its first line.
	Span Span
	// First and Last are the lines that the span begins and ends on.
	First, Last int32
	Kind        byte // that of [Bracket]
}

// unlaid is the layout of most items that have one line.
var unlaid = &Layout{}

// Layout is that of the item's text, and is remembered. Readers may have one reader for
// many items.
func (it *Item) Layout(r *Brackets) *Layout {
	if l := it.layout.Load(); l != nil {
		return l
	}
	l := unlaid
	if it.lineEnds > 0 || strings.ContainsAny(it.Text, "#/") {
		l = layoutOf(it.mapped(), r)
	}
	it.layout.Store(l)
	return l
}

func layoutOf(m *Mapper, r *Brackets) *Layout {
	brackets, comments := r.read(m.text)
	var all []Enclosed
	for _, b := range brackets {
		if strings.Contains(m.text[b.Open.Start:b.Close.Start], "\n") {
			if e := enclosedBy(b, m); e.First < e.Last {
				all = append(all, e)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Enclosed) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	// Few begin on one line, and of those on the same lines the first is kept.
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
	if len(kept)+len(comments) == 0 {
		return unlaid
	}
	return &Layout{Enclosed: slices.Clip(kept), Comments: slices.Clone(comments)}
}

func enclosedBy(b Bracket, m *Mapper) Enclosed {
	e := Enclosed{Span: b.Inside(), Kind: b.Kind}
	if b.Kind == '<' {
		e.Span.Start = m.LineEnd(m.Line(e.Span.Start - 1))
	}
	e.First, e.Last = int32(m.Line(e.Span.Start)), int32(m.Line(e.Span.End))
	return e
}
