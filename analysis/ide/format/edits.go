package format

import (
	"iter"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file decides which parts of a file are laid out together, and which of the
// edits are asked for.

// Edit replaces a span of a text. But for those of [Typed], an edit begins and ends
// at the start of a line or the end of the file.
type Edit struct {
	Span syntax.Span
	Text string
}

// Edits lay out a file. They are in order and do not overlap; there are none when
// nothing is to change.
func Edits(f *syntax.File) []Edit {
	return slices.Concat(slices.Collect(Steps(f, syntax.Span{End: f.Len()}))...)
}

// EditsIn are those of the [Edits] of a file that change an item that a span touches.
// An item is laid out wholly, and aligned with its neighbours, which stay as they are.
func EditsIn(f *syntax.File, spans ...syntax.Span) []Edit {
	return slices.Concat(slices.Collect(Steps(f, spans...))...)
}

// Steps yields what EditsIn gives in small parts, for a caller who may want to stop.
// Some may be empty. The work is that of the items near the spans.
func Steps(f *syntax.File, spans ...syntax.Span) iter.Seq[[]Edit] {
	return func(yield func([]Edit) bool) {
		touched := touchedItems(f, spans)
		if len(f.Errors) > 0 || len(touched) == 0 {
			return // no text in an encoding that we can read, or nothing to do
		}
		ending := lineEnding(f)
		for len(touched) > 0 {
			r := runAround(f, touched[0].first)
			var wanted []syntax.Span
			for len(touched) > 0 && touched[0].first < r.end {
				here := run{touched[0].first, min(touched[0].end, r.end)}
				wanted = append(wanted, here.span(f))
				if touched[0].first = here.end; here.end == touched[0].end {
					touched = touched[1:]
				}
			}
			if r.broken(f) {
				if !yield(nil) {
					return
				}
				continue
			}
			changes := slices.DeleteFunc(r.edits(f, ending), func(e Edit) bool { return !within(e.Span, wanted) })
			if !yield(merge(changes)) {
				return
			}
		}
	}
}

func within(s syntax.Span, wanted []syntax.Span) bool {
	return slices.ContainsFunc(wanted, func(w syntax.Span) bool { return w.Start <= s.Start && s.End <= w.End })
}

// touchedItems are the items that spans touch, in order and each one once. A span
// that ends where an item begins does not touch it, unless it is empty.
func touchedItems(f *syntax.File, spans []syntax.Span) []run {
	var all []run
	for _, s := range spans {
		if s.End < s.Start || f.Count() == 0 {
			continue
		}
		last := s.End
		if last > s.Start {
			last--
		}
		all = append(all, run{f.IndexAt(s.Start), min(f.IndexAt(last)+1, f.Count())})
	}
	slices.SortFunc(all, func(a, b run) int { return a.first - b.first })
	apart := all[:0]
	for _, r := range all {
		if n := len(apart); n > 0 && r.first <= apart[n-1].end {
			apart[n-1].end = max(apart[n-1].end, r.end)
		} else if r.first < r.end {
			apart = append(apart, r)
		}
	}
	return apart
}

// Apply is a text with edits applied.
func Apply(text string, edits []Edit) string {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(text[at:e.Span.Start])
		out.WriteString(e.Text)
		at = e.Span.End
	}
	out.WriteString(text[at:])
	return out.String()
}

// run is a stretch of items. Those that are laid out together are aligned with each
// other, as neighbouring locals are.
type run struct{ first, end int } // indexes of items, half-open

func (r run) span(f *syntax.File) syntax.Span {
	return syntax.Span{Start: f.Item(r.first).Base, End: f.Item(r.end - 1).Span().End}
}

// broken reports whether the run is an item that cannot be laid out.
func (r run) broken(f *syntax.File) bool { return isBroken(f.Item(r.first)) }

func isBroken(it syntax.Placed) bool { return len(it.Errors) > 0 || it.Kind == syntax.KindStray }

// runAround are the items that are laid out together with an item: it and those
// around it, as far as something can be aligned with it.
func runAround(f *syntax.File, i int) run {
	r := run{i, i + 1}
	for r.first > 0 && joined(f.Item(r.first-1), f.Item(r.first)) {
		r.first--
	}
	for r.end < f.Count() && joined(f.Item(r.end-1), f.Item(r.end)) {
		r.end++
	}
	return r
}

// joined reports whether the layout of one of two neighbours may depend on the other
// one. It does not across a blank line, or behind a bracket that stands alone.
func joined(before, after syntax.Placed) bool {
	if isBroken(before) || isBroken(after) {
		return false
	}
	first, _, _ := strings.Cut(after.Text, "\n")
	lines := strings.TrimRight(before.Text, " \t\r\n")
	last := strings.TrimSpace(lines[strings.LastIndexByte(lines, '\n')+1:])
	return strings.TrimSpace(first) != "" && last != "}"
}

// edits lay out a run, one for each line.
func (r run) edits(f *syntax.File, ending string) []Edit {
	span := r.span(f)
	old := f.Slice(span)
	p := piece{text: old, ending: ending, starts: span.Start == 0, ends: r.end == f.Count()}
	if text, ok := p.layOut(); ok {
		base := span.Start
		if rest, marked := strings.CutPrefix(old, byteOrderMark); marked { // the first line begins behind it
			old, text, base = rest, strings.TrimPrefix(text, byteOrderMark), base+len(byteOrderMark)
		}
		return difference(old, text, base)
	}
	if r.end-r.first == 1 {
		return nil
	}
	middle := (r.first + r.end) / 2
	return append(run{r.first, middle}.edits(f, ending), run{middle, r.end}.edits(f, ending)...)
}

// lineEnding is the line end that a file uses: that of its first line.
func lineEnding(f *syntax.File) string {
	return printer.LineEnd(f.Slice(syntax.Span{Start: f.LineStart(0), End: f.LineStart(1)}))
}
